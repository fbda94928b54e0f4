// Legend.tsx: the pieces of a game with their signs, names and moves; one click shows how a piece moves on the board.

import type { Variant } from '../../../src/wasm/shoogi.mjs';
import { WhenVisible } from '../design/WhenVisible';
import { t } from '../words';
import { useLook } from './look';
import { MoveDiagram } from './MoveDiagram';
import { titleOf } from './pieceSets';
import { PieceButton } from './PieceButton';

export interface LegendProps {
  variant: Variant;
  /** The kind that is shown; 0: none. */
  chosen: number;
  onChoose(kind: number): void;
}

export function Legend({ variant, chosen, onChoose }: LegendProps) {
  const look = useLook();
  return (
    <ul class="legend" data-board={look.theme} aria-label={t('Pieces')}>
      {variant.kinds.map((row, kind) => row && (
        <li key={kind}>
          <PieceButton variant={variant} piece={{ kind, colour: 'black' }} set={look.set} upright aria-pressed={kind === chosen}
            onClick={() => onChoose(kind === chosen ? 0 : kind)}>
            <span>{titleOf(variant, kind, 'black')} <code title={row.moves}>{row.id}</code></span>
            <WhenVisible><MoveDiagram variant={variant} kind={kind} /></WhenVisible>
          </PieceButton>
        </li>
      ))}
    </ul>
  );
}
