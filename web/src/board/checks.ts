// checks.ts: the checks that each side has given, in a game in which several of them win.

import type { Colour, Position, Variant } from '../../../src/wasm/shoogi.mjs';
import { t } from '../words';

/** The number of checks given by each side, and the number that wins. */
export type Checks = Readonly<Record<Colour | 'wins', number>>;

/** The count of checks of a position; undefined in a game that does not count them. */
export function checksOf({ checksToWin: wins }: Variant, position: Position): Checks | undefined {
  return wins > 1 ? { black: position.checksGiven('black'), white: position.checksGiven('white'), wins } : undefined;
}

/** "Checks: 1 of 3". */
export const checksInWords = (checks: Checks, colour: Colour): string =>
  t('Checks: {count} of {wins}', { count: checks[colour], wins: checks.wins });
