// PieceButton.tsx: a button that is a piece: in a hand, in a palette, in a legend, or a form to promote to.

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

/** children: what stands beside the piece, or is read instead of it. */
export const PieceButton = ({ variant, piece, set, upright, readable = false, children, ...more }: PieceButtonProps) => (
  <button type="button" {...more}>
    <svg viewBox="0 0 100 109" aria-hidden="true"><PieceView {...{ variant, piece, set, upright, readable }} x={50} y={54.5} /></svg>
    {children}
  </button>
);
