// PieceHelp.tsx: the man that was pointed at: how it looks, what it is called, how it moves, what it promotes to.

import type { Piece, Variant } from '../../../src/wasm/shoogi.mjs';
import { t } from '../words';
import { movesInWords } from './aloud';
import { nameOf, titleOf } from './faces';
import { useLook } from './look';
import { Man } from './Man';
import { MoveDiagram } from './MoveDiagram';

export function PieceHelp({ variant, man }: { variant: Variant; man: Piece | null }) {
  const look = useLook();
  const row = man && variant.kinds[man.kind];
  if (!row) return <div class="looked"><p>{t('Point at a piece to see how it moves.')}</p></div>;
  const { kind, colour } = man;
  return (
    <div class="looked" data-board={look.theme}>
      <div class="kind">
        <svg viewBox="0 0 100 109" aria-hidden="true">
          <Man variant={variant} man={man} set={look.set} upright x={50} y={54.5} />
        </svg>
        <div>
          <strong>{titleOf(variant, kind, colour)}</strong> <code>{row.id}</code>
          <p>{variant.kindName(kind, colour, 'kanji')} {variant.kindName(kind, colour, 'romaji')}
            {row.promoted !== 0 && t(', promotes to {man}', { man: nameOf(variant, row.promoted, colour) })}
            {row.royal && t(', royal')}</p>
          <code>{row.moves}</code>
        </div>
        <MoveDiagram variant={variant} kind={kind} />
      </div>
      <p>{movesInWords(variant, kind)}</p>
    </div>
  );
}
