// half.ts: a move of several steps while it is being entered: the board as the steps chosen so far leave it.

import type { View } from '../game';
import { squareAt } from './squares';

/**
 * The board after the first steps of a move: the piece stands where they end, and what they captured is gone.
 * path: the square of the piece, then those it has reached.  The same view, if there is no step yet, or if a step ends on
 * a piece of its own side: that is castling, which nothing shows before it is made.
 */
export function halfMade(view: View, path: readonly string[]): View {
  const [from = '', ...way] = path;
  if (way.length === 0 || from.endsWith('*')) return view;
  const on = (name: string) => {
    const { file, rank } = squareAt(name);
    return view.pieces[rank]?.[file];
  };
  const mover = on(from);
  if (!mover || way.some((name) => name !== from && on(name)?.colour === mover.colour)) return view;
  const pieces = view.pieces.map((line) => [...line]);
  for (const name of path) {
    const { file, rank } = squareAt(name);
    pieces[rank]![file] = null;
  }
  const { file, rank } = squareAt(way.at(-1)!);
  pieces[rank]![file] = mover;
  return { ...view, pieces, last: new Set(path), checkers: new Set(), threatened: new Set() };
}
