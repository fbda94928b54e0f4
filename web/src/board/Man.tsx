// Man.tsx: one man, drawn: his shape and what stands on it.

import { useMemo } from 'preact/hooks';
import type { Piece, Variant } from '../../../src/wasm/shoogi.mjs';
import { Sign } from './MoveDiagram';

/** What men wear: one kanji, two, the letters of the notation, or how they move. */
export type PieceSet = 'kanji' | 'kanji2' | 'letters' | 'moves';
export const PIECE_SETS: readonly { set: PieceSet; name: string }[] = [
  { set: 'kanji', name: 'One kanji' },
  { set: 'kanji2', name: 'Two kanji' },
  { set: 'letters', name: 'Letters' },
  { set: 'moves', name: 'Moves' },
];

/** The wedge of a shogi man around 0, 0, its point away from its player. */
const WEDGE = 'M0-47 25-37 38 45H-38L-25-37Z';

interface ManProps {
  variant: Variant;
  man: Piece;
  set: PieceSet;
  upright: boolean;
  x: number;
  y: number;
}

export function Man({ variant, man, set, upright, x, y }: ManProps) {
  const { signs, promoted } = useMemo(() => face(variant, man, set), [variant, man.kind, man.colour, set]);
  const size = signs.length === 1 ? (set === 'letters' ? 40 : 52) : set === 'letters' ? 30 : 38;
  const lines = set === 'letters' ? [signs.join('')] : signs;
  return (
    <g class={`man ${man.colour}${promoted ? ' promoted' : ''}`}
      transform={`translate(${x} ${y})${upright ? '' : ' rotate(180)'}`}>
      <path d={WEDGE} />
      {set === 'moves' ? <Sign variant={variant} kind={man.kind} /> : lines.map((sign, i) => (
        <text key={i} font-size={size} y={6 + size * (0.36 + (i - (lines.length - 1) / 2) * 0.98)}>{sign}</text>
      ))}
    </g>
  );
}

/** The signs on a man, and whether he has promoted. */
function face(variant: Variant, man: Piece, set: PieceSet): { signs: string[]; promoted: boolean } {
  const kind = variant.kinds[man.kind];
  const promoted = kind ? kind.base !== man.kind : false;
  if (set === 'letters') return { signs: [kind?.id ?? '?'], promoted };
  const text = variant.called(man.kind, man.colour, set === 'kanji' ? 'kanji short' : 'kanji');
  const signs = [...text];
  // A name in letters has no kanji: the sign of the notation serves.
  const latin = /^[ -~]/.test(text);
  return { signs: latin ? [kind?.id ?? '?'] : signs.slice(0, set === 'kanji' ? 1 : 3), promoted };
}
