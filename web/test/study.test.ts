// study.test.ts: trees that several people edit: events give the same tree as the server.

import { expect, test } from 'vitest';
import { readOwn } from '../src/records/ownText';
import { studiesOf } from '../src/study/parts';
import { readMarks, toggled, writeMarks } from '../src/study/marks';
import { ownOf } from '../src/study/ownOf';
import { after, chapterOf, lines, pathTo, studyOf, written, type Done, type Study } from '../src/study/tree';
import { definitions, open } from './rules';

const shoogi = await open();
const shogi = shoogi.variant(definitions.get('shogi')!);

const empty = studyOf({
  id: 4, definition: 1, name: 'Openings', by: 'anna', may_edit: true, editors: [], events: 0, chapters: [{ node: 0, title: '', start: '' }], nodes: [{ id: 0 }],
});

const done = (number: number, kind: string, text: string, by = 'anna'): Done => ({ study: 4, number, kind, text, by });

const all = (...events: [string, string][]): Study =>
  events.reduce<Study>((study, [kind, text], i) => after(study, done(i + 1, kind, text))!, empty);

const tree = all(['move', '0 7g7f'], ['move', '1 3c3d'], ['move', '2 8h2b+'], ['move', '1 8c8d'], ['comment', '2 the usual\nanswer'], ['move', '0 2g2f']);

test('events make the tree', () => {
  expect(pathTo(tree, 3).map(({ usi }) => usi)).toEqual(['7g7f', '3c3d', '8h2b+']);
  expect(pathTo(tree, 99)).toEqual([]);
  expect(tree.nodes.get(2)!.comment).toBe('the usual\nanswer');
  expect(lines(tree, 0)).toEqual([
    { nodes: [1], ways: [{ nodes: [2, 3], ways: [] }, { nodes: [4], ways: [] }] }, { nodes: [6], ways: [] },
  ]);
  expect([...written(tree, tree.chapters[0]!, shogi)]).toEqual([
    [1, '1. P-7f'], [2, '2. P-3d'], [3, '3. Bx2b+'], [4, '2. P-8d'], [6, '1. P-2f'],
  ]);
});

test('the tree is that of the server', () => {
  const told = studyOf({ ...tree, nodes: [...tree.nodes.values()].map(({ next, ...node }) => (void next, node)) });
  expect(told).toEqual(tree);
});

test('a removed move takes its successors along; names come and go', () => {
  const less = after(tree, done(7, 'remove', '1'))!;
  expect([...less.nodes.keys()]).toEqual([0, 6]);
  expect(lines(less, 0)).toEqual([{ nodes: [6], ways: [] }]);
  const two = after(after(less, done(8, 'invite', 'bert'))!, done(9, 'name', 'Endings'))!;
  expect([two.editors, two.name, two.events]).toEqual([['bert'], 'Endings', 9]);
  expect(after(two, done(10, 'dismiss', 'bert'))!.editors).toEqual([]);
  expect(tree.nodes.size).toBe(6);
});

test('a known event changes nothing, and a gap makes the page fetch the study again', () => {
  expect(after(tree, done(6, 'remove', '1'))).toBe(tree);
  expect(after(tree, done(8, 'name', 'x'))).toBeNull();
  expect(after(tree, done(7, 'move', '99 7g7f'))).toBeNull();
  expect(after(tree, done(7, 'remove', '0'))).toBeNull();
  expect(after(tree, done(7, 'dance', ''))).toBeNull();
});

test('a comment holds a glyph and arrows besides words', () => {
  const all = { glyph: '?!', words: 'Too early.', arrows: ['8h2b', '12a11bb', '5e'] } as const;
  expect(writeMarks(all)).toBe('?! Too early. [%cal G8h2b,G12a11bb][%csl G5e]');
  expect(readMarks(writeMarks(all))).toEqual(all);
  expect(readMarks('Plain! words? [%eval 0.3]')).toEqual({ glyph: '', words: 'Plain! words? [%eval 0.3]', arrows: [] });
  expect(readMarks('!!')).toEqual({ glyph: '!!', words: '', arrows: [] });
  expect(writeMarks({ glyph: '', words: ' ', arrows: [] })).toBe('');
  expect(toggled(toggled(all, '5e'), '1a2b').arrows).toEqual(['8h2b', '12a11bb', '1a2b']);
});

