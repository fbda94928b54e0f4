// spaces.ts: the spaces of a board of any shape, their names and contents.

import { rankName as letters } from '../board/squares';

/** The label on a space; '' is empty, null is a hole. */
export type Cell = string | null;

/** Pieces are labels: those of the first side begin with a capital, those of the second with a lower-case letter. */
export interface Position {
  readonly width: number;
  readonly height: number;
  /** From the far rank to the near one, from left to right. */
  readonly cells: readonly Cell[];
  /** The pieces in hand, by label. */
  readonly hands: ReadonlyMap<string, number>;
}

/** The largest width and height. */
export const SIDE_MAX = 36;

export type Coordinates = 'shogi' | 'chess';

export interface Spaces {
  readonly width: number;
  readonly height: number;
  /** Spaces by name. */
  readonly at: ReadonlyMap<string, number>;
  readonly names: readonly string[];
}

/** shogi: files are numbers from the right and ranks letters from the top; chess: files are letters from the left and
 * ranks numbers from the bottom. */
export function spaces(width: number, height: number, style: Coordinates): Spaces {
  const names = Array.from({ length: width * height }, (_, i) => {
    const [column, row] = [i % width, Math.floor(i / width)];
    return style === 'shogi' ? `${width - column}${letters(row)}` : `${letters(column)}${height - row}`;
  });
  return { width, height, names, at: new Map(names.map((name, i) => [name, i])) };
}

/** A text with the names of spaces in the other style replaced by those of these spaces: a3 by 9g, or 7g by c3. */
export function translated({ width, height, at, names }: Spaces, text: string): string {
  const other = spaces(width, height, at.has('1a') ? 'chess' : 'shogi');
  return text.replace(/(?<![\p{L}\p{Nd}])(?:[a-z]{1,2}\d{1,2}|\d{1,2}[a-z]{1,2})(?![\p{L}\p{Nd}])/gu, (name) => names[other.at.get(name) ?? -1] ?? name);
}

export type Side = 'first' | 'second';

const FIRST = /^\+?\p{Lu}/u;
export const sideOf = (label: string): Side => (FIRST.test(label) ? 'first' : 'second');
export const other = (side: Side): Side => (side === 'first' ? 'second' : 'first');

/** The same piece on a given side. */
export function turnedTo(label: string, side: Side): string {
  const [, sign = '', letter = '', rest = ''] = /^(\+?)(.)(.*)$/u.exec(label) ?? [];
  // Labels of several letters are upper or lower case throughout, or differ in the first letter: both forms survive.
  const all = letter + rest;
  const whole = rest !== '' && (all === all.toUpperCase() || all === all.toLowerCase()) && /\p{L}/u.test(rest);
  if (whole) return sign + (side === 'first' ? all.toUpperCase() : all.toLowerCase());
  return sign + (side === 'first' ? letter.toUpperCase() : letter.toLowerCase()) + rest;
}

export const LABEL = /^\+?\p{L}[\p{L}\p{Nd}_']*$/u;

/** Changes the number of a label in hand. */
export function withHand(hands: ReadonlyMap<string, number>, label: string, more: number): ReadonlyMap<string, number> {
  const next = new Map(hands);
  const count = (next.get(label) ?? 0) + more;
  if (count > 0) next.set(label, count);
  else next.delete(label);
  return next;
}
