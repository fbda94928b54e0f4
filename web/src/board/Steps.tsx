// Steps.tsx: buttons to go through the moves of a game, one by one or to either end.

import { t } from '../words';

export interface StepsProps {
  /** The number of moves on the board, and of all. */
  at: number;
  last: number;
  onGo(at: number): void;
}

export const Steps = ({ at, last, onGo }: StepsProps) => (
  <>
    <button type="button" disabled={at === 0} onClick={() => onGo(0)} aria-label={t('Go to the start')}>«</button>
    <button type="button" disabled={at === 0} onClick={() => onGo(at - 1)} aria-label={t('Previous move')}>‹</button>
    <button type="button" disabled={at === last} onClick={() => onGo(at + 1)} aria-label={t('Next move')}>›</button>
    <button type="button" disabled={at === last} onClick={() => onGo(last)} aria-label={t('Go to the end')}>»</button>
  </>
);
