// keys.ts: keyboard shortcuts for the whole page of a game.

import { useLayoutEffect } from 'preact/hooks';

/** The arrows, and "," and ".", step through count moves; Escape cancels a move not yet sent. */
export function useKeys(count: number, at: number | null, go: (at: number | null) => void, escape: () => void): void {
  // Set up before the next frame: a key may come earlier and would step from the old move.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') return escape();
      if ((event.target as Element).closest('input, textarea, select, dialog')) return;
      // On the board the arrows move from square to square.
      const key = event.key.startsWith('Arrow') && (event.target as Element).closest('[role=grid], [role=radiogroup], [role=tablist]') ? '' : event.key;
      const now = at ?? count;
      if (key === ',' || key === 'ArrowLeft') go(Math.max(0, now - 1));
      else if (key === '.' || key === 'ArrowRight') go(now + 1 >= count ? null : now + 1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
