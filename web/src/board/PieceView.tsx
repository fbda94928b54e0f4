// PieceView.tsx: one piece: its shape and its face.

import type { Piece } from '../../../src/wasm/shoogi.mjs';
import { face, isPromoted, type Face, type Symbol } from './pieceSets';
import type { DrawableVariant } from './drawableVariant';
import type { PieceSet } from './look';
import { Figure, Sign } from './MoveDiagram';

export type { PieceSet } from './look';

/** The wedge of a shogi piece around 0, 0, pointing away from its player, and the faces that catch the light. */
export const WEDGE = 'M0-47 26-37.5 37.5 45H-37.5L-26-37.5Z';
const LIT = 'M0-44 23.6-35.5 0-30-23.6-35.5Z';
const FOOT = 'M-36.6 39H36.6L37.4 44.6H-37.4Z';

export interface PieceViewProps {
  variant: DrawableVariant;
  piece: Piece;
  set: PieceSet;
  /** Whether it points up. */
  upright: boolean;
  /** Whether its symbol is upright even if the piece points down. */
  readable?: boolean;
  x: number;
  y: number;
  /** Its square, for scripts and tests. */
  at?: string;
}

export function PieceView({ variant, piece, set, upright, readable = false, x, y, at }: PieceViewProps) {
  const shown = face(variant, piece, set);
  const promoted = isPromoted(variant, piece.kind);
  return (
    <g class={`piece ${piece.colour}${promoted ? ' promoted' : ''}`} data-piece={at}
      transform={`translate(${x} ${y})${upright ? '' : ' rotate(180)'}`}>
      <path class="shade" d={WEDGE} transform={upright ? 'translate(2 4)' : 'translate(-2 -4)'} />
      <path class="body" d={WEDGE} />
      <path class="lit" d={LIT} />
      <path class="foot" d={FOOT} />
      {readable && !upright ? <g transform="rotate(180)">{sign(variant, piece, shown, -5)}</g> : sign(variant, piece, shown, 5)}
    </g>
  );
}

/** The face of a piece.  low: the offset of the wedge's widest part from its middle. */
function sign(variant: DrawableVariant, piece: Piece, shown: Face, low: number) {
  switch (shown.kind) {
    case 'text':
      return shown.lines.map((line, i) => (
        <text key={i} class={shown.latin ? 'letters' : 'kanji'} font-size={shown.size}
          y={low + shown.size * (0.37 + (i - (shown.lines.length - 1) / 2) * 0.97)}>{line}</text>
      ));
    case 'symbol':
      return (
        <g class="symbol" transform={`translate(0 ${low + 1})`}>
          {SYMBOLS[shown.symbol]}
          {shown.promoted && <path class="plus" d="M20 12V26M13 19H27" />}
        </g>
      );
    case 'figure':
      return <g class="symbol" transform={`translate(0 ${low + 2})`}><Figure variant={variant} kind={piece.kind} /></g>;
    case 'rays':
      return <g transform={`translate(0 ${low})`}><Sign variant={variant} kind={piece.kind} /></g>;
  }
}

const SYMBOLS: Readonly<Record<Symbol, preact.JSX.Element>> = {
  moon: <path class="full" d="M9-21A21 21 0 1 0 9 21A24 24 0 0 1 9-21Z" />,
  sun: <><circle r="19" /><circle class="full" r="5" /></>,
  venus: <><circle cy="-9" r="12.5" /><path d="M0 4V25M-10 15H10" /></>,
  mars: <><circle cx="-4" cy="6" r="13.5" /><path d="M6-4 19-18M7-19H20V-6" /></>,
  crown: <path class="full" d="M-22 17V23H22V17ZM-22 12-25-13-11-2 0-21 11-2 25-13 22 12Z" />,
};
