// placed.ts: the pieces of a position in SFEN, and moves on them without rules: enough to draw small boards.

import { squareAt, squaresOf } from '../board/squares';

export interface Placed {
  files: number;
  ranks: number;
  /** By rank and then by column from the left: "P", "+p", or null. */
  cells: readonly (readonly (string | null)[])[];
  hands: Readonly<Record<string, number>>;
}

/** The ids of a rank: with commas between them if ids have several letters. */
const idsOf = (rank: string): string[] | null => (rank.includes(',') ? rank.split(',')
  : /^(\d+|\+?[A-Za-z])+$/.test(rank) ? rank.match(/\d+|\+?[A-Za-z]/g) : null);

/** The largest board of a server. */
const FILES_MAX = 36;

/** null: this reader does not know the text; then a picture of the server serves. */
export function placedOf(sfen: string): Placed | null {
  const [board = '', , held = '-'] = sfen.split(' ');
  const ranks = board.split('/').map(idsOf);
  const cells = ranks.map((rank) => (rank ?? []).flatMap((id) => (/^\d+$/.test(id) ? Array<null>(Math.min(Number(id), FILES_MAX + 1)).fill(null) : [id])));
  const files = cells[0]?.length ?? 0;
  if (files === 0 || files > FILES_MAX || cells.some((rank) => rank.length !== files)) return null;
  const hands: Record<string, number> = {};
  for (const [, count = '', id = ''] of held.matchAll(/(\d*)([A-Za-z])/g)) hands[id] = Number(count || 1);
  return { files, ranks: cells.length, cells, hands };
}

/** Where a square is among the cells. */
export const place = ({ files }: Placed, square: string): [rank: number, column: number] => {
  const { file, rank } = squareAt(square);
  return [rank, files - 1 - file];
};

/** The position after a legal move of a game in which captured pieces come to hand. */
export function moved(placed: Placed, usi: string, side: 'black' | 'white'): Placed {
  const cells = placed.cells.map((rank) => [...rank]);
  const hands = { ...placed.hands };
  const own = (id: string) => (side === 'black' ? id.toUpperCase() : id.toLowerCase());
  const [from, to] = squaresOf(usi);
  const drop = /^([A-Za-z])\*/.exec(usi)?.[1];
  let piece: string | null = null;
  if (drop !== undefined) {
    piece = own(drop);
    hands[piece] = (hands[piece] ?? 1) - 1;
  } else {
    const [rank, column] = place(placed, from!);
    piece = cells[rank]?.[column] ?? null;
    cells[rank]![column] = null;
  }
  const [rank, column] = place(placed, (drop === undefined ? to : from)!);
  const captured = cells[rank]?.[column];
  if (captured) {
    const id = own(captured.replace('+', ''));
    hands[id] = (hands[id] ?? 0) + 1;
  }
  cells[rank]![column] = piece !== null && usi.endsWith('+') ? `+${piece}` : piece;
  return { ...placed, cells, hands };
}
