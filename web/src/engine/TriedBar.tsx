// TriedBar.tsx: the row over the board of a game against the computer: the button to resign, and after the end the result with
// buttons for a rematch and the analysis.

import { useState } from 'preact/hooks';
import { Button } from '../design/parts';
import { t } from '../words';

export interface TriedBarProps {
  /** The side to move, or the result, in words. */
  state: string;
  over: boolean;
  onResign(): void;
  onRematch(): void;
  /** null: this game cannot be analysed. */
  onAnalyse: (() => void) | null;
}

export function TriedBar({ state, over, onResign, onRematch, onAnalyse }: TriedBarProps) {
  const [asks, ask] = useState(false);
  if (over) {
    return (
      <div class="tried-bar row" role="group" aria-label={t('Result')}>
        <b>{state}</b>
        <Button kind="primary" onClick={onRematch}>{t('Rematch')}</Button>
        {onAnalyse && <Button onClick={onAnalyse}>{t('Analyse')}</Button>}
      </div>
    );
  }
  return asks ? (
    <div class="tried-bar row" role="group" aria-label={t('Resign this game?')}>
      <b>{t('Resign this game?')}</b>
      <Button kind="danger" onClick={() => { ask(false); onResign(); }}>{t('Resign')}</Button>
      <Button onClick={() => ask(false)}>{t('Cancel')}</Button>
    </div>
  ) : <div class="tried-bar row"><b>{state}</b><Button onClick={() => ask(true)}>{t('Resign')}</Button></div>;
}
