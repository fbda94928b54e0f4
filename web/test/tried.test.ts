// tried.test.ts: games against the engine in the browser: their clock, and how they are kept.

import { afterEach, expect, test, vi } from 'vitest';
import { after, clockOf, CONTROLS } from '../src/engine/TriedClock';
import { forgetTried, idHere, KEPT, keepTried, MOVES_KEPT, TEXT_MAX, triedGames, type Tried } from '../src/tried';

afterEach(() => { vi.unstubAllGlobals(); });

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

/** A browser's storage, which is full where room says so. */
function storage(room = () => true): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => { if (!room()) throw new Error('full'); kept.set(key, text); },
  });
  return kept;
}

const game = (id: string, moves: string[] = ['5d5c', '1b1c'], more: Partial<Tried> = {}): Tried => ({
  id, variant: 'mini', sfen: null, moves, level: 3, colour: 'black', over: false, declared: false, ...more,
});
const ids = () => triedGames().map(({ id }) => id);

test('games are kept, the latest first; one begun anew is not, and another goes on beside it', () => {
  storage();
  expect(keepTried(game('a')) && keepTried(game('b')) && keepTried(game('a', ['5d5c']))).toBe(true);
  expect(ids()).toEqual(['a', 'b']);
  expect(triedGames()[0]!.moves).toEqual(['5d5c']);
  expect(keepTried(game('a', []))).toBe(true);
  expect(ids()).toEqual(['b']);
  expect(keepTried(game('c', [], { declared: true }))).toBe(true);
  forgetTried('b');
  expect(ids()).toEqual(['c']);
  for (let i = 0; i < KEPT; i++) keepTried(game(`n${i}`));
  expect([ids().length, ids()[0]]).toEqual([KEPT, `n${KEPT - 1}`]);
});

test('without room, and of a game that is too long, the page knows that it is not kept', () => {
  let room = true;
  storage(() => room);
  keepTried(game('a'));
  expect(keepTried(game('a', ['5d5c'], { text: 'x'.repeat(TEXT_MAX + 1) }))).toBe(false);
  expect(keepTried(game('a', Array(MOVES_KEPT + 1).fill('5d5c')))).toBe(false);
  expect(ids()).toEqual([]);
  keepTried(game('b'));
  room = false;
  expect(keepTried(game('b', ['5d5c']))).toBe(false);
  expect(triedGames()[0]!.moves).toEqual(['5d5c', '1b1c']);
});

test('what is no game is left out, and an entry of the history knows its game', () => {
  const kept = storage();
  const clock = { main_s: 180, byoyomi_s: 10, left_ms: 1 };
  kept.set('shoogi-tried', JSON.stringify([null, 5, {}, game('a', ['5d5c'], { clock }), { ...game('b'), moves: [1] }, { ...game('c'), clock: { main_s: -1 } }]));
  expect(ids()).toEqual(['a']);
  kept.set('shoogi-tried', '{');
  expect(ids()).toEqual([]);
  for (const [state, id] of [[null, null], [{ tried: 5 }, null], [{ tried: 'a' }, 'a']]) {
    vi.stubGlobal('history', { state });
    expect(idHere()).toBe(id);
  }
});
