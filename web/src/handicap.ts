// handicap.ts: handicaps, which are written as moves.

import { listed, t } from './words';

/** A handicap begins with this; its pieces or its name follow. */
export const HANDICAP = 'HANDICAP:';

export const isHandicap = (move: string): boolean => move.startsWith(HANDICAP);

/** "Handicap: L1a, R8b" of "HANDICAP:L@1a,R@8b"; null for other moves. */
export function handicapInWords(move: string): string | null {
  const [, pieces] = /HANDICAP:(.+)/.exec(move) ?? [];
  return pieces === undefined ? null : t('Handicap: {pieces}', { pieces: listed(pieces.replaceAll('@', '').split(',')) });
}
