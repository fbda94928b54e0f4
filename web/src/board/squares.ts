// squares.ts: names of squares, and their places on the screen.

/** The size of a square in the drawing of a board. */
export const CELL = { width: 100, height: 109 };

/** After z come aa, ab ... */
export function rankName(rank: number): string {
  const letter = String.fromCharCode(97 + (rank % 26));
  return rank < 26 ? letter : rankName(Math.floor(rank / 26) - 1) + letter;
}

/** File and rank count from 0, from Black's right and from the top. */
export function squareName(file: number, rank: number): string {
  return `${file + 1}${rankName(rank)}`;
}

/** The file and rank of a square's name. */
export function squareAt(name: string): { file: number; rank: number } {
  const [, digits = '1', letters = 'a'] = /^(\d+)([a-z]+)$/.exec(name) ?? [];
  let rank = 0;
  for (const letter of letters) rank = rank * 26 + letter.charCodeAt(0) - 96;
  return { file: Number(digits) - 1, rank: rank - 1 };
}

/** The squares of a move in USI, "7g7f+" or "P*5e", in the order of its path. */
export const squaresOf = (usi: string): string[] => usi.match(/\d+[a-z]+/g) ?? [];

/** The column and row of a square as the player sees it, from the left and the top. */
export function place(
  file: number, rank: number, files: number, ranks: number, turned: boolean,
): { column: number; row: number } {
  return turned ? { column: file, row: ranks - 1 - rank } : { column: files - 1 - file, row: rank };
}

/** The names of squares on the screen: 7f, 7六, or c4 as on a chessboard, where the first rank may have another number. */
export type Coordinates = 'western' | 'japanese' | 'chess' | `chess from ${number}`;

/** The number of Black's first rank as on a chessboard; null in other styles. */
const firstOf = (style: Coordinates): number | null => (style === 'chess' ? 1 : style.startsWith('chess') ? Number(style.slice('chess from '.length)) : null);

/** The style of a chessboard whose first rank has this number. */
export const chessFrom = (first: number): Coordinates => (first === 1 ? 'chess' : `chess from ${first}`);

const DIGITS = '〇一二三四五六七八九';

/** 1 to 99 as 一, 十二, 三十六. */
export function kanjiNumber(number: number): string {
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  return (tens > 1 ? DIGITS.charAt(tens) : '') + (tens > 0 ? '十' : '') + (ones > 0 || tens === 0 ? DIGITS.charAt(ones) : '');
}

export function fileLabel(file: number, files: number, style: Coordinates): string {
  return firstOf(style) !== null ? rankName(files - 1 - file) : String(file + 1);
}

export function rankLabel(rank: number, ranks: number, style: Coordinates): string {
  const first = firstOf(style);
  return first !== null ? String(ranks - 1 - rank + first) : style === 'japanese' ? kanjiNumber(rank + 1) : rankName(rank);
}

/** The name of a square in a style. */
export function called(name: string, files: number, ranks: number, style: Coordinates): string {
  const { file, rank } = squareAt(name);
  return fileLabel(file, files, style) + rankLabel(rank, ranks, style);
}
