// tried.test.ts: games against the engine in the browser: their clock.

import { expect, test } from 'vitest';
import { after, clockOf, CONTROLS } from '../src/engine/TriedClock';

test('main time runs first, then each move has its byoyomi', () => {
  expect(clockOf(CONTROLS[0])).toBeUndefined();
  const clock = clockOf('180+10')!;
  expect(clock).toEqual({ main_s: 180, byoyomi_s: 10, left_ms: 180000 });
  expect(after(clock, 60000)).toMatchObject({ left_ms: 120000 });
  expect(after(clock, 180000)).toMatchObject({ left_ms: 0 });
  expect(after(clock, 189999)).toMatchObject({ left_ms: 0 });
  expect(after(clock, 190000)).toBeNull();
  // The byoyomi is there again for the next move.
  expect(after({ ...clock, left_ms: 0 }, 9999)).toMatchObject({ left_ms: 0 });
  expect(after({ ...clock, left_ms: 0 }, 10000)).toBeNull();
});
