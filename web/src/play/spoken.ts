// spoken.ts: announces the move at which a reader arrives who steps through a game.

import { useEffect, useRef } from 'preact/hooks';
import type { naming } from '../board/look';
import { stateInWords } from '../board/speech';
import type { Game } from '../game';
import { say } from '../liveRegion';
import { t } from '../words';
import { moveWords } from './announce';

/** more: what else there is to say about the move.  quiet: something else speaks. */
export function useSpokenSteps(board: Game, shown: number, style: ReturnType<typeof naming>, more: string, quiet: boolean): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (quiet) return;
    const move = shown === 0 ? t('Start') : `${shown}. ${moveWords(board, style)}`;
    say([`${move}.`, more, shown === 0 ? stateInWords(board.view) : ''].filter(Boolean).join(' '));
  }, [shown, quiet]);
}
