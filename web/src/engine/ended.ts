// ended.ts: the scores of mates and of games that are over.

import type { Outcome } from '../../../src/wasm/shoogi.mjs';

/** A forced mate scores 30000 minus its length in plies. */
export const MATE_CP = 30000;

const SCORES: Readonly<Record<Outcome, number | undefined>> = { black: MATE_CP, white: -MATE_CP, draw: 0, 'no contest': 0, none: undefined };

/** The score for Black, in hundredths of a pawn; undefined while the game goes on. */
export const endedScore = (outcome: Outcome): number | undefined => SCORES[outcome];
