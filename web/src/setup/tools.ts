// tools.ts: the tools of the position editor.

import type { Colour, Piece } from '../../../src/wasm/shoogi.mjs';
import type { DrawableVariant } from '../board/drawableVariant';
import { parse, type Step } from '../board/moves';
import { squareAt as at, squareName } from '../board/squares';
import type { HandPiece, View } from '../game';
import { other } from '../sides';
import { fromTo, oneOf } from './pointing';
import type { Placed } from './placed';

/** Moves a piece, removes it, changes its colour, turns it to its next form, makes or fills a hole, or places a
 * piece. */
export type Tool =
  | { name: 'move' | 'remove' | 'side' | 'form' | 'hole' }
  | { name: 'put'; piece: Piece };

/** The kind on a square; 0 if it is empty. */
export function pieceOn(pieces: Placed['pieces'], square: string): number {
  const { file, rank } = at(square);
  return pieces[rank]?.[file]?.kind ?? 0;
}

type At = ReturnType<typeof at>;
type Cell = Piece | null | undefined;

const put = (pieces: Placed['pieces'], { file, rank }: At, cell: Cell): Placed['pieces'] =>
  pieces.map((row, r) => (r === rank ? row.map((old, f) => (f === file ? cell : old)) : row));

/** Changes the number of a kind in hand, never below 0. */
export function inHand(placed: Placed, colour: Colour, kind: number, more: number): Placed {
  const hand = new Map(placed.hands[colour]);
  const count = (hand.get(kind) ?? 0) + more;
  if (count > 0) hand.set(kind, count);
  else hand.delete(kind);
  return { ...placed, hands: { ...placed.hands, [colour]: hand } };
}

/** The kind in which a piece is in hand; 0: it cannot be in hand.  A promoted piece is held as its base. */
export function handKindOf(variant: DrawableVariant, kind: number): number {
  const row = variant.kinds[kind];
  return row ? row.handKind || (variant.kinds[row.base]?.handKind ?? 0) : 0;
}

/** Takes a piece off the board, or out of a hand; to: the hand that it goes to, if the piece can be in hand. */
export function takenOff(variant: DrawableVariant, placed: Placed, place: string, hand: Colour | null, to: Colour | null): Placed {
  const kind = hand ? variant.kinds.findIndex((row) => row?.id === place.slice(0, -1)) : pieceOn(placed.pieces, place);
  const kept = handKindOf(variant, kind);
  const without = hand ? inHand(placed, hand, kind, -1) : { ...placed, pieces: put(placed.pieces, at(place), null) };
  return to && kept !== 0 ? inHand(without, to, kept, 1) : without;
}

/** The next form of a kind: its promotion, or its base. */
export function turned(variant: DrawableVariant, kind: number): number {
  const row = variant.kinds[kind];
  if (!row) return kind;
  if (row.promoted !== 0) return row.promoted;
  return row.base !== 0 ? row.base : kind;
}

/** Applies a tool where the reader pointed.  said: the board's "move", which names the places. */
export function apply(variant: DrawableVariant, placed: Placed, tool: Tool, said: string): Placed {
  const { pieces, side } = placed;
  const { path } = parse(said);
  const cell = (place: At): Cell => pieces[place.rank]?.[place.file];
  if (tool.name === 'move') {
    const [from, to] = path as [string, string];
    if (from.endsWith('*')) {
      const kind = variant.kinds.findIndex((row) => row?.id === from.slice(0, -1));
      return inHand({ ...placed, pieces: put(pieces, at(to), { kind, colour: side }) }, side, kind, -1);
    }
    return { ...placed, pieces: put(put(pieces, at(to), cell(at(from))), at(from), null) };
  }
  const place = at(path[0]!);
  const old = cell(place);
  switch (tool.name) {
    case 'put': {
      const same = old && old.kind === tool.piece.kind && old.colour === tool.piece.colour;
      return { ...placed, pieces: put(pieces, place, same ? null : tool.piece) };
    }
    case 'remove': return { ...placed, pieces: put(pieces, place, null) };
    case 'side': return old ? { ...placed, pieces: put(pieces, place, { ...old, colour: other(old.colour) }) } : placed;
    case 'form': return old ? { ...placed, pieces: put(pieces, place, { ...old, kind: turned(variant, old.kind) }) } : placed;
    case 'hole': return { ...placed, pieces: put(pieces, place, old === undefined ? null : undefined) };
  }
}

/** The places where a tool may be used. */
function pointing(pieces: Placed['pieces'], hands: Readonly<Record<Colour, readonly HandPiece[]>>, side: Colour, tool: Tool): Step {
  const places = (fits: (cell: Cell) => boolean) =>
    new Set(pieces.flatMap((row, rank) => row.flatMap((cell, file) => (fits(cell) ? [squareName(file, rank)] : []))));
  switch (tool.name) {
    case 'move': return fromTo(
      new Set([...places((cell) => !!cell), ...hands[side].map(({ place }) => place)]), places((cell) => cell !== undefined));
    case 'put': return oneOf(places((cell) => cell !== undefined));
    case 'hole': return oneOf(places(() => true));
    case 'remove': case 'side': case 'form': return oneOf(places((cell) => !!cell));
  }
}

/** A position as a board shows it, for a tool. */
export function viewOf(variant: DrawableVariant, { pieces, hands, side, checks }: Placed, tool: Tool, last: readonly string[] = []): View {
  const held = (colour: Colour): HandPiece[] => [...hands[colour]].map(([kind, count]) =>
    ({ kind, count, place: `${variant.kinds[kind]?.id ?? ''}*` }));
  const both = { black: held('black'), white: held('white') };
  return {
    files: pieces[0]?.length ?? 0, ranks: pieces.length, hands: both, ...(checks && { checks }),
    // A hole can be filled.
    pieces: tool.name === 'hole' ? pieces.map((row) => row.map((cell) => cell ?? null)) : pieces, side, moves: pointing(pieces, both, side, tool),
    last: new Set(last), checkers: new Set(), threatened: new Set(), result: { outcome: 'none', reason: '' },
  };
}

/** The names of the holes. */
export const holes = ({ pieces }: Placed): string[] =>
  pieces.flatMap((row, rank) => row.flatMap((cell, file) => (cell === undefined ? [squareName(file, rank)] : [])));

/** The board without pieces. */
export const cleared = ({ pieces, side, checks }: Placed): Placed => ({
  pieces: pieces.map((row) => row.map((cell) => (cell ? null : cell))), hands: { black: new Map(), white: new Map() }, side,
  ...(checks && { checks: { ...checks, black: 0, white: 0 } }),
});

/** Swaps left and right. */
export const mirrored = ({ rights, ...placed }: Placed): Placed => ({ ...placed, pieces: placed.pieces.map((row) => [...row].reverse()) });

/** Turns the board by half and swaps the colours. */
export const exchanged = ({ pieces, hands, side, checks }: Placed): Placed => ({
  pieces: [...pieces].reverse().map((row) => [...row].reverse().map((cell) => cell && { ...cell, colour: other(cell.colour) })),
  hands: { black: hands.white, white: hands.black },
  side: other(side),
  ...(checks && { checks: { ...checks, black: checks.white, white: checks.black } }),
});
