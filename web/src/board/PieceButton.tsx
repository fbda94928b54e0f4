// PieceButton.tsx: a button that shows a piece: one in hand, one of a palette or legend, or a promoted form to choose.

import type { JSX } from 'preact';
import type { Piece } from '../../../src/wasm/shoogi.mjs';
import type { DrawableVariant } from './drawableVariant';
import { PieceView, type PieceSet } from './PieceView';

export type PieceButtonProps = JSX.IntrinsicElements['button'] & {
  variant: DrawableVariant;
  piece: Piece;
  set: PieceSet;
  upright: boolean;
  readable?: boolean;
};

/** children: text beside the piece, or text that screen readers read instead of it. */
export const PieceButton = ({ variant, piece, set, upright, readable = false, children, ...more }: PieceButtonProps) => (
  <button type="button" {...more}>
    <svg viewBox="0 0 100 109" aria-hidden="true"><PieceView {...{ variant, piece, set, upright, readable }} x={50} y={54.5} /></svg>
    {children}
  </button>
);
