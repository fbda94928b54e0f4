// levels.ts: the levels of the engine, and the page to play them on.

import type { Colour } from '../../../src/wasm/shoogi.mjs';

export const LEVELS = 10;

/** The level offered to a beginner. */
export const FIRST_LEVEL = 3;

/** The page to try a game, with both sides by hand or against the engine at a level.  side: the reader's. */
export const addressOf = (game: string, level = 0, side: Colour = 'black'): string =>
  `/try?variant=${encodeURIComponent(game)}${level > 0 ? `&level=${level}&side=${side}` : ''}`;
