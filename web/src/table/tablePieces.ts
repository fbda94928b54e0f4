// tablePieces.ts: the labels of a free board as pieces that a board can draw, and selections as typed moves.

import type { Colour, Variant } from '../../../src/wasm/shoogi.mjs';
import type { DrawableVariant } from '../board/drawableVariant';
import { parse } from '../board/moves';
import { squareAt } from '../board/squares';
import { placedOf, type Placed } from '../setup/placed';
import { defaultSettings, labelsOf, type Settings } from './log';
import type { Setup } from './setup';
import { sideOf, turnedTo, withHand, type Cell, type Position, type Side } from './spaces';

const colourOf = (side: Side): Colour => (side === 'first' ? 'black' : 'white');
const sideOfColour = (colour: Colour): Side => (colour === 'black' ? 'first' : 'second');

/** The pieces of a free board, with the faces of a game if there is one. */
export function piecesOf(settings: Settings, signs: Variant | null): DrawableVariant {
  const labels = labelsOf(settings);
  const { width, height, cells } = settings.start.position;
  const like = new Map(signs?.kinds.map((row, kind) => [row?.id ?? '', kind]));
  const number = (label: string): number => labels.indexOf(label) + 1;
  return {
    files: width,
    ranks: height,
    kinds: [null, ...labels.map((id) => {
      const [plain, promoted] = [id.replace(/^\+/, ''), number(`+${id}`)];
      const kind = signs?.kinds[like.get(id) ?? 0];
      return {
        id, name: kind?.name ?? id, moves: '', image: '', promoted, base: number(plain) || number(id), handKind: 0,
        royal: kind?.royal ?? false,
      };
    })],
    kindName: (kind, colour, style) => {
      const label = labels[kind - 1] ?? '';
      const known = like.get(label);
      return signs && known ? signs.kindName(known, colour, style) : label;
    },
    parameter: (name) => signs?.parameter(name) ?? null,
    hasSquare: (file, rank) => cells[rank * width + width - 1 - file] !== null,
    rides: () => { throw new Error('a table has no rules'); },
    start: () => { throw new Error('a table has no rules'); },
  };
}

/** A position as a board shows it. */
export function toPlaced(pieces: DrawableVariant, { position, side }: Setup): Placed {
  const { width, height, cells, hands } = position;
  const kinds = new Map(pieces.kinds.map((row, kind) => [row?.id, kind]));
  const piece = (label: string) => ({ kind: kinds.get(turnedTo(label, 'first')) ?? 0, colour: colourOf(sideOf(label)) });
  const hand = (wanted: Side) => new Map([...hands].filter(([label]) => sideOf(label) === wanted)
    .map(([label, count]): [number, number] => [piece(label).kind, count]));
  return {
    pieces: Array.from({ length: height }, (_, rank) => Array.from({ length: width }, (__, file) => {
      const cell = cells[rank * width + width - 1 - file];
      return cell === null || cell === undefined ? undefined : cell === '' ? null : piece(cell);
    })),
    hands: { black: hand('first'), white: hand('second') },
    side: colourOf(side),
  };
}

/** The inverse. */
export function fromPlaced(pieces: DrawableVariant, placed: Placed): Setup {
  const label = (kind: number, colour: Colour) => turnedTo(pieces.kinds[kind]!.id, sideOfColour(colour));
  const cells = placed.pieces.flatMap((row) => [...row].reverse()
    .map((piece): Cell => (piece === undefined ? null : piece === null ? '' : label(piece.kind, piece.colour))));
  let hands: Position['hands'] = new Map();
  for (const colour of ['black', 'white'] as const) {
    for (const [kind, count] of placed.hands[colour]) hands = withHand(hands, label(kind, colour), count);
  }
  return {
    position: { width: placed.pieces[0]!.length, height: placed.pieces.length, cells, hands }, side: sideOfColour(placed.side),
  };
}

/** The space of a square. */
export const spaceOf = ({ width }: Position, square: string): number => {
  const { file, rank } = squareAt(square);
  return rank * width + width - 1 - file;
};

/** The square of a space. */
export const squareOf = ({ width }: Position, space: number): { file: number; rank: number } =>
  ({ file: width - 1 - (space % width), rank: Math.floor(space / width) });

/** A selection as a typed move. */
export function typed({ position, side }: Setup, names: readonly string[], said: string): string {
  const [from, to] = parse(said).path as [string, string];
  const place = names[spaceOf(position, to)]!;
  if (from.endsWith('*')) return `${turnedTo(from.slice(0, -1), side)}*${place}`;
  const start = spaceOf(position, from);
  return `${position.cells[start]} ${names[start]}-${place}`;
}

/** A free board with a position of a shipped game; sfen: null is the start. */
export function tableLike(variant: Variant, name: string, title = name, sfen: string | null = null): Settings {
  const start = variant.start(sfen);
  const placed = placedOf(variant, start);
  start.free();
  const labels = variant.kinds.flatMap((row) => (row ? [row.id] : []));
  return {
    ...defaultSettings, title, signs: name, coordinates: 'shogi', labels,
    captures: variant.kinds.some((row) => row && row.handKind !== 0) ? 'hand' : 'gone',
    start: fromPlaced(variant, placed),
  };
}
