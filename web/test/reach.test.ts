// reach.test.ts: where pieces move, compared with well-known moves.

import { expect, test } from 'vitest';
import type { Ride, Variant } from '../../src/wasm/shoogi.mjs';
import { movesInWords } from '../src/board/speech';
import { reach, type Way } from '../src/board/reach';
import { definitions, open, some } from './rules';

const shoogi = await open();

/** "0,1 1,1-": right and forward, with "-" after moves without capture and "x" after captures only. */
const words = (ways: readonly Way[]) =>
  ways.map(({ right, forward, move, take }) => `${right},${forward}${move && take ? '' : move ? '-' : 'x'}`).sort().join(' ');

/** The same with the reach: "0,1*" to the edge. */
const ridden = (rides: readonly Ride[]) =>
  rides.map((ride) => `${words([ride])}${ride.reach === 0 ? '*' : ride.reach === 1 ? '' : ride.reach}`).sort().join(' ');

const kindOf = (variant: Variant, id: string) => variant.kinds.findIndex((kind) => kind?.id === id);

test.each([
  ['shogi', 'P', '0,1', ''],
  ['shogi', 'N', '-1,2 1,2', ''],
  ['shogi', 'G', '-1,0 -1,1 0,-1 0,1 1,0 1,1', ''],
  ['shogi', 'L', '0,1*', ''],
  ['shogi', '+R', '-1,-1 -1,0* -1,1 0,-1* 0,1* 1,-1 1,0* 1,1', ''],
  ['shogi', 'K', '-1,-1 -1,0 -1,1 0,-1 0,1 1,-1 1,0 1,1', ''],
  ['chu', 'O', '-1,-1 -1,1 -2,0 0,-2 0,2 1,-1 1,1 2,0', ''],
  ['chu', 'M', '-1,0* 0,-1 0,1 1,0*', ''],
  // A jump counts even where a slide leads, too.
  ['tenjiku', 'LH', '-1,-1* -1,-2 -1,0 -1,1* -1,2 -2,-1 -2,-2 -2,0 -2,1 -2,2 0,-1 0,-2 0,1 0,2 1,-1* 1,-2 1,0 1,1* 1,2 2,-1 2,-2 2,0 2,1 2,2', ''],
  ['dobutsu', 'B', '-1,-1 -1,1 1,-1 1,1', ''],
])('%s %s', (game, id, rides, turns) => {
  const variant = shoogi.variant(definitions.get(game)!);
  const found = reach(variant, kindOf(variant, id));
  expect(ridden(found.rides)).toBe(rides);
  expect(words(found.turns)).toBe(turns);
});

test('a board with holes has room elsewhere', () => {
  const variant = shoogi.variant('files=9\nranks=9\nsymmetry=rotate\nfirstRank=1\nholdingsType=-1\nmaxPromote=0\n' +
    'hole::::a1,i1,a2,i2,e5,a9,i9,a8,i8\npawn:P:fW:p:b3-h3\nrook:R:R:r:c2\nbishop:B:B:b:g2\nlion:N:KaK:n:d1\nking:K:K:k:e1\n');
  for (const id of ['P', 'R', 'B', 'K']) expect(words(reach(variant, kindOf(variant, id)).turns)).toBe('');
  expect(words(reach(variant, kindOf(variant, 'N')).turns)).toBe(
    '-1,-2 -1,2 -2,-1 -2,-2 -2,1 -2,2 0,-2 0,2 1,-2 1,2 2,-1 2,-2 2,0 2,1 2,2');
});

test('near squares that a hook mover reaches by turning are shown; words describe the rest', () => {
  const variant = shoogi.variant('files=11\nranks=11\nmaxPromote=0\nhook:H:RmasR:h:a1\nking:K:K:k:f1\n');
  const { rides, turns } = reach(variant, kindOf(variant, 'H'));
  expect(ridden(rides)).toBe('-1,0* 0,-1* 0,1* 1,0*');
  const near = [-3, -2, -1, 1, 2, 3];
  expect(words(turns)).toBe(near.flatMap((right) => near.map((forward) => `${right},${forward}`)).sort().join(' '));
  expect(movesInWords(variant, kindOf(variant, 'H'))).toMatch(/^It moves any number of squares forward, back or sideways\. .* turn once at a right angle/);
});

test('every piece of every game moves, except pure hoppers', () => {
  const still: string[] = [];
  const hoppers = ['cannon', 'cannon-korean', 'cannon-pawns'];
  for (const name of new Set([...some.keys(), ...hoppers])) {
    const variant = shoogi.variant(definitions.get(name)!);
    for (let kind = 1; kind < variant.kinds.length; kind++) {
      const { rides, turns } = reach(variant, kind);
      if (rides.length + turns.length === 0) still.push(`${name} ${variant.kinds[kind]?.id}`);
    }
  }
  expect(still.sort()).toEqual(hoppers.flatMap((name) => [`${name} A`, `${name} I`]));
});
