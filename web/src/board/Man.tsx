// Man.tsx: one man, drawn: his shape and what stands on it.

import type { Piece } from '../../../src/wasm/shoogi.mjs';
import { face, isPromoted, type Face, type Symbol } from './faces';
import type { Men } from './pieces';
import type { PieceSet } from './look';
import { Figure, Sign } from './MoveDiagram';

export type { PieceSet } from './look';

/** The wedge of a shogi man around 0, 0, its point away from its player; and the faces that catch the light. */
const WEDGE = 'M0-47 26-37.5 37.5 45H-37.5L-26-37.5Z';
const LIT = 'M0-44 23.6-35.5 0-30-23.6-35.5Z';
const FOOT = 'M-36.6 39H36.6L37.4 44.6H-37.4Z';

export interface ManProps {
  variant: Men;
  man: Piece;
  set: PieceSet;
  /** Points up. */
  upright: boolean;
  /** Whether the sign stands upright even so. */
  readable?: boolean;
  x: number;
  y: number;
  /** Where it stands, for those who look for it. */
  at?: string;
}

export function Man({ variant, man, set, upright, readable = false, x, y, at }: ManProps) {
  const worn = face(variant, man, set);
  const promoted = isPromoted(variant, man.kind);
  return (
    <g class={`man ${man.colour}${promoted ? ' promoted' : ''}`} data-man={at}
      transform={`translate(${x} ${y})${upright ? '' : ' rotate(180)'}`}>
      <path class="shade" d={WEDGE} transform={upright ? 'translate(2 4)' : 'translate(-2 -4)'} />
      <path class="body" d={WEDGE} />
      <path class="lit" d={LIT} />
      <path class="foot" d={FOOT} />
      {readable && !upright ? <g transform="rotate(180)">{sign(variant, man, worn, -5)}</g> : sign(variant, man, worn, 5)}
    </g>
  );
}

/** What stands on him.  low: how much lower than the middle the wedge is broadest. */
function sign(variant: Men, man: Piece, worn: Face, low: number) {
  switch (worn.kind) {
    case 'text':
      return worn.lines.map((line, i) => (
        <text key={i} class={worn.latin ? 'letters' : 'kanji'} font-size={worn.size}
          y={low + worn.size * (0.37 + (i - (worn.lines.length - 1) / 2) * 0.97)}>{line}</text>
      ));
    case 'symbol':
      return (
        <g class="symbol" transform={`translate(0 ${low + 1})`}>
          {SYMBOLS[worn.symbol]}
          {worn.promoted && <path class="plus" d="M20 12V26M13 19H27" />}
        </g>
      );
    case 'figure':
      return <g class="symbol" transform={`translate(0 ${low + 2})`}><Figure variant={variant} kind={man.kind} /></g>;
    case 'rays':
      return <g transform={`translate(0 ${low})`}><Sign variant={variant} kind={man.kind} /></g>;
  }
}

const SYMBOLS: Readonly<Record<Symbol, preact.JSX.Element>> = {
  moon: <path class="full" d="M9-21A21 21 0 1 0 9 21A24 24 0 0 1 9-21Z" />,
  sun: <><circle r="19" /><circle class="full" r="5" /></>,
  venus: <><circle cy="-9" r="12.5" /><path d="M0 4V25M-10 15H10" /></>,
  mars: <><circle cx="-4" cy="6" r="13.5" /><path d="M6-4 19-18M7-19H20V-6" /></>,
  crown: <path class="full" d="M-22 17V23H22V17ZM-22 12-25-13-11-2 0-21 11-2 25-13 22 12Z" />,
};
