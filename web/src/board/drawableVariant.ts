// drawableVariant.ts: what must be known of a game to draw its pieces.

import type { Variant } from '../../../src/wasm/shoogi.mjs';

/** Less than its rules: a board without rules (table/pieces.ts) has this, too. */
export type DrawableVariant = Pick<Variant, 'files' | 'ranks' | 'kinds' | 'kindName' | 'parameter' | 'hasSquare' | 'rides' | 'start'>;
