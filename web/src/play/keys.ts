// keys.ts: keys that work wherever one is in a game.

import { useLayoutEffect } from 'preact/hooks';

/** "," and "." go through the moves, of which there are so many; Escape takes back what was not sent. */
export function useKeys(count: number, at: number | null, go: (at: number | null) => void, escape: () => void): void {
  // Not after the next frame: a key may come before it, and would go on from where one was.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') return escape();
      if ((event.target as Element).closest('input, textarea, select, dialog')) return;
      const now = at ?? count;
      if (event.key === ',') go(Math.max(0, now - 1));
      else if (event.key === '.') go(now + 1 >= count ? null : now + 1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
