// Steps.tsx: buttons to go through the moves of a game, one by one or to either end.

import { Button } from '../design/parts';
import { t } from '../words';

export interface StepsProps {
  /** The number of moves on the board, and of all moves. */
  at: number;
  last: number;
  onGo(at: number): void;
  /** Whether more moves may come: then the last button is named for the latest move. */
  live?: boolean;
  /** The keys for one move back and one ahead. */
  keys?: readonly [back: string, ahead: string];
}

export const Steps = ({ at, last, onGo, live = false, keys }: StepsProps) => (
  <>
    <Button disabled={at === 0} onClick={() => onGo(0)} aria-label={t('Go to the start')}>«</Button>
    <Button disabled={at === 0} onClick={() => onGo(at - 1)} aria-label={t('Previous move')} aria-keyshortcuts={keys?.[0]}>‹</Button>
    <Button disabled={at === last} onClick={() => onGo(at + 1)} aria-label={t('Next move')} aria-keyshortcuts={keys?.[1]}>›</Button>
    <Button disabled={at === last} onClick={() => onGo(last)} aria-label={live ? t('Latest move') : t('Go to the end')}>»</Button>
  </>
);
