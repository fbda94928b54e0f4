// pieceSets.ts: the face of a piece in each piece set, and its names, computed once per kind.

import type { Colour, Piece } from '../../../src/wasm/shoogi.mjs';
import type { View } from '../game';
import type { PieceSet } from './look';
import type { DrawableVariant } from './drawableVariant';
import { reachIfKnown } from './reach';
import { squareAt } from './squares';
import { currentLanguage, tc } from '../words';
import { knownKanji } from './knownKanji';

/** Drawn symbols, by the name of the kind: the alchemists' signs for metals, and a crown for royal pieces. */
export type Symbol = 'moon' | 'sun' | 'venus' | 'mars' | 'crown';

export type Face =
  | { readonly kind: 'text'; readonly lines: readonly string[]; readonly size: number; readonly latin: boolean }
  | { readonly kind: 'symbol'; readonly symbol: Symbol; readonly promoted: boolean }
  | { readonly kind: 'figure' } // made from the moves, filled
  | { readonly kind: 'rays' }; // made from the moves, in lines

const METALS: readonly (readonly [RegExp, Symbol])[] = [
  [/\bsilver\b/i, 'moon'], [/\bgold\b/i, 'sun'], [/\bcopper\b/i, 'venus'], [/\biron\b/i, 'mars'],
];

export function isPromoted(variant: DrawableVariant, kind: number): boolean {
  const row = variant.kinds[kind];
  return row ? row.base !== kind : false;
}

function letters(id: string): Face {
  const { length } = id;
  return { kind: 'text', lines: [id], size: length === 1 ? 46 : length === 2 ? 36 : 25, latin: true };
}

/** Whether the kind can be recognised by its moves. */
function moving(variant: DrawableVariant, kind: number): boolean {
  const { rides, turns } = reachIfKnown(variant, kind);
  return rides.length + turns.length > 0;
}

const first = (text: string) => [...text][0] ?? '';
const signs = new WeakMap<DrawableVariant, Map<string, Set<string>>>();

/** Whether another piece of the game has the same first kanji but another name: then one kanji is not enough. */
function isShared(variant: DrawableVariant, kind: number, colour: Piece['colour']): boolean {
  let names = signs.get(variant);
  if (!names) {
    signs.set(variant, (names = new Map()));
    for (const side of ['black', 'white'] as const)
      for (let one = 0; one < variant.kinds.length; one++) {
        if (!variant.kinds[one]) continue;
        const key = side + first(variant.kindName(one, side, 'kanji short'));
        names.set(key, (names.get(key) ?? new Set()).add(variant.kindName(one, side, 'kanji')));
      }
  }
  return (names.get(colour + first(variant.kindName(kind, colour, 'kanji short')))?.size ?? 0) > 1;
}

const withKanji = new WeakMap<DrawableVariant, boolean>();

/** Whether the definition has kanji for any of its pieces. */
function hasKanji(variant: DrawableVariant): boolean {
  let has = withKanji.get(variant);
  if (has === undefined) {
    has = variant.kinds.some((row, kind) => row && /[^ -~]/.test(variant.kindName(kind, 'black', 'kanji')));
    withKanji.set(variant, has);
  }
  return has;
}

function make(variant: DrawableVariant, { kind, colour }: Piece, set: PieceSet): Face {
  const row = variant.kinds[kind];
  const id = row?.id ?? '?';
  switch (set) {
    case 'letters':
      return letters(id);
    case 'moves':
      return moving(variant, kind) ? { kind: 'rays' } : letters(id);
    case 'symbols': {
      const base = variant.kinds[row?.base ?? kind] ?? row;
      const metal = METALS.find(([word]) => word.test(base?.name ?? ''))?.[1];
      if (row?.royal) return { kind: 'symbol', symbol: 'crown', promoted: isPromoted(variant, kind) };
      if (metal) return { kind: 'symbol', symbol: metal, promoted: isPromoted(variant, kind) };
      return moving(variant, kind) ? { kind: 'figure' } : letters(id);
    }
    case 'kanji':
    case 'kanji2': {
      const own = variant.kindName(kind, colour, set === 'kanji' ? 'kanji short' : 'kanji');
      const text = row && own === id && !hasKanji(variant) ? knownKanji(row.name, row.moves) : own;
      // A name in Latin letters has no kanji: the letter of the notation serves.
      if (text === '' || /[ -~]/.test(text)) return letters(id);
      const lines = [...text].slice(0, set === 'kanji' && !isShared(variant, kind, colour) ? 1 : 3);
      return { kind: 'text', lines, size: [60, 39, 28][lines.length - 1] ?? 28, latin: false };
    }
  }
}

const found = new WeakMap<DrawableVariant, Map<string, Face>>();

export function face(variant: DrawableVariant, piece: Piece, set: PieceSet): Face {
  let faces = found.get(variant);
  if (!faces) found.set(variant, (faces = new Map()));
  const key = `${set} ${piece.kind} ${piece.colour}`;
  let one = faces.get(key);
  if (!one) faces.set(key, (one = make(variant, piece, set)));
  return one;
}

const names = new WeakMap<DrawableVariant, Map<string, string>>();

/** The name of a piece where it stands alone: "Dragon horse". */
export function titleOf(variant: DrawableVariant, kind: number, colour: Colour): string {
  const english = variant.kinds[kind]?.name ?? '';
  const said = tc('piece', english);
  return said === english ? variant.kindName(kind, colour, 'english') : said;
}

/** The name of a piece in a sentence: "dragon horse". */
export function nameOf(variant: DrawableVariant, kind: number, colour: Colour): string {
  let known = names.get(variant);
  if (!known) names.set(variant, (known = new Map()));
  const key = `${currentLanguage()} ${kind} ${colour}`;
  let name = known.get(key);
  if (name === undefined) {
    name = titleOf(variant, kind, colour);
    if (name === variant.kindName(kind, colour, 'english')) name = name.toLowerCase().replace(/ \(.*/, '');
    known.set(key, name);
  }
  return name;
}

/** The kind at the first place of a move: a square, or a kind in hand. */
export function moverOf(variant: DrawableVariant, view: View, from: string): number {
  if (from.endsWith('*')) return variant.kinds.findIndex((row) => row?.id === from.slice(0, -1));
  const { file, rank } = squareAt(from);
  return view.pieces[rank]?.[file]?.kind ?? 0;
}

/** The label of a piece: the id of its kind, in lower case for White. */
export function labelOf(variant: DrawableVariant, { kind, colour }: Piece): string {
  const id = variant.kinds[kind]?.id ?? '?';
  return colour === 'black' ? id : id.toLowerCase();
}
