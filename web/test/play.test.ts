// play.test.ts: clocks and conditional moves on a page.

import { expect, test } from 'vitest';
import type { Clock } from '../src/answers';
import { duration, isCounted, remaining, shown } from '../src/clock';
import { capturedBy, keepsNone, piecesAt } from '../src/play/captured';
import { planTree } from '../src/play/plan';
import { resultInWords } from '../src/result';
import { definitions, open } from './rules';

test('time runs from the free time, then the bank, then the periods', () => {
  const reading = { grace_ms: 2000, bank_ms: 5000, period_ms: 10000, periods: 2 };
  const at = (ms: number) => remaining(reading, ms);
  expect(at(0)).toEqual({ left_ms: 5000, grace_ms: 2000, inPeriod: false, periods: 2, expired: false });
  expect(at(1500)).toMatchObject({ left_ms: 5000, grace_ms: 500 });
  expect(at(6999)).toMatchObject({ left_ms: 1, grace_ms: 0, inPeriod: false });
  expect(at(7000)).toMatchObject({ left_ms: 10000, inPeriod: true, periods: 2 });
  expect(at(16999)).toMatchObject({ left_ms: 1, periods: 2 });
  expect(at(17000)).toMatchObject({ left_ms: 10000, periods: 1 });
  expect(at(26999)).toMatchObject({ left_ms: 1, expired: false });
  expect(at(27000)).toMatchObject({ left_ms: 0, expired: true });
  expect(at(-50)).toEqual(at(0)); // what the server said a moment from now
  expect(remaining({ bank_ms: 1000 }, 1000)).toMatchObject({ left_ms: 0, expired: true, inPeriod: false });
});

test('only the running clock changes', () => {
  const clock: Clock = { text: '10m', running: 'white', at_ms: 100000, black: { bank_ms: 600000 }, white: { bank_ms: 500000 } };
  expect(shown(clock, 'black', 130000).left_ms).toBe(600000);
  expect(shown(clock, 'white', 130000).left_ms).toBe(470000);
  expect(shown({ ...clock, running: null }, 'white', 130000).left_ms).toBe(500000);
});

test('a reading holds until a weekend or a vacation changes it; an hourglass fills the other bank', () => {
  const clock: Clock = { text: '3d', running: 'white', at_ms: 100000, until_ms: 110000, black: { bank_ms: 5000 }, white: { bank_ms: 50000, grace_ms: 2000 } };
  expect(shown(clock, 'white', 109000).left_ms).toBe(43000);
  expect(shown(clock, 'white', 500000).left_ms).toBe(42000);
  expect(shown(clock, 'black', 500000).left_ms).toBe(5000);
  const glass: Clock = { ...clock, until_ms: 900000, white: { ...clock.white, hourglass: true } };
  expect(shown(glass, 'black', 101000).left_ms).toBe(5000);
  expect(shown(glass, 'black', 112000).left_ms).toBe(15000);
  expect(shown(glass, 'black', 500000).left_ms).toBe(55000);
});

test('times are written as people read them', () => {
  expect([600000, 599001, 61000, 10000, 9950, 100, 0, 3723000, 183600000].map(duration)).toEqual(
    ['10:00', '10:00', '1:01', '0:10', '0:09.9', '0:00.1', '0:00', '1:02:03', '2d 03:00']);
});

test('a countdown says few seconds, and of a short period only the last half', () => {
  const said = (span_ms: number) => Array.from({ length: 60 }, (_, i) => 60 - i).filter((second) => isCounted(second, span_ms));
  expect(said(60000)).toEqual([30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(said(30000)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(said(5000)).toEqual([2, 1]);
  expect(isCounted(0, 60000)).toBe(false);
});

test('lines that begin alike are one tree', () => {
  expect(planTree([])).toEqual([]);
  expect(planTree(['3c3d 2g2f 8c8d 2f2e', '3c3d 2g2f 4c4d 3i4h', '8c8d 2g2f'])).toEqual([
    { move: '3c3d', answer: '2g2f', then: [
      { move: '8c8d', answer: '2f2e', then: [] }, { move: '4c4d', answer: '3i4h', then: [] },
    ] },
    { move: '8c8d', answer: '2g2f', then: [] },
  ]);
});

test('the result of a game in words', () => {
  expect(resultInWords({ outcome: 'white', reason: 'resignation' })).toBe('Black resigned: White wins.');
  expect(resultInWords({ outcome: 'white', reason: 'resignation' }, { black: { name: 'Anna' }, white: { name: 'Bert' } }))
    .toBe('Anna (Black) resigned: Bert (White) wins.');
  expect(resultInWords({ outcome: 'black', reason: 'checkmate' })).toBe('Black wins: checkmate.');
  expect(resultInWords({ outcome: 'draw', reason: 'repetition' })).toBe('The game is drawn: repetition.');
  expect(resultInWords({ outcome: 'no-contest', reason: 'repetition' })).toMatch(/^No result: repetition/);
});

test('captured pieces are those that have gone, as what they were at the start', async () => {
  const shoogi = await open();
  expect(keepsNone(shoogi.variant(definitions.get('shogi')!))).toBe(false);
  const variant = shoogi.variant(definitions.get('dropless')!);
  expect(keepsNone(variant)).toBe(true);
  const start = piecesAt(variant, null);
  const now = piecesAt(variant, 'lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL b - 5');
  const named = (colour: 'black' | 'white') => [...capturedBy(variant, colour, start, now)].map(([kind, count]) => [variant.kinds[kind]!.id, count]);
  expect([named('black'), named('white')]).toEqual([[['B', 1]], [['B', 1]]]);
  // A piece that has promoted is not gone.
  const promoted = piecesAt(variant, '4k4/9/9/9/9/9/9/9/+B3K4 b - 1');
  expect([...capturedBy(variant, 'white', promoted, promoted)]).toEqual([]);
});
