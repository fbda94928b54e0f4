// plan.test.ts: games put together by hand.

import { expect, test } from 'vitest';
import { definitionOf, firstPlan, KNOWN, opposite, resized, SIDE_MOST, withPiece } from '../src/invent/plan';
import { definitions, open } from './rules';

const shoogi = await open();

test('the first plan is the start of Shogi, with its moves', () => {
  const [plan, shogi] = [shoogi.variant(definitionOf(firstPlan())), shoogi.variant(definitions.get('shogi')!)];
  const [a, b] = [plan.start(), shogi.start()];
  expect(a.sfen()).toBe(b.sfen());
  expect(a.perft(3)).toBe(b.perft(3));
  for (const one of [a, b, plan, shogi]) one.free();
});

test('every known piece may stand on boards of any size, promote and be dropped', () => {
  for (const [files, ranks] of [[3, 4], [9, 9], [SIDE_MOST, SIDE_MOST]] as const) {
    for (const [hand, zone] of [[true, 1], [false, 2], [true, 0]] as const) {
      const variant = shoogi.variant(definitionOf(withPiece({ ...resized(firstPlan(), files, ranks), hand, zone, pieces: new Map() }, `2${'abcdefghijklmnop'[ranks - 1]}`, 'K'), true));
      expect(variant.faults).toEqual([]);
      expect(variant.kinds.length - 1).toBe(KNOWN.length + (zone > 0 ? KNOWN.filter(({ promoted }) => promoted).length : 0));
      variant.free();
    }
  }
});

test('a piece has its counterpart; a square holds one piece, the middle none', () => {
  const plan = { ...firstPlan(), files: 5, ranks: 5, pieces: new Map<string, string>() };
  expect(opposite(plan, '1e')).toBe('5a');
  const one = withPiece(plan, '1e', 'R');
  expect([...withPiece(one, '5a', 'B').pieces]).toEqual([['5a', 'B']]);
  expect([...withPiece(one, '1e', null).pieces]).toEqual([]);
  expect([...withPiece(one, '3c', 'B').pieces]).toEqual([['1e', 'R']]);
});

test('on a larger board the pieces stay at the edge and in the middle; on a smaller one those outside are gone', () => {
  expect(resized(firstPlan(), 11, 10).pieces.get('6j')).toBe('K');
  expect([...resized(firstPlan(), 3, 4).pieces].sort()).toEqual([['1d', 'G'], ['2d', 'K'], ['3d', 'G']]);
});
