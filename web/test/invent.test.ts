// invent.test.ts: definitions from anywhere: tried before a page shows them, and stopped when they take too long.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isBounded, MOVES_MAX } from '../src/board/moves';
import { Game } from '../src/game';
import { extentOf, lineStart, offsetOf } from '../src/invent/place';
import { DEADLINE_MS, Reader, type Reading, type WorkerLike } from '../src/invent/reader';
import { grouped, readVariant, tryOut, type Trial } from '../src/invent/trial';
import { definitions, open, some } from './rules';

const shoogi = await open('libshoogi-invent.wasm');

test('places in a text', () => {
  const text = 'files=9\nking:歩:𠮷:k\n\nlast';
  expect([1, 2, 3, 4, 5].map((line) => lineStart(text, line))).toEqual([0, 8, 20, 21, text.length]);
  expect(offsetOf(text, 1, 7)).toBe(6);
  expect(offsetOf(text, 2, 6)).toBe(13);
  // A character beyond the first 16 bits counts once.
  expect(text.slice(offsetOf(text, 2, 9))).toBe(':k\n\nlast'.slice(0));
  expect(offsetOf(text, 1, 99)).toBe(7);
  expect(offsetOf(text, 9, 1)).toBe(text.length);
  expect(extentOf(text, 0)).toBe(5);
  expect(extentOf(text, 7)).toBe(1);
});

test.each([...some.keys()])('%s may be shown', (name) => {
  const trial = tryOut(shoogi, definitions.get(name)!);
  expect(trial).toMatchObject({ playable: true, faults: [], reason: '' });
  expect(trial.moves).toBeGreaterThan(3);
});

test('a saved page is read, with warnings for its odd parameters', () => {
  const page = '<html><body><p>Play it\n<div class="idiagram">\nfiles=5\nranks=5\nsparkle=2\nsymmetry=rotate\nking:K:K:k:c1\n</div></body></html>';
  const trial = tryOut(shoogi, page);
  expect(trial).toMatchObject({ playable: true, files: 5, ranks: 5, kinds: 1, moves: 5 });
  expect(trial.faults.map(({ line, column }) => `${line}:${column}`)).toEqual(['5:1']);
  expect(trial.faults[0]!.message).toMatch(/^warning: /);
});

test.each([
  ['lines of text', 'Look at this, which is nice.\nThe pieces move as follows:\n\n', '\n\nI hope you like it. Comments are welcome!\n'],
  ['a question and an address', 'Which of them is strongest?\nSee https://example.org/a?b=c for more.\n\n', '\n\nAnna, 3 May\n'],
  ['nothing', '', ''],
])('a diagram copied from a page is read, between %s, with one line for each kind of warning', (_, before, after) => {
  const trial = tryOut(shoogi, `${before}files=10
promoZone=1
Pawn::::a2-j2
Knight:N:::b1,i1
Bishop::::c1,h1
Rook::::a1,j1
Queen::::e1
King::::f1${after}`);
  expect(trial).toMatchObject({ playable: true, files: 10, ranks: 8, kinds: 6 });
  expect(grouped(trial.faults).length).toBeLessThanOrEqual(2);
});

test('all errors are reported with their places', () => {
  const trial = tryOut(shoogi, 'files=9\nranks=9\nking:K:Kz:k:e1\nodd:X:Zz:x:a1\n');
  expect(trial.playable).toBe(false);
  expect(trial.faults.map(({ line, column }) => `${line}:${column}`)).toEqual(['3:10', '4:9']);
});

const ids = (count: number) => Array.from({ length: count }, (_, i) => `X${i}`);

test.each<[string, string, Partial<Trial>]>([
  ['the largest board', 'files=36\nranks=36\nsymmetry=rotate\nking:K:K:k:a1\n', { playable: true }],
  ['a board that is larger', 'files=37\nranks=36\nsymmetry=rotate\nking:K:K:k:a1\n', { playable: false }],
  ['as many kinds as there may be', `files=16\nranks=16\nsymmetry=rotate\n${ids(510).map((id) => `n:${id}:N:n:`).join('\n')}\nking:K:K:k:a1\n`, { playable: true, kinds: 511 }],
  ['thousands of kinds', `files=16\nranks=16\n${ids(5000).map((id) => `n:${id}:K:n:`).join('\n')}\n`, { playable: false }],
  ['deep XBetza', `files=9\nranks=9\nking:K:${'ya'.repeat(100000)}K:k:a1\n`, { playable: false }],
  ['a long text without an end', 'a'.repeat(300000), { playable: false }],
  ['thousands of faults', 'x=1\n'.repeat(50000), { playable: false }],
  ['a base of itself', 'base=this\n', { playable: false }],
  ['control characters', 'files=9\u0000\nranks=9', { playable: false }],
])('%s: ends by itself', (_, text, wanted) => {
  const trial = tryOut(shoogi, text);
  expect(trial).toMatchObject(wanted);
  expect(trial.faults.length).toBeLessThanOrEqual(40);
  if (!trial.playable) expect(trial.faults.length > 0 || trial.reason !== '').toBe(true);
  expect(shoogi.memoryBytes()).toBeLessThanOrEqual(128 * 1024 * 1024);
});

