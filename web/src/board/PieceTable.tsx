// PieceTable.tsx: the pieces of a game in the current piece set: labels of both sides, pictures, names and moves.

import { useState } from 'preact/hooks';
import type { Variant } from '../../../src/wasm/shoogi.mjs';
import { Tick } from '../design/parts';
import { t } from '../words';
import { movesInWords } from './speech';
import { labelOf, nameOf, titleOf } from './pieceSets';
import { useLook } from './look';
import { PieceView } from './PieceView';
import { MoveDiagram } from './MoveDiagram';

export interface PieceTableProps {
  variant: Variant;
  /** The kinds in use, for a table of those only. */
  used?: ReadonlySet<number>;
}

export function PieceTable({ variant, used }: PieceTableProps) {
  const look = useLook();
  const [few, setFew] = useState(false);
  return (
    <div class="piece-table" data-board={look.theme} data-far={look.far} tabIndex={0} role="region" aria-label={t('Pieces of this game')}>
      {used && <Tick title={t('Only pieces in use')} value={few} onChange={setFew} />}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Black')}</th><th scope="col">{t('White')}</th><th scope="col">{t('Piece')}</th>
            <th scope="col">{t('Moves')}</th>
          </tr>
        </thead>
        <tbody>
          {variant.kinds.map((row, kind) => row && (!few || used?.has(kind)) && (
            <tr key={kind}>
              {(['black', 'white'] as const).map((colour) => (
                <td key={colour} class="picture">
                  <svg viewBox="0 0 100 109" aria-hidden="true">
                    <PieceView variant={variant} piece={{ kind, colour }} set={look.set} upright={colour === 'black'}
                      readable={look.far === 'upright'} x={50} y={54.5} />
                  </svg>
                  <code>{labelOf(variant, { kind, colour })}</code>
                </td>
              ))}
              <th scope="row">
                <strong>{titleOf(variant, kind, 'black')}</strong>
                <small> {variant.kindName(kind, 'black', 'kanji')} {variant.kindName(kind, 'black', 'romaji')}
                  {row.promoted !== 0 && t(', promotes to {piece}', { piece: nameOf(variant, row.promoted, 'black') })}
                  {row.royal && t(', royal')}</small>
              </th>
              <td><MoveDiagram variant={variant} kind={kind} /><code>{row.moves}</code> <small>{movesInWords(variant, kind)}</small></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
