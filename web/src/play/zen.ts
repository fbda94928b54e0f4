// zen.ts: whether the page of a game shows only the board, the hands and the clocks.  It lasts as long as the page: also for the next
// game, but not after a reload.

import { useLayoutEffect, useState } from 'preact/hooks';

let lasting = false;

export function useZen(): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(lasting);
  // The frame of the page is hidden by its style.
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('zen', on);
    return () => document.documentElement.classList.remove('zen');
  }, [on]);
  return [on, (next) => setOn((lasting = next))];
}
