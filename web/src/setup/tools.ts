// tools.ts: what pointing does where men are set up by hand.

import type { Colour, Piece } from '../../../src/wasm/shoogi.mjs';
import type { Men } from '../board/pieces';
import { parse, type Step } from '../board/moves';
import { squareAt as at, squareName } from '../board/squares';
import type { Held, View } from '../game';
import { other } from '../sides';
import { fromTo, oneOf } from './pointing';
import type { Placed } from './placed';

/** Takes men elsewhere, puts one down, takes one off, gives one to the other side, turns one over, or changes whether
 * there is a square. */
export type Tool =
  | { name: 'move' | 'remove' | 'side' | 'form' | 'hole' }
  | { name: 'put'; man: Piece };

/** The kind that stands on a square; 0 if none does. */
export function manOn(men: Placed['men'], square: string): number {
  const { file, rank } = at(square);
  return men[rank]?.[file]?.kind ?? 0;
}

type At = ReturnType<typeof at>;
type Cell = Piece | null | undefined;

const put = (men: Placed['men'], { file, rank }: At, cell: Cell): Placed['men'] =>
  men.map((row, r) => (r === rank ? row.map((old, f) => (f === file ? cell : old)) : row));

/** Hands with so many more of a kind, and never fewer than none. */
export function inHand(placed: Placed, colour: Colour, kind: number, more: number): Placed {
  const hand = new Map(placed.hands[colour]);
  const count = (hand.get(kind) ?? 0) + more;
  if (count > 0) hand.set(kind, count);
  else hand.delete(kind);
  return { ...placed, hands: { ...placed.hands, [colour]: hand } };
}

/** The next form of a kind: what it promotes to, or what it was. */
export function turned(variant: Men, kind: number): number {
  const row = variant.kinds[kind];
  if (!row) return kind;
  if (row.promoted !== 0) return row.promoted;
  return row.base !== 0 ? row.base : kind;
}

/** What a tool does where somebody pointed: what the board calls a move is what was said to it. */
export function apply(variant: Men, placed: Placed, tool: Tool, said: string): Placed {
  const { men, side } = placed;
  const { path } = parse(said);
  const cell = (place: At): Cell => men[place.rank]?.[place.file];
  if (tool.name === 'move') {
    const [from, to] = path as [string, string];
    if (from.endsWith('*')) {
      const kind = variant.kinds.findIndex((row) => row?.id === from.slice(0, -1));
      return inHand({ ...placed, men: put(men, at(to), { kind, colour: side }) }, side, kind, -1);
    }
    return { ...placed, men: put(put(men, at(to), cell(at(from))), at(from), null) };
  }
  const place = at(path[0]!);
  const old = cell(place);
  switch (tool.name) {
    case 'put': {
      const same = old && old.kind === tool.man.kind && old.colour === tool.man.colour;
      return { ...placed, men: put(men, place, same ? null : tool.man) };
    }
    case 'remove': return { ...placed, men: put(men, place, null) };
    case 'side': return old ? { ...placed, men: put(men, place, { ...old, colour: other(old.colour) }) } : placed;
    case 'form': return old ? { ...placed, men: put(men, place, { ...old, kind: turned(variant, old.kind) }) } : placed;
    case 'hole': return { ...placed, men: put(men, place, old === undefined ? null : undefined) };
  }
}

/** Where a tool may be used. */
function pointing(men: Placed['men'], hands: Readonly<Record<Colour, readonly Held[]>>, side: Colour, tool: Tool): Step {
  const places = (fits: (cell: Cell) => boolean) =>
    new Set(men.flatMap((row, rank) => row.flatMap((cell, file) => (fits(cell) ? [squareName(file, rank)] : []))));
  switch (tool.name) {
    case 'move': return fromTo(
      new Set([...places((cell) => !!cell), ...hands[side].map(({ place }) => place)]), places((cell) => cell !== undefined));
    case 'put': return oneOf(places((cell) => cell !== undefined));
    case 'hole': return oneOf(places(() => true));
    case 'remove': case 'side': case 'form': return oneOf(places((cell) => !!cell));
  }
}

/** What is placed as a board shows it, with a tool in hand. */
export function viewOf(variant: Men, { men, hands, side }: Placed, tool: Tool, last: readonly string[] = []): View {
  const held = (colour: Colour): Held[] => [...hands[colour]].map(([kind, count]) =>
    ({ kind, count, place: `${variant.kinds[kind]?.id ?? ''}*` }));
  const both = { black: held('black'), white: held('white') };
  return {
    files: men[0]?.length ?? 0, ranks: men.length, hands: both,
    // Where there is no square one may be made.
    men: tool.name === 'hole' ? men.map((row) => row.map((cell) => cell ?? null)) : men, side, moves: pointing(men, both, side, tool),
    last: new Set(last), checkers: new Set(), threatened: new Set(), result: { outcome: 'none', reason: '' },
  };
}

/** The squares that are not there, by their names. */
export const holes = ({ men }: Placed): string[] =>
  men.flatMap((row, rank) => row.flatMap((cell, file) => (cell === undefined ? [squareName(file, rank)] : [])));

/** The board without men. */
export const cleared = ({ men, side }: Placed): Placed => ({
  men: men.map((row) => row.map((cell) => (cell ? null : cell))), hands: { black: new Map(), white: new Map() }, side,
});

/** Left and right change places. */
export const mirrored = (placed: Placed): Placed => ({ ...placed, men: placed.men.map((row) => [...row].reverse()) });

/** The board turned half way round, and every man the other side's. */
export const exchanged = ({ men, hands, side }: Placed): Placed => ({
  men: [...men].reverse().map((row) => [...row].reverse().map((cell) => cell && { ...cell, colour: other(cell.colour) })),
  hands: { black: hands.white, white: hands.black },
  side: other(side),
});
