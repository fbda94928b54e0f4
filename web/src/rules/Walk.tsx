// Walk.tsx: a man walked over an empty board, to see how he moves.

import { useMemo, useState } from 'preact/hooks';
import type { Variant } from '../../../src/wasm/shoogi.mjs';
import { Board } from '../board/Board';
import { say } from '../say';
import { titleOf } from '../board/faces';
import { t } from '../words';
import { alone, walked, whereabouts, type Alone } from './alone';

export function Walk({ variant, kind, onKind }: {
  variant: Variant; kind: number; onKind(kind: number): void;
}) {
  const begun = useMemo(() => alone(variant, kind), [variant, kind]);
  const [gone, go] = useState<{ begun: Alone; now: Alone } | null>(null);
  const now = gone?.begun === begun ? gone.now : begun;
  const called = (which: number) => titleOf(variant, which, 'black');
  const { promoted, base } = variant.kinds[now.kind]!;
  return (
    <>
      <Board variant={variant} view={now.view} turned={false} movers={['black']}
        onMove={(usi) => {
          const next = walked(variant, now, usi);
          go({ begun, now: next });
          say(t('{man} on {square}', { man: called(next.kind), square: whereabouts(next) }));
        }} />
      <p class="looked">
        <strong>{called(now.kind)}</strong>{' '}
        <button type="button" onClick={() => onKind(0)}>{t('Starting position')}</button>{' '}
        {promoted !== 0 && (
          <button type="button" onClick={() => onKind(promoted)}>{t('Promoted: {man}', { man: called(promoted) })}</button>
        )}
        {promoted === 0 && base !== now.kind && base !== 0 && (
          <button type="button" onClick={() => onKind(base)}>{t('Unpromoted: {man}', { man: called(base) })}</button>
        )}
      </p>
      <p>{now.view.moves.next.size > 0
        ? t('Select the piece, then a square to move it.') : t('It has no move from here on an empty board.')}</p>
    </>
  );
}
