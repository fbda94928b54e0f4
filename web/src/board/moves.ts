// moves.ts: saying a move one square after another.
//
// The legal moves of a position, in USI, are the paths of a tree whose edges are what a player points at: a piece
// or a kind in hand, then each square he steps on.  Where a path ends it may be marked with a promotion.  A
// pawn's move is two edges; a lion's that takes twice is three; one that takes beside itself and stays is three,
// back to the first.  Whoever points walks down the tree, so no kind of move needs a rule of its own here.

/** No position with more moves is laid out: each becomes a place in the tree that pointing walks. */
export const MOVES_MAX = 20000;

/** A place in the tree: the moves that begin with what was pointed at so far. */
export interface Step {
  /** Squares that may be pointed at next. */
  readonly next: ReadonlyMap<string, Step>;
  /** Moves that end here, by their mark: '' for none, '+', '+G'. */
  readonly ends: ReadonlyMap<string, string>;
}

interface Growing extends Step {
  next: Map<string, Growing>;
  ends: Map<string, string>;
}

const grow = (): Growing => ({ next: new Map(), ends: new Map() });

/** A move in USI: what is pointed at, and the mark.  A kind in hand is its letter and a star. */
export function parse(move: string): { path: string[]; mark: string } {
  const [, drop, squares, mark] = /^([^\d*]+\*)?((?:\d+[a-z]+)+)(.*)$/.exec(move) ?? [];
  if (squares === undefined || mark === undefined) throw new Error(`not a move: ${move}`);
  const path = squares.match(/\d+[a-z]+/g) ?? [];
  return { path: drop === undefined ? path : [drop, ...path], mark };
}

/** The tree of all these moves. */
export function tree(moves: readonly string[]): Step {
  const root = grow();
  for (const move of moves) {
    const { path, mark } = parse(move);
    let at = root;
    for (const place of path) {
      let step = at.next.get(place);
      if (!step) at.next.set(place, (step = grow()));
      at = step;
    }
    if (!at.ends.has(mark)) at.ends.set(mark, move);
  }
  return root;
}

/** What pointing leads to. */
export type Outcome =
  | { kind: 'nothing' }
  | { kind: 'on'; path: readonly string[]; step: Step } // part of a move has been said
  | { kind: 'choose'; step: Step } // all but the promotion
  | { kind: 'move'; move: string };

/** The move or the choice that a step ends with; null if none ends there. */
function end(step: Step): Outcome | null {
  const moves = [...step.ends.values()];
  if (moves.length > 1) return { kind: 'choose', step };
  return moves[0] === undefined ? null : { kind: 'move', move: moves[0] };
}

/** Where pointing at these places leads; undefined if no move begins so. */
export function walk(root: Step, path: readonly string[]): Step | undefined {
  let step: Step | undefined = root;
  for (const place of path) step = step?.next.get(place);
  return step;
}

/**
 * Points at a place, path having been pointed at before.  Pointing once more at the square one is on ends the
 * move there, if it may end; pointing anywhere else begins anew.
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
