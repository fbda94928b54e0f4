// ended.ts: the score of a game that is over.

import type { Outcome } from '../../../src/wasm/shoogi.mjs';

const SCORES: Readonly<Record<Outcome, number | undefined>> = { black: 30000, white: -30000, draw: 0, 'no contest': 0, none: undefined };

/** For Black, in hundredths of a pawn; undefined while the game goes on. */
export const endedScore = (outcome: Outcome): number | undefined => SCORES[outcome];
