// TriedMoves.tsx: the moves of a game that is tried out, and what the reader may do with it.

import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../design/parts';
import type { Played } from '../game';
import { t } from '../words';

export interface TriedMovesProps {
  played: readonly Played[];
  /** The reader has resigned or lost on time. */
  ended: boolean;
  onUndo(): void;
  onBegin(): void;
}

export function TriedMoves({ played, ended, onUndo, onBegin }: TriedMovesProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => { list.current!.scrollTop = list.current!.scrollHeight; }, [played.length]);
  const count = played.length;
  return (
    <section aria-label={t('Moves')}>
      <ol class={`moves pairs${played[0]?.colour === 'white' ? ' late' : ''}`} ref={list} tabIndex={0} aria-label={t('Moves played')}>
        {played.map(({ text, colour }, i) => <li key={i} class={colour} aria-current={i + 1 === count ? 'step' : undefined}>{text}</li>)}
      </ol>
      <div class="actions">
        <Button disabled={count === 0 && !ended} onClick={onUndo}>{t('Take back')}</Button>
        <Button disabled={count === 0} onClick={onBegin}>{t('Start over')}</Button>
        {count === 0 && <a href="/replay">{t('Import a game')}</a>}
      </div>
    </section>
  );
}
