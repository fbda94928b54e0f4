// keys.ts: keyboard shortcuts for the whole page of a game, and the wheel over its board.

import { useLayoutEffect, useRef } from 'preact/hooks';

/** The arrows, and "," and ".", step through count moves; Escape cancels a move not yet sent; z is for the zen mode. */
export function useKeys(count: number, at: number | null, go: (at: number | null) => void, escape: () => void, zen?: () => void): void {
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
      else if (key === 'z') zen?.();
      else if (key === '.' || key === 'ArrowRight') go(now + 1 >= count ? null : now + 1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

/** The turn of a wheel that is a step; one notch is more. */
const STEP_PX = 50;
/** After a rest of this time a turn of the wheel begins anew. */
const REST_MS = 250;

/**
 * The wheel over the board steps through count moves: back from the top of the page, and forward up to the latest move.
 * Otherwise it scrolls the page, or zooms a large board.  Returns a ref for the element around the board.
 */
export function useWheel(count: number, at: number | null, go: (at: number | null) => void) {
  const root = useRef<HTMLDivElement>(null);
  const turned = useRef({ px: 0, at_ms: 0 });
  useLayoutEffect(() => {
    const element = root.current!;
    const onWheel = (event: WheelEvent) => {
      if (event.defaultPrevented || event.ctrlKey || !(event.target as Element).closest('.board-frame')) return;
      const now = Math.min(at ?? count, count);
      const back = event.deltaY < 0;
      if (event.deltaY === 0 || (back ? now === 0 || scrollY > 0 : now === count)) return;
      event.preventDefault();
      const px = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : STEP_PX);
      const { px: before, at_ms } = turned.current;
      const sum = event.timeStamp - at_ms > REST_MS || before * px < 0 ? px : before + px;
      turned.current = { px: Math.abs(sum) < STEP_PX ? sum : 0, at_ms: event.timeStamp };
      if (Math.abs(sum) < STEP_PX) return;
      const to = now + Math.sign(sum);
      go(to >= count ? null : to);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });
  return root;
}
