// recordTitle.ts: the title of a record of the library.

import { t } from './words';

/** Its players, or its number if it names neither. */
export const recordTitle = ({ id, black, white }: { id: number; black: string; white: string }): string =>
  (black || white ? t('{black} against {white}', { black: black || '?', white: white || '?' }) : t('Record {id}', { id }));
