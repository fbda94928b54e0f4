// large.ts: a board of 36x36 with 804 pieces of 210 kinds, as large as shogi gets: the size of Taikyoku, not its rules.
//
// It is made by hand: a board is drawn from a view and the names of its pieces, and needs no rules.

import type { Kind, Piece } from '../../src/wasm/shoogi.mjs';
import type { DrawableVariant } from '../src/board/drawableVariant';
import { tree } from '../src/board/moves';
import type { View } from '../src/game';

const SIZE = 36;
const KINDS = 210;
const KANJI = [...'歩兵香車桂馬銀将金飛角行王玉龍獅子奔麒麟鳳凰盲虎酔象猛豹銅反竪横仲人鯨白駒鹿鷹鷲牛猪太'];

/** Every kind has an id of two letters and a name of two kanji. */
const kinds: (Kind | null)[] = [null, ...Array.from({ length: KINDS }, (_, i) => ({
  id: String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26)), name: `kind ${i + 1}`, moves: i % 3 === 0 ? 'FfW' : 'WfF',
  image: '', promoted: 0, base: i + 1, handKind: 0, royal: i === KINDS - 1,
}))];
const names = Array.from({ length: KINDS }, (_, i) =>
  KANJI[i % KANJI.length]! + KANJI[(i * 7 + Math.floor(i / KANJI.length) + 3) % KANJI.length]!);

export const variant: DrawableVariant = {
  files: SIZE,
  ranks: SIZE,
  kinds,
  kindName: (kind, _colour, style) => {
    const name = names[kind - 1] ?? '';
    return style === 'kanji' ? name : style === 'kanji short' ? name.slice(0, 1) : kinds[kind]?.name ?? '';
  },
  parameter: () => null,
  rides: () => { throw new Error('a drawing has no rules'); },
  hasSquare: () => true,
  start: () => { throw new Error('there are no rules for this board'); },
};

/** Eleven full ranks and six more pieces on either side. */
function pieceOn(file: number, rank: number): Piece | null {
  const [colour, depth] = rank < SIZE / 2 ? ['white', rank] as const : ['black', SIZE - 1 - rank] as const;
  if (depth > 11 || (depth === 11 && ![3, 9, 15, 20, 26, 32].includes(file))) return null;
  return { kind: 1 + ((depth * SIZE + (colour === 'white' ? file : SIZE - 1 - file)) * 11) % KINDS, colour };
}

export const view: View = {
  files: SIZE,
  ranks: SIZE,
  pieces: Array.from({ length: SIZE }, (_, rank) => Array.from({ length: SIZE }, (__, file) => pieceOn(file, rank))),
  hands: { black: [], white: [] },
  side: 'black',
  moves: tree(['34y34x', '34y34w', '28y28x']),
  last: new Set(['10l', '10m']),
  checkers: new Set(),
  threatened: new Set(),
  result: { outcome: 'none', reason: '' },
};
