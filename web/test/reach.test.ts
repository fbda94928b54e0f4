// reach.test.ts: where men go, beside what everybody knows of them.

import { expect, test } from 'vitest';
import { reach, type Way } from '../src/board/reach';
import { definitions, open } from './rules';

const shoogi = await open();

/** "0,1 1,1-": right and forward, with "-" behind what may only be moved to and "x" behind what may only be taken. */
const words = (ways: readonly Way[]) =>
  ways.map(({ right, forward, move, take }) => `${right},${forward}${move && take ? '' : move ? '-' : 'x'}`).sort().join(' ');

test.each([
  ['shogi', 'P', '0,1', ''],
  ['shogi', 'N', '-1,2 1,2', ''],
  ['shogi', 'G', '-1,0 -1,1 0,-1 0,1 1,0 1,1', ''],
  ['shogi', 'L', '', '0,1'],
  ['shogi', '+R', '-1,-1 -1,1 1,-1 1,1', '-1,0 0,-1 0,1 1,0'],
  ['shogi', 'K', '-1,-1 -1,0 -1,1 0,-1 0,1 1,-1 1,0 1,1', ''],
  ['chu', 'O', '-1,-1 -1,1 -2,0 0,-2 0,2 1,-1 1,1 2,0', ''],
  ['chu', 'M', '0,-1 0,1', '-1,0 1,0'],
  ['dobutsu', 'B', '-1,-1 -1,1 1,-1 1,1', ''],
])('%s %s', (game, id, steps, slides) => {
  const variant = shoogi.variant(definitions.get(game)!);
  const found = reach(variant, variant.kinds.findIndex((kind) => kind?.id === id));
  expect(words(found.steps)).toBe(steps);
  expect(words(found.slides)).toBe(slides);
});

test('a board with holes has room elsewhere', () => {
  const variant = shoogi.variant('files=9\nranks=9\nsymmetry=rotate\nfirstRank=1\nholdingsType=-1\nmaxPromote=0\n' +
    'hole::::a1,i1,a2,i2,e5,a9,i9,a8,i8\npawn:P:fW:p:b3-h3\nrook:R:R:r:c2\nbishop:B:B:b:g2\nking:K:K:k:e1\n');
  const find = (id: string) => reach(variant, variant.kinds.findIndex((kind) => kind?.id === id));
  expect(words(find('R').slides)).toBe('-1,0 0,-1 0,1 1,0');
  expect(words(find('B').slides)).toBe('-1,-1 -1,1 1,-1 1,1');
  expect(words(find('P').steps)).toBe('0,1');
  expect(words(find('K').steps)).toBe('-1,-1 -1,0 -1,1 0,-1 0,1 1,-1 1,0 1,1');
});

test('every man of every game goes somewhere, but for those that only hop', () => {
  const still: string[] = [];
  for (const [name, text] of definitions) {
    const variant = shoogi.variant(text);
    for (let kind = 1; kind < variant.kinds.length; kind++) {
      const { steps, slides } = reach(variant, kind);
      if (steps.length + slides.length === 0) still.push(`${name} ${variant.kinds[kind]?.id}`);
    }
  }
  expect(still.sort()).toEqual(['cannon A', 'cannon I', 'cannon-korean A', 'cannon-korean I', 'cannon-pawns A', 'cannon-pawns I']);
});
