// Captured.tsx: a line of the pieces that a player has captured, in games without pieces in hand.

import type { Colour } from '../../../src/wasm/shoogi.mjs';
import type { DrawableVariant } from '../board/drawableVariant';
import { nameOf } from '../board/pieceSets';
import { PieceView, type PieceSet } from '../board/PieceView';
import { other } from '../sides';
import { listed, t } from '../words';

export interface CapturedProps {
  variant: DrawableVariant;
  set: PieceSet;
  /** The side that has captured them. */
  colour: Colour;
  counts: ReadonlyMap<number, number>;
  /** So many more pieces than the other side has captured; 0 or less shows nothing. */
  ahead: number;
}

/** It has its height from the start, so that the first capture moves nothing. */
export function Captured({ variant, set, colour, counts, ahead }: CapturedProps) {
  const all = [...counts];
  const words = listed(all.map(([kind, count]) => (count > 1 ? `${nameOf(variant, kind, other(colour))} ×${count}` : nameOf(variant, kind, other(colour)))));
  return (
    <span class="captures" role="img" aria-label={all.length > 0 ? t('Captured: {pieces}', { pieces: words }) : t('Nothing captured')} {...(words && { title: words })}>
      {ahead > 0 && <small class="ahead">+{ahead}</small>}
      {all.map(([kind, count]) => (
        <span key={kind} class="taken">
          <svg viewBox="0 0 100 109" aria-hidden="true"><PieceView variant={variant} piece={{ kind, colour: other(colour) }} set={set} upright x={50} y={54.5} /></svg>
          {count > 1 && <small>{count}</small>}
        </span>
      ))}
    </span>
  );
}
