// drawableVariant.ts: the parts of a variant that drawing its pieces needs.

import type { Variant } from '../../../src/wasm/shoogi.mjs';

/** A subset of Variant that a board without rules (table/tablePieces.ts) has, too. */
export type DrawableVariant = Pick<Variant, 'files' | 'ranks' | 'kinds' | 'kindName' | 'parameter' | 'hasSquare' | 'rides' | 'start'>;
