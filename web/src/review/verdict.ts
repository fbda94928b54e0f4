// verdict.ts: what each move of an analysed game lost, and how well each side played.
//
// The limits are those of src/base/winning_chance.h, so that the page, `shoogi analyse` and ANALYSE judge alike.

import type { Colour } from '../../../src/wasm/shoogi.mjs';
import type { Evaluation } from '../engine/engine';
import { chanceOf } from '../play/score';

export const MARKS = ['?!', '?', '??'] as const;
export type Mark = (typeof MARKS)[number];

/** The losses of winning chance from which a move has the mark. */
const LIMITS: Readonly<Record<Mark, number>> = { '?!': 0.1, '?': 0.2, '??': 0.3 };

/** The mark of a move that lost so much of the winning chance; '' for a good one. */
export const markOf = (loss: number): Mark | '' => [...MARKS].reverse().find((mark) => loss >= LIMITS[mark]) ?? '';

/** The winning chance that a side loses between two scores for Black, from 0 to 1. */
export function lossOf(by: Colour, before: number, after: number): number {
  const loss = chanceOf(before) - chanceOf(after);
  return Math.max(0, by === 'black' ? loss : -loss);
}

/** A move with its loss. */
export interface Judged {
  /** The number of moves before it. */
  ply: number;
  by: Colour;
  usi: string;
  loss: number;
  mark: Mark | '';
  /** The line that the engine prefers, in USI; '' if it prefers this move, or is not known to prefer another. */
  better: string;
}

/** The first move of a line in USI. */
export const firstMove = (line: string): string => line.split(' ', 1)[0]!;

/** The first evaluation of each position. */
export function byPly(positions: readonly Evaluation[]): ReadonlyMap<number, Evaluation> {
  const first = new Map<number, Evaluation>();
  for (const one of positions) if (!first.has(one.ply)) first.set(one.ply, one);
  return first;
}

/** The moves whose positions before and after them have scores. */
export function judge(positions: readonly Evaluation[], moves: readonly { usi: string; by: Colour }[]): readonly Judged[] {
  const known = byPly(positions);
  return moves.flatMap(({ usi, by }, ply) => {
    const [before, after] = [known.get(ply), known.get(ply + 1)];
    if (before?.score_cp == null || after?.score_cp == null) return [];
    const best = firstMove(before.line) === usi;
    const loss = best ? 0 : lossOf(by, before.score_cp, after.score_cp);
    return [{ ply, by, usi, loss, mark: markOf(loss), better: best ? '' : before.line }];
  });
}

/** How fast the accuracy of a move falls with its loss: a loss of a tenth leaves two thirds. */
const FALL = 4;

export interface Played {
  moves: number;
  /** The mean over the moves, in percent. */
  accuracy: number;
  marks: Readonly<Record<Mark, number>>;
}

/** How well a side played; null without a judged move. */
export function playOf(judged: readonly Judged[], colour: Colour): Played | null {
  const own = judged.filter(({ by }) => by === colour);
  if (own.length === 0) return null;
  const count = (wanted: Mark) => own.filter(({ mark }) => mark === wanted).length;
  return {
    moves: own.length,
    accuracy: (100 * own.reduce((sum, { loss }) => sum + Math.exp(-FALL * loss), 0)) / own.length,
    marks: { '?!': count('?!'), '?': count('?'), '??': count('??') },
  };
}
