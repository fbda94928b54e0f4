// squares.ts: names of squares, and where they lie on the screen.

/** Ranks go on after z with aa, ab ... */
export function rankName(rank: number): string {
  const letter = String.fromCharCode(97 + (rank % 26));
  return rank < 26 ? letter : rankName(Math.floor(rank / 26) - 1) + letter;
}

/** File and rank count from 0, from Black's right and from the top. */
export function squareName(file: number, rank: number): string {
  return `${file + 1}${rankName(rank)}`;
}

/** The column and row of a square, from the left and the top, as the player sees it. */
export function place(
  file: number, rank: number, files: number, ranks: number, turned: boolean,
): { column: number; row: number } {
  return turned ? { column: file, row: ranks - 1 - rank } : { column: files - 1 - file, row: rank };
}
