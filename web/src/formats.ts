// formats.ts: the formats of records that the server writes.

import { t } from './words';

/** The endings of the addresses, and the names.  The first two are also to be had in UTF-8, to copy. */
export const formats = () => [
  ['kif', 'KIF'], ['ki2', 'KI2'], ['csa', 'CSA'], ['csa3', 'CSA 3.0'], ['usi', 'USI'], ['usen', 'USEN'], ['psn', 'PSN'], ['jkf', 'JKF'],
  ['pgn', 'PGN'], ['western', t('Western notation')], ['courier', 'Game Courier'], ['bod', 'BOD'], ['shoogi', 'shoogi'],
] as const;

/** The ending of a file that is in UTF-8: .kif and .ki2 are by custom in an older encoding. */
export const utf8Ending = (format: string): string => (format === 'kif' || format === 'ki2' ? `${format}u` : format);
