// placed.test.ts: positions and moves without rules, compared with the rules.

import { expect, test } from 'vitest';
import { DEMO } from '../src/lobby/demo';
import { FIRST, loadOthers, startOf } from '../src/lobby/MiniBoard';
import { moved, place, placedOf } from '../src/lobby/placed';
import { gamesOf } from '../src/rules/names';
import { definitions, open } from './rules';

const shoogi = await open();

test('the engine\'s game is legal, and every position of it is the one of the rules', () => {
  const variant = shoogi.variant(definitions.get('shogi')!);
  const position = variant.start(null);
  let placed = startOf('shogi')!;
  expect(DEMO.length).toBeGreaterThan(60);
  DEMO.forEach((usi, i) => {
    expect(position.whyIllegal(usi)).toBeNull();
    position.do(usi);
    placed = moved(placed, usi, i % 2 === 0 ? 'black' : 'white');
    const wanted = placedOf(position.sfen())!;
    expect(placed.cells).toEqual(wanted.cells);
    expect(Object.fromEntries(Object.entries(placed.hands).filter(([, count]) => count > 0))).toEqual(wanted.hands);
  });
  position.free();
  variant.free();
});

test('every game can be drawn, with the pieces of its definition', async () => {
  expect(FIRST.length).toBe(12);
  await loadOthers();
  for (const name of gamesOf([...definitions.keys()])) {
    const variant = shoogi.variant(definitions.get(name)!);
    const position = variant.start(null);
    const { files, ranks, cells, hands } = startOf(name)!;
    expect([name, hands]).toEqual([name, placedOf(position.sfen())?.hands]);
    expect([name, files, ranks]).toEqual([name, variant.files, variant.ranks]);
    const wrong = cells.flatMap((rank, row) => rank.flatMap((id, column) =>
      (id === null) === !position.piece(files - 1 - column, row) ? [] : [`${name} ${column} ${row}`]));
    expect(wrong).toEqual([]);
    position.free();
    variant.free();
  }
});

test('a square of the largest board is found', () => {
  expect(place(placedOf(Array(36).fill('36').join('/'))!, '2aj')).toEqual([35, 34]);
});

test('what cannot be drawn is refused', () => {
  for (const text of ['', '9/8', 'x$', 'k8/9/10 b - 1', '99999999999', '-']) expect(placedOf(text)).toBeNull();
});
