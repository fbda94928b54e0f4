// PieceHelp.tsx: the piece under the pointer: its picture, names, moves and promotion.

import type { Piece, Variant } from '../../../src/wasm/shoogi.mjs';
import { t } from '../words';
import { movesInWords } from './speech';
import { nameOf, titleOf } from './pieceSets';
import { useLook } from './look';
import { PieceView } from './PieceView';
import { MoveDiagram } from './MoveDiagram';

export function PieceHelp({ variant, piece }: { variant: Variant; piece: Piece | null }) {
  const look = useLook();
  const row = piece && variant.kinds[piece.kind];
  if (!row) return <div class="piece-help"><p>{t('Point at a piece to see how it moves.')}</p></div>;
  const { kind, colour } = piece;
  return (
    <div class="piece-help" data-board={look.theme}>
      <div class="kind">
        <svg viewBox="0 0 100 109" aria-hidden="true">
          <PieceView variant={variant} piece={piece} set={look.set} upright x={50} y={54.5} />
        </svg>
        <div>
          <strong>{titleOf(variant, kind, colour)}</strong> <code>{row.id}</code>
          <p>{variant.kindName(kind, colour, 'kanji')} {variant.kindName(kind, colour, 'romaji')}
            {row.promoted !== 0 && t(', promotes to {piece}', { piece: nameOf(variant, row.promoted, colour) })}
            {row.royal && t(', royal')}</p>
        </div>
        <MoveDiagram variant={variant} kind={kind} />
      </div>
      <p>{movesInWords(variant, kind)}</p>
    </div>
  );
}
