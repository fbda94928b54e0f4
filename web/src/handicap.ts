// handicap.ts: a handicap, which is written as a move, in words.

import { listed, t } from './words';

/** "Handicap: L1a, R8b" of "HANDICAP:L@1a,R@8b"; null: the move is none. */
export function handicapInWords(move: string): string | null {
  const [, pieces] = /HANDICAP:(.+)/.exec(move) ?? [];
  return pieces === undefined ? null : t('Handicap: {pieces}', { pieces: listed(pieces.replaceAll('@', '').split(',')) });
}
