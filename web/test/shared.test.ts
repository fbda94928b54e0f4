// shared.test.ts: a free board that two people share, built from its events.

import { expect, test } from 'vitest';
import { Fault } from '../src/textFault';
import { writeSetup } from '../src/table/setup';
import { after, ownLast, sharedOf, type Done, type Shared, type TableAnswer } from '../src/table/shared';
import { latest } from '../src/table/log';

const answer: TableAnswer = {
  id: 4, title: 'Holes', first: 'anna', second: null, hidden: false, seat: 'first', key: '4-k', more: false, lines: [],
  setup: 'title=Holes\ncoordinates=chess\ncaptures=hand\nstart=-k-/3/-K- b -\n',
};

const doing = (shared: Shared, ...done: [by: string, kind: string, text: string][]): Shared =>
  done.reduce((before, [by, kind, text]) => after(before, { number: before.events + 1, kind, text, by })!, shared);
const board = ({ log }: Shared) => writeSetup(latest(log));

test('lines are played, and taken back by their author', () => {
  let shared = doing(sharedOf(answer), ['bert', 'join', ''], ['anna', 'move', 'K b1-b2'], ['bert', 'move', 'k b3-a2; @-b3 // hm']);
  expect(shared).toMatchObject({ first: 'anna', second: 'bert', events: 3 });
  expect(board(shared)).toBe('-1-/kK1/-1- b -');
  expect(shared.log.moves.at(-1)!.comment).toBe('hm');
  expect([ownLast(shared, 'anna'), ownLast(shared, 'bert')?.number]).toEqual([null, 3]);
  shared = doing(shared, ['anna', 'comment', 'Well!'], ['bert', 'undo', '3']);
  expect(board(shared)).toBe('-k-/1K1/-1- w -');
  expect(ownLast(shared, 'anna')?.number).toBe(2);
  expect(shared.said).toEqual([{ number: 4, by: 'anna', text: 'Well!' }]);
  expect(doing(shared, ['anna', 'undo', '2']).log.moves).toEqual([]);
  expect(ownLast(doing(shared, ['anna', 'undo', '2']), 'anna')).toBeNull();
});

test('an impossible line is skipped, and can be taken back', () => {
  const shared = doing(sharedOf(answer), ['anna', 'move', 'K b1-b2'], ['bert', 'move', 'Q a2-b2'], ['anna', 'move', 'K b2-b1']);
  expect(shared.lines.map(({ fault }) => fault !== '')).toEqual([false, true, false]);
  expect(shared.log.moves.length).toBe(2);
  const back = doing(shared, ['anna', 'undo', '3'], ['bert', 'undo', '2']);
  expect([back.log.moves.length, back.lines.length]).toEqual([1, 1]);
  // After an end no line is played.
  expect(doing(shared, ['bert', 'move', 'resign'], ['anna', 'move', 'pass']).lines.at(-1)!.fault).toMatch(/ended/);
});

test('events come in order: a repeated one is ignored, and a gap is reported', () => {
  const shared = doing(sharedOf(answer), ['anna', 'move', 'K b1-b2']);
  const again: Done = { number: 1, kind: 'move', text: 'K b1-b2', by: 'anna' };
  expect(after(shared, again)).toBe(shared);
  expect(after(shared, { ...again, number: 3 })).toBeNull();
  expect(after(shared, { ...again, number: 2, kind: 'new kind' })).toMatchObject({ events: 2 });
  expect(sharedOf({ ...answer, lines: [again, { ...again, number: 2, kind: 'undo', text: '1' }] })).toMatchObject({ events: 2, lines: [] });
  expect(sharedOf({ ...answer, first: null, second: 'bert', lines: [{ ...again, kind: 'join' }] }).first).toBe('anna');
});

test('a setup with an error is a fault', () => {
  expect(() => sharedOf({ ...answer, setup: 'start=3/x?' })).toThrow(Fault);
});