test('the moves of a position with too many are not listed', () => {
  // Any of 200 kinds may be dropped on any of 255 squares.
  const many = `files=16\nranks=16\nsymmetry=rotate\nholdingsType=-1\n${ids(200).map((id) => `n:${id}:K:n::1`).join('\n')}\nking:K:K:k:a1\n`;
  expect(tryOut(shoogi, many)).toMatchObject({ playable: false, reason: `more than ${MOVES_MAX} moves in one position` });
  const variant = readVariant(shoogi, many);
  expect(isBounded(variant, null)).toBe(false);
  // A game from it is still shown, and its moves are typed.
  const game = new Game(variant);
  expect(game.view).toMatchObject({ beyond: true, moves: { next: new Map() } });
  game.free();
  variant.free();
  const shogi = readVariant(shoogi, definitions.get('shogi')!);
  expect(isBounded(shogi, null)).toBe(true);
  shogi.free();
});

/** Workers that do nothing until the test tells them to. */
class Fake implements WorkerLike {
  static all: Fake[] = [];
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  sent: string[] = [];
  ended = false;

  constructor() {
    Fake.all.push(this);
  }

  postMessage(text: string) {
    this.sent.push(text);
  }

  terminate() {
    this.ended = true;
  }

  says(data: unknown) {
    this.onmessage!.call(this as unknown as Worker, { data } as MessageEvent);
  }
}

const trial: Trial = { faults: [], playable: true, reason: '', files: 1, ranks: 1, kinds: 1, moves: 1 };

beforeEach(() => {
  vi.useFakeTimers();
  Fake.all = [];
});
afterEach(() => vi.useRealTimers());

function reader() {
  const told: Reading[] = [];
  return { told, reader: new Reader((reading) => told.push(reading), () => new Fake()) };
}

test('of the texts that come during a check only the latest is checked', () => {
  const { told, reader: one } = reader();
  one.read('a');
  one.read('b');
  const [worker] = Fake.all as [Fake];
  expect(worker.sent).toEqual([]);
  worker.says('ready');
  expect(worker.sent).toEqual(['b']);
  one.read('c');
  one.read('d');
  worker.says(trial);
  worker.says(trial);
  expect(worker.sent).toEqual(['b', 'd']);
  expect(told.map(({ state, text }) => `${state} ${text}`)).toEqual(['read b', 'read d']);
  expect(Fake.all.length).toBe(1);
});

test('a worker that takes too long is stopped, and the next text gets another', () => {
  const { told, reader: one } = reader();
  one.read('slow');
  // Loading the rules has its own time.
  vi.advanceTimersByTime(10 * DEADLINE_MS);
  expect(told).toEqual([]);
  Fake.all[0]!.says('ready');
  vi.advanceTimersByTime(DEADLINE_MS - 1);
  expect(told).toEqual([]);
  one.read('next');
  vi.advanceTimersByTime(1);
  expect(told).toEqual([{ state: 'late', text: 'slow' }]);
  expect(Fake.all[0]!.ended).toBe(true);
  Fake.all[0]!.says(trial);
  expect(told.length).toBe(1);
  Fake.all[1]!.says('ready');
  expect(Fake.all[1]!.sent).toEqual(['next']);
  Fake.all[1]!.says(trial);
  expect(told.at(-1)).toMatchObject({ state: 'read', text: 'next' });
});

test('a broken worker is stopped, and one that never starts is not retried for ever', () => {
  const { told, reader: one } = reader();
  one.read('a');
  Fake.all[0]!.onerror!.call(null as never, {} as ErrorEvent);
  expect(told).toEqual([{ state: 'broken', text: 'a' }]);
  expect(Fake.all.length).toBe(1);
  one.read('b');
  Fake.all[1]!.says('ready');
  Fake.all[1]!.onerror!.call(null as never, {} as ErrorEvent);
  expect(told.at(-1)).toEqual({ state: 'broken', text: 'b' });
  one.read('c');
  one.close();
  expect(Fake.all[2]!.ended).toBe(true);
  vi.advanceTimersByTime(DEADLINE_MS);
  expect(told.length).toBe(2);
});