test('a study is written as a record that reads back as the same tree', () => {
  const study = studyOf({
    id: 4, definition: 1, name: 'Openings', by: 'anna', may_edit: true, editors: [], events: 9, chapters: [{ node: 0, title: '', start: '' }],
    nodes: [{ id: 0, comment: 'begin' }, { id: 1, parent: 0, usi: '7g7f' }, { id: 2, parent: 1, usi: '3c3d', comment: 'a\nb' }, { id: 3, parent: 2, usi: '8h2b+' },
      { id: 4, parent: 1, usi: '8c8d' }, { id: 5, parent: 0, usi: '2g2f' }, { id: 6, parent: 4, usi: '2g2f' }, { id: 7, parent: 2, usi: '2g2f' }],
  });
  const own = readOwn(ownOf(study, study.chapters[0]!, 'shogi'));
  const lines = own.nodes.map((node) => {
    const line = [];
    for (let at: typeof node | undefined = node; at && at.parent !== null; at = own.nodes[at.parent]) line.unshift(at.usi);
    return line.join(' ');
  });
  expect(lines).toEqual(['', '7g7f', '7g7f 3c3d', '7g7f 3c3d 8h2b+', '7g7f 3c3d 2g2f', '7g7f 8c8d', '7g7f 8c8d 2g2f', '2g2f']);
  expect([own.headers.get('event'), own.nodes[0]!.comment, own.nodes[2]!.comment]).toEqual(['Openings', 'begin', 'a\nb']);
});

const KINGS = '4k4/9/9/9/9/9/9/9/4K4 b R 1';

test('chapters are made, named, put in order and removed; each has its own start and moves', () => {
  const book = all(['move', '0 7g7f'], ['chapter', `Endgame\n${KINGS}`], ['move', '2 R*5b'], ['title', '0 Opening'], ['chapter', `More\n${KINGS}`], ['place', '5 0']);
  expect(book.chapters).toEqual([{ node: 5, title: 'More', start: KINGS }, { node: 0, title: 'Opening', start: '' }, { node: 2, title: 'Endgame', start: KINGS }]);
  expect([chapterOf(book, 3).node, chapterOf(book, 1).node, chapterOf(book, 99).node]).toEqual([2, 0, 5]);
  expect([lines(book, 2), pathTo(book, 3).map(({ usi }) => usi), pathTo(book, 2)]).toEqual([[{ nodes: [3], ways: [] }], ['R*5b'], []]);
  expect([...written(book, chapterOf(book, 3), shogi)]).toEqual([[3, '1. R*5b']]);
  const own = readOwn(ownOf(book, chapterOf(book, 3), 'shogi'));
  expect([own.start, own.headers.get('event'), own.nodes.length]).toEqual([KINGS, 'Openings / Endgame', 2]);
  const less = after(book, done(7, 'remove', '2'))!;
  expect([less.chapters.map(({ node }) => node), [...less.nodes.keys()]]).toEqual([[5, 0], [0, 1, 5]]);
  expect(after(less, done(8, 'place', '2 0'))).toBeNull();
});

test('games become chapters of as few studies as hold them', () => {
  const game = (variant: string, moves: number) => ({
    title: `${moves}`, variant, text: `shoogi record 1\ngame ${variant}\n\n${Array.from({ length: moves }, (_, i) => `${i + 1} 7g7f\n`).join('')}`,
  });
  const studies = studiesOf([game('shogi', 1500), game('chu', 9), game('shogi', 1500), game('shogi', 800), game('chu', 8)]);
  expect(studies.map(({ variant, chapters }) => [variant, ...chapters.map(({ title }) => title)])).toEqual([
    ['shogi', '1500', '1500'], ['chu', '9', '8'], ['shogi', '800'],
  ]);
});
