// levels.ts: how strong the engine may play, and where one plays it.

import type { Colour } from '../../../src/wasm/shoogi.mjs';

export const LEVELS = 10;

/** The page on which a game is tried out, by hand or, at a level, against the engine.  side: the reader's. */
export const addressOf = (game: string, level = 0, side: Colour = 'black'): string =>
  `/try?variant=${encodeURIComponent(game)}${level > 0 ? `&level=${level}&side=${side}` : ''}`;
