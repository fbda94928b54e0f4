// placed.ts: a position set up by hand, legal or not, and its SFEN.

import type { Colour, Piece, Position, Variant } from '../../../src/wasm/shoogi.mjs';
import { checksOf, type Checks } from '../board/checks';

/** The number of pieces in hand, by kind. */
export type Hands = Readonly<Record<Colour, ReadonlyMap<number, number>>>;

export interface Placed {
  /** By rank, then file; undefined for a hole. */
  pieces: readonly (readonly (Piece | null | undefined)[])[];
  hands: Hands;
  side: Colour;
  /** In a game that counts checks. */
  checks?: Checks;
  /** The last field of the SFEN: the rights to castle, if a piece that has one has moved. */
  rights?: string;
}

export function placedOf(variant: Variant, position: Position): Placed {
  const hand = (colour: Colour) => new Map(variant.kinds.flatMap((row, kind): [number, number][] => {
    const count = row ? position.hand(colour, kind) : 0;
    return count > 0 ? [[kind, count]] : [];
  }));
  const checks = checksOf(variant, position);
  const rights = /\d (\S+)$/.exec(position.sfen())?.[1];
  return {
    pieces: Array.from({ length: variant.ranks }, (_, rank) => Array.from({ length: variant.files }, (__, file) =>
      (variant.hasSquare(file, rank) ? position.piece(file, rank) : undefined))),
    hands: { black: hand('black'), white: hand('white') },
    side: position.side(),
    ...(checks && { checks }),
    ...(rights !== undefined && !/^\d+$/.test(rights) && { rights }),
  };
}

/** The SFEN.  If ids have several letters it needs commas, as the library reads it. */
export function sfenOf(variant: Variant, { pieces, hands, side, checks, rights }: Placed): string {
  const long = variant.kinds.some((kind) => (kind?.id.replace('+', '').length ?? 0) > 1);
  const id = ({ kind, colour }: Piece): string => {
    const text = variant.kinds[kind]?.id ?? '?';
    return colour === 'black' ? text : text.toLowerCase();
  };
  const ranks = pieces.map((row) => {
    const cells: string[] = [];
    let empty = 0;
    const flush = () => {
      if (empty > 0) cells.push(String(empty));
      empty = 0;
    };
    // From the left as Black sees it; a hole counts as an empty square.
    for (const piece of [...row].reverse()) {
      if (!piece) empty++;
      else {
        flush();
        cells.push(id(piece));
      }
    }
    flush();
    return cells.join(long ? ',' : '');
  });
  const held = (colour: Colour) => [...hands[colour]].filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count > 1 ? count : ''}${id({ kind, colour })}`);
  const all = [...held('black'), ...held('white')];
  // The checks that each side still needs.
  const needed = checks && checks.black + checks.white > 0 ? `${checks.wins - checks.black}+${checks.wins - checks.white} ` : '';
  return `${ranks.join('/')} ${side === 'black' ? 'b' : 'w'} ${all.length > 0 ? all.join(long ? ',' : '') : '-'} ${needed}1${rights === undefined ? '' : ` ${rights}`}`;
}
