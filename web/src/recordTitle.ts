// recordTitle.ts: the title of a record.

import type { Colour } from '../../src/wasm/shoogi.mjs';
import { shownName } from './playerName';
import { t } from './words';

type Names = Readonly<Record<Colour, string>>;

/** The players of a record; '' if it names neither. */
export const playersOf = ({ black, white }: Names): string =>
  (black || white ? t('{black} against {white}', { black: shownName(black) || '?', white: shownName(white) || '?' }) : '');

/** The players of a record of the library, or its number. */
export const recordTitle = ({ id, ...names }: Names & { id: number }): string => playersOf(names) || t('Record {id}', { id });
