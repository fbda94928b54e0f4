// sides.ts: Black and White.

import type { Colour } from '../../src/wasm/shoogi.mjs';
import { t } from './words';

export const other = (colour: Colour): Colour => (colour === 'black' ? 'white' : 'black');

export const colourName = (colour: Colour): string => (colour === 'black' ? t('Black') : t('White'));
