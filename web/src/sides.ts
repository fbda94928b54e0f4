// sides.ts: Black and White.

import type { Colour } from '../../src/wasm/shoogi.mjs';
import { shownName } from './playerName';
import { t } from './words';

export const other = (colour: Colour): Colour => (colour === 'black' ? 'white' : 'black');

/** The two players of a game, in words. */
export const playersInWords = ({ black, white }: Readonly<Record<Colour, { name: string }>>): string =>
  t('{black} against {white}', { black: shownName(black.name), white: shownName(white.name) });

/** The sign of a side in diagrams: a piece, black or white. */
export const signOf = (colour: Colour): string => (colour === 'black' ? '☗' : '☖');

export const colourName = (colour: Colour): string => (colour === 'black' ? t('Black') : t('White'));

/** The options of a choice between the sides. */
export const sideOptions = () => [['black', t('Black')], ['white', t('White')]] as const;
