// handicap.ts: handicaps, which are written as moves.

import { kanjiNumber, squareAt } from './board/squares';
import { currentLanguage, listed, t, tc } from './words';

/** A handicap begins with this; its pieces or its name follow. */
export const HANDICAP = 'HANDICAP:';

export const isHandicap = (move: string): boolean => move.startsWith(HANDICAP);

/** A handicap to which a definition gives a name. */
export interface NamedHandicap {
  /** As moves take it: "two-pieces". */
  name: string;
  /** In the reader's language. */
  words: string;
  /** "B@2b,R@8b" */
  pieces: string;
}

/** The named handicaps of a definition. */
export const handicapsIn = (definition: string): NamedHandicap[] =>
  [...definition.matchAll(/^handicap=([^:\n]+):(\S+)/gm)].map(([, names = '', pieces = '']) => {
    const [name = '', ...aliases] = names.split(',');
    const japanese = currentLanguage() === 'ja' ? aliases[0] : undefined;
    return { name, words: japanese ?? tc('handicap', name.replaceAll('-', ' ')), pieces };
  });

const inOrder = (pieces: string): string => pieces.split(',').sort().join();

/** A piece and its square as readers of Japanese see them: "２二角".  sign: the name of the piece. */
export function japanesePiece(sign: string, square: string): string {
  const { file, rank } = squareAt(square);
  const wide = String(file + 1).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  return wide + kanjiNumber(rank + 1) + sign;
}

/** "Handicap: L1a, R8b" of "HANDICAP:L@1a,R@8b", or with the name that one of these has; null for other moves.
 * write: writes a piece and its square. */
export function handicapInWords(move: string, named: readonly NamedHandicap[] = [], write = (id: string, square: string) => id + square): string | null {
  const [, given] = /HANDICAP:(.+)/.exec(move) ?? [];
  if (given === undefined) return null;
  const words = named.find(({ pieces }) => inOrder(pieces) === inOrder(given))?.words;
  return t('Handicap: {pieces}', { pieces: words ?? listed(given.split(',').map((one) => write(...one.split('@') as [string, string]))) });
}
