// moves.test.ts: every legal move of many positions can be entered square by square, and nothing else can.

import { beforeEach, expect, test } from 'vitest';
import { parse, point, tree, type Outcome, type Step } from '../src/board/moves';
import { open, some } from './rules';

const shoogi = await open();

// The pause lets the test runner receive results; without it, it reports a timeout after a minute.
beforeEach(() => new Promise((resolve) => { setImmediate(resolve); }));

/** Selects these places in turn; returns the last outcome. */
function say(root: Step, places: readonly string[]): Outcome {
  let path: readonly string[] = [];
  let outcome: Outcome = { kind: 'nothing' };
  for (const place of places) {
    outcome = point(root, path, place);
    path = outcome.kind === 'on' ? outcome.path : [];
  }
  return outcome;
}

/** The same numbers in every run. */
let seed = 7n;
function random(bound: number): number {
  seed = BigInt.asUintN(64, seed * 6364136223846793005n + 1442695040888963407n);
  return Number((seed >> 33n) % BigInt(bound));
}

test('a text becomes places and a mark', () => {
  expect(parse('7g7f')).toEqual({ path: ['7g', '7f'], mark: '' });
  expect(parse('8h2b+')).toEqual({ path: ['8h', '2b'], mark: '+' });
  expect(parse('P*5e')).toEqual({ path: ['P*', '5e'], mark: '' });
  expect(parse('+P*5e')).toEqual({ path: ['+P*', '5e'], mark: '' });
  expect(parse('9d9c+G')).toEqual({ path: ['9d', '9c'], mark: '+G' });
  expect(parse('12l11k12l')).toEqual({ path: ['12l', '11k', '12l'], mark: '' });
  expect(parse('36aj1a')).toEqual({ path: ['36aj', '1a'], mark: '' });
  expect(() => parse('resign')).toThrow();
});

test('a simple move is two places', () => {
  const root = tree(['7g7f', '7g7e', 'P*5e']);
  expect(say(root, ['7g'])).toMatchObject({ kind: 'on', path: ['7g'] });
  expect(say(root, ['7g', '7f'])).toEqual({ kind: 'move', move: '7g7f' });
  expect(say(root, ['P*', '5e'])).toEqual({ kind: 'move', move: 'P*5e' });
  expect(say(root, ['7g', '7g'])).toEqual({ kind: 'nothing' });
  expect(say(root, ['9i'])).toEqual({ kind: 'nothing' });
  expect(say(root, ['7g', '1a'])).toEqual({ kind: 'nothing' });
  expect(say(root, ['7g', 'P*'])).toMatchObject({ kind: 'on', path: ['P*'] });
});

test('an open promotion is asked for, a forced one is made', () => {
  const root = tree(['8h2b', '8h2b+', '3c3b+']);
  const outcome = say(root, ['8h', '2b']);
  expect(outcome.kind === 'choose' && [...outcome.step.ends.values()]).toEqual(['8h2b', '8h2b+']);
  expect(say(root, ['3c', '3b'])).toEqual({ kind: 'move', move: '3c3b+' });
});

test('a piece of several steps stops on a square that is selected twice', () => {
  const root = tree(['6f6e', '6f6e6d', '6f6e6f', '6f6d']);
  expect(say(root, ['6f', '6e'])).toMatchObject({ kind: 'on', path: ['6f', '6e'] });
  expect(say(root, ['6f', '6e', '6e'])).toEqual({ kind: 'move', move: '6f6e' });
  expect(say(root, ['6f', '6e', '6f'])).toEqual({ kind: 'move', move: '6f6e6f' });
  expect(say(root, ['6f', '6e', '6d'])).toEqual({ kind: 'move', move: '6f6e6d' });
  expect(say(root, ['6f', '6d'])).toEqual({ kind: 'move', move: '6f6d' });
});

test.each([...some.keys()])('every legal move of %s can be said', (name) => {
  const variant = shoogi.variant(some.get(name)!);
  const position = variant.start();
  for (let ply = 0; ply < 60 && position.result().outcome === 'none'; ply++) {
    const moves = position.moves({ paths: true });
    const root = tree(moves);
    const known = new Set(moves);
    const wrong: unknown[] = []; // an expect for every move takes longer than the rest
    for (const move of moves) {
      const { path } = parse(move);
      let outcome = say(root, path);
      if (outcome.kind === 'on') outcome = say(root, [...path, path.at(-1)!]);
      const said = outcome.kind === 'choose' ? [...outcome.step.ends.values()] : outcome.kind === 'move' ? [outcome.move] : [];
      if (!said.includes(move) || !said.every((one) => known.has(one))) wrong.push([move, said]);
    }
    expect(wrong, `${name} ${position.sfen()}`).toEqual([]);
    position.do(moves[random(moves.length)]!);
  }
  position.free();
  variant.free();
});
