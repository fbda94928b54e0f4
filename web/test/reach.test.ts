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

test('every man of every game goes somewhere', () => {
  for (const [name, text] of definitions) {
    const variant = shoogi.variant(text);
    for (let kind = 1; kind < variant.kinds.length; kind++) {
      const { steps, slides } = reach(variant, kind);
      expect(steps.length + slides.length, `${name} ${variant.kinds[kind]?.id}`).toBeGreaterThan(0);
    }
  }
});
