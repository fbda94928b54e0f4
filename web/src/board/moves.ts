// moves.ts: entering a move square by square.
//
// The legal moves of a position, in USI, are paths of a tree.  Its edges are what a player selects: a piece on the board
// or a kind in hand, then each square of the path.  The end of a path may carry a promotion.  A pawn's move has two
// edges, a lion's double capture has three, and so has igui: capture beside and return.
// Selecting walks down the tree, so no kind of move needs a rule of its own here.

import type { Variant } from '../../../src/wasm/shoogi.mjs';
import { squaresOf } from './squares';

/** Positions with more moves get no tree: each move becomes a node in it. */
export const MOVES_MAX = 20000;

/** Whether a position has few enough moves to show.  Counting them takes no memory. */
export function isBounded(variant: Variant, sfen: string | null): boolean {
  const position = variant.start(sfen);
  try {
    return position.perft(1, { paths: true }) <= MOVES_MAX;
  } finally {
    position.free();
  }
}

/** A node of the tree: the moves that begin with the places selected so far. */
export interface Step {
  /** The squares that can be selected next. */
  readonly next: ReadonlyMap<string, Step>;
  /** The moves that end here, by their mark: '' for none, '+', '+G', CASTLES. */
  readonly ends: ReadonlyMap<string, string>;
}

/** The mark of a castling where the piece could also move to the square otherwise. */
export const CASTLES = 'O';

interface Growing extends Step {
  next: Map<string, Growing>;
  ends: Map<string, string>;
}

const grow = (): Growing => ({ next: new Map(), ends: new Map() });

/** A move in USI as selected places and a mark.  A kind in hand is its letter and a star. */
export function parse(move: string): { path: string[]; mark: string } {
  const [, drop, squares, mark] = /^([^\d*]+\*)?((?:\d+[a-z]+)+)(.*)$/.exec(move) ?? [];
  if (squares === undefined || mark === undefined) throw new Error(`not a move: ${move}`);
  const path = squaresOf(squares);
  return { path: drop === undefined ? path : [drop, ...path], mark };
}

/** The tree of these moves.  castles: whether a move by way of the square of its partner castles; its two ends are then
 *  a path to it, too. */
export function tree(moves: readonly string[], castles?: (usi: string, path: readonly string[]) => boolean): Step {
  const root = grow();
  const bent: [string, string[]][] = [];
  for (const move of moves) {
    const { path, mark } = parse(move);
    if (castles && path.length === 3) bent.push([move, path]);
    let at = root;
    for (const place of path) {
      let step = at.next.get(place);
      if (!step) at.next.set(place, (step = grow()));
      at = step;
    }
    if (!at.ends.has(mark)) at.ends.set(mark, move);
  }
  for (const [move, path] of bent) {
    const straight = root.next.get(path[0]!)?.next.get(path[2]!);
    if (straight && straight.ends.size > 0 && castles!(move, path)) straight.ends.set(CASTLES, move);
  }
  return root;
}

/** The result of a selection. */
export type Outcome =
  | { kind: 'nothing' }
  | { kind: 'on'; path: readonly string[]; step: Step } // part of a move has been said
  | { kind: 'choose'; step: Step } // all but the promotion
  | { kind: 'move'; move: string };

/** The move or choice at a node; null if no move ends there. */
function end(step: Step): Outcome | null {
  const moves = [...step.ends.values()];
  if (moves.length > 1) return { kind: 'choose', step };
  return moves[0] === undefined ? null : { kind: 'move', move: moves[0] };
}

/** The node after these places; undefined if no move begins so. */
export function walk(root: Step, path: readonly string[]): Step | undefined {
  let step: Step | undefined = root;
  for (const place of path) step = step?.next.get(place);
  return step;
}

/**
 * Selects a place after those of path.  Selecting the last place again ends the move there, if a move may end there.
 * Any other place starts a new path.
 */
export function point(root: Step, path: readonly string[], place: string): Outcome {
  const step = walk(root, path);
  if (!step) return { kind: 'nothing' };
  const next = step.next.get(place);
  if (next) {
    const ended = next.next.size === 0 ? end(next) : null;
    return ended ?? { kind: 'on', path: [...path, place], step: next };
  }
  if (path.at(-1) === place) return end(step) ?? { kind: 'nothing' };
  const begun = root.next.get(place);
  return begun ? { kind: 'on', path: [place], step: begun } : { kind: 'nothing' };
}
