// PieceDemo.tsx: one piece on an empty board, to try its moves.

import { useMemo, useState } from 'preact/hooks';
import type { Variant } from '../../../src/wasm/shoogi.mjs';
import { Board } from '../board/Board';
import { Button, Tick } from '../design/parts';
import { say } from '../liveRegion';
import { titleOf } from '../board/pieceSets';
import { t } from '../words';
import { lonePiece, afterMove, squareOf, withOther, type LonePiece } from './lonePiece';

/** handless: the board has no hands; beside a game it keeps them, so that it keeps its size. */
export function PieceDemo({ variant, kind, handless = false, onKind }: {
  variant: Variant; kind: number; handless?: boolean; onKind(kind: number): void;
}) {
  const begun = useMemo(() => lonePiece(variant, kind), [variant, kind]);
  const [gone, go] = useState<{ begun: LonePiece; now: LonePiece } | null>(null);
  const now = gone?.begun === begun ? gone.now : begun;
  /** Whether a selected square gets a piece to capture or to jump over. */
  const [sets, setSets] = useState(false);
  const called = (which: number) => titleOf(variant, which, 'black');
  const { promoted, base } = variant.kinds[now.kind]!;
  return (
    <>
      <Board variant={variant} view={now.view} handless={handless} turned={false} movers={['black']} marks={now.marks}
        {...(sets && {
          onPoint: (square: string) => {
            const next = withOther(variant, now, square);
            go({ begun, now: next });
            say(next.others.has(square) ? t('White piece on {square}', { square }) : t('{square} is empty', { square }));
          },
        })}
        onMove={(usi) => {
          const next = afterMove(variant, now, usi);
          go({ begun, now: next });
          say(t('{piece} on {square}', { piece: called(next.kind), square: squareOf(next) }));
        }} />
      <p class="piece-help">
        <strong>{called(now.kind)}</strong>{' '}
        <Button onClick={() => onKind(0)}>{t('Starting position')}</Button>{' '}
        {promoted !== 0 && (
          <Button onClick={() => onKind(promoted)}>{t('Promoted: {piece}', { piece: called(promoted) })}</Button>
        )}
        {promoted === 0 && base !== now.kind && base !== 0 && (
          <Button onClick={() => onKind(base)}>{t('Unpromoted: {piece}', { piece: called(base) })}</Button>
        )}
      </p>
      <Tick role="switch" title={t('Place pieces to capture or jump over')} value={sets} onChange={setSets} />
      <p>{sets ? t('Select a square to place a White piece on it, or to remove it.') : now.view.moves.next.size > 0
        ? t('Dots show where it can move, corners where it can only capture. Select the piece, then a square to move it.') : t('It has no move from here on an empty board.')}</p>
    </>
  );
}
