// lonePiece.ts: one piece on a board that is empty but for pieces to capture or jump over, which the reader can move.

import type { Position, Variant } from '../../../src/wasm/shoogi.mjs';
import { parse, tree, type Step } from '../board/moves';
import { squareName } from '../board/squares';
import type { View } from '../game';
import { sfenOf, type Placed } from '../setup/placed';

export interface Place {
  file: number;
  rank: number;
}

export interface LonePiece {
  kind: number;
  at: Place;
  view: View;
  /** The squares of White's pieces, which are all of one kind and do not move. */
  others: ReadonlySet<string>;
  /** Where it can move, and where it can only capture, as marks of the board. */
  marks: ReadonlyMap<string, ReadonlySet<string>>;
}

const empty = (variant: Variant): Placed['pieces'] =>
  Array.from({ length: variant.ranks }, (_, rank) =>
    Array.from({ length: variant.files }, (__, file) => (variant.hasSquare(file, rank) ? null : undefined)));

/** A square near the middle. */
function middle(variant: Variant): Place {
  const [files, ranks] = [variant.files, variant.ranks];
  const all = Array.from({ length: files * ranks }, (_, i) => ({ file: i % files, rank: Math.floor(i / files) }))
    .filter(({ file, rank }) => variant.hasSquare(file, rank));
  const far = ({ file, rank }: Place) => Math.abs(2 * file + 1 - files) + Math.abs(2 * rank + 1 - ranks);
  return all.sort((a, b) => far(a) - far(b))[0]!;
}

/** The kind of the pieces to capture and to jump over: the first that is not royal. */
function otherKind(variant: Variant, kind: number): number {
  const plain = variant.kinds.findIndex((row) => row && !row.royal);
  return plain < 0 ? kind : plain;
}

const TARGET: ReadonlySet<string> = new Set(['target']);
const CAPTURE: ReadonlySet<string> = new Set(['threatened']);

function marksOf(variant: Variant, position: Position, { next }: Step): LonePiece['marks'] {
  const marks = new Map<string, ReadonlySet<string>>();
  for (let rank = 0; rank < variant.ranks; rank++)
    for (let file = 0; file < variant.files; file++)
      if (variant.hasSquare(file, rank) && position.isAttacked(file, rank, 'black')) marks.set(squareName(file, rank), CAPTURE);
  for (const piece of next.values()) for (const name of piece.next.keys()) marks.set(name, TARGET);
  return marks;
}

const NOBODY: ReadonlySet<string> = new Set();

/** A Black piece on the board, with Black to move. */
export function lonePiece(
  variant: Variant, kind: number, at: Place = middle(variant), last: string | null = null, others = NOBODY,
): LonePiece {
  const other = otherKind(variant, kind);
  const pieces = empty(variant).map((row, rank) => row.map((cell, file) => (
    file === at.file && rank === at.rank ? { kind, colour: 'black' as const }
      : others.has(squareName(file, rank)) ? { kind: other, colour: 'white' as const } : cell)));
  const none = { black: new Map(), white: new Map() };
  const position = variant.start(sfenOf(variant, { pieces, hands: none, side: 'black' }));
  try {
    const moves = tree(position.moves({ paths: true }));
    return {
      kind, at, others, marks: marksOf(variant, position, moves),
      view: {
        files: variant.files, ranks: variant.ranks, pieces, hands: { black: [], white: [] }, side: 'black',
        moves,
        last: new Set(last === null ? [] : parse(last).path), checkers: new Set(), threatened: new Set(),
        result: { outcome: 'none', reason: '' },
      },
    };
  } finally {
    position.free();
  }
}

/** The piece after one of its moves. */
export function afterMove(variant: Variant, { view, at, others }: LonePiece, usi: string): LonePiece {
  const position = variant.start(sfenOf(variant, { pieces: view.pieces, hands: { black: new Map(), white: new Map() }, side: 'black' }));
  try {
    position.do(usi);
    let moved = { kind: view.pieces[at.rank]![at.file]!.kind, at };
    const left = new Set<string>();
    for (let rank = 0; rank < variant.ranks; rank++) {
      for (let file = 0; file < variant.files; file++) {
        const piece = position.piece(file, rank);
        if (piece?.colour === 'black') moved = { kind: piece.kind, at: { file, rank } };
        else if (piece && others.has(squareName(file, rank))) left.add(squareName(file, rank));
      }
    }
    return lonePiece(variant, moved.kind, moved.at, usi, left);
  } finally {
    position.free();
  }
}

/** The same with a White piece on an empty square, or without the one there. */
export function withOther(variant: Variant, { kind, at, others }: LonePiece, square: string): LonePiece {
  const next = new Set(others);
  if (!next.delete(square) && square !== squareName(at.file, at.rank)) next.add(square);
  return lonePiece(variant, kind, at, null, next);
}

/** Its square, for announcements. */
export const squareOf = ({ at }: LonePiece): string => squareName(at.file, at.rank);
