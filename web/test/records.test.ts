// records.test.ts: texts with records of several games, their faults and their encodings.

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { load } from '../../src/wasm/shoogi.mjs';
import { definitions } from '../src/definitions';
import { decode } from '../src/records/decode';
import { readOwn } from '../src/records/ownText';
import { namesOf, split, type FoundGame } from '../src/records/split';

const built = process.env['SHOOGI_BUILD_ROOT'] ?? fileURLToPath(new URL('../../build', import.meta.url));
const shoogi = await load(fs.readFileSync(path.join(built, 'libshoogi-records.wasm')));
for (const [name, text] of definitions) shoogi.addDefinition(name, text);
const games = (text: string, assumed = 'shogi'): FoundGame[] => [...split(shoogi, definitions, text, assumed)];

const KIF = '手合割：平手\n先手：Ito\n後手：Kato\n   1 ７六歩(77)\n*good\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n';

test('several games of a text are read, each by the rules that it names', () => {
  const all = games(`#KIF\n${KIF}\n#KIF\n手合割：5五将棋\n先手：Sato\n   1 ５四歩(55)\n   2 中断\n`.replace('５四歩(55)', '３四金(45)'));
  expect(all.map(({ variant, format, black, white, moves, line, bad }) => [variant, format, black, white, moves, line, bad])).toEqual([
    ['shogi', 'kif', 'Ito', 'Kato', 2, 1, false], ['mini', 'kif', 'Sato', '', expect.any(Number), 14, expect.any(Boolean)],
  ]);
  expect(games('shoogi record 1\ngame chu\n\n1 7i7h\n').map(({ variant, moves }) => [variant, moves])).toEqual([['chu', 1]]);
  expect(games('', 'chu')).toEqual([]);
});

test('faults have their place in the whole text, and what comes before one is kept', () => {
  const [first, second] = games(`#KIF\n${KIF}\n#KIF\n先手：Abe\n   1 ７六歩(77)\n   2 ３四歩(35)\n`);
  expect(first!.faults).toEqual([]);
  expect(second).toMatchObject({ bad: true, moves: 1, black: 'Abe', line: 14 });
  expect(second!.faults.find(({ message }) => message.startsWith('move 2'))).toMatchObject({ line: 16 });
  const [svg] = games('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>\n');
  expect(svg).toMatchObject({ bad: true, text: '', faults: [{ line: 1, column: 1 }] });
});

test('hundreds of games are read one by one, and one that is longer than the part read first', () => {
  const line = (n: number) => `startpos moves ${Array.from({ length: n }, (_, i) => ['2h3h', '8b7b', '3h2h', '7b8b'][i % 4]).join(' ')}\n`;
  const many = games(line(4).repeat(300));
  expect(many.length).toBe(300);
  expect(many.at(-1)).toMatchObject({ line: 300, moves: 4, bad: false });
  const long = games(`${line(4000)}${line(2)}`);
  expect(long.map(({ line, moves }) => [line, moves])).toEqual([[1, expect.any(Number)], [2, 2]]);
});

test('boards of 36 by 36 are read, too', () => {
  const [one] = games('shoogi record 1\ngame taikyoku\n\n1 10z10y\n');
  expect(one).toMatchObject({ variant: 'taikyoku', moves: 1, bad: false });
  expect(one!.text).toMatch(/^game taikyoku$/m);
});

test('games are found by name, alias and title', () => {
  const names = namesOf(definitions);
  expect(['mini', '5五将棋', 'mini shogi', 'shogi', 'nothing'].map((name) => names.get(name))).toEqual(['mini', 'mini', 'mini', 'shogi', undefined]);
});

test('bytes in the encodings of the field become text', () => {
  const [text] = ['先手：Ito\n   1 ７六歩(77)\n'];
  const sjis = Uint8Array.from([0x90, 0xe6, 0x8e, 0xe8, 0x81, 0x46, 0x49, 0x74, 0x6f, 0x0a]);
  const euc = Uint8Array.from([0xc0, 0xe8, 0xbc, 0xea, 0xa1, 0xa7, 0x49, 0x74, 0x6f, 0x0a]);
  expect(decode(new TextEncoder().encode(text))).toBe(text);
  expect([decode(sjis), decode(euc)]).toEqual(['先手：Ito\n', '先手：Ito\n']);
  expect(decode(Uint8Array.from([0xff, 0xfe, 0x48, 0x51, 0x4b, 0x62]))).toBe('先手');
  expect(decode(Uint8Array.from([...new TextEncoder().encode('#KIF encoding=Shift_JIS\n'), ...sjis]))).toBe('#KIF encoding=Shift_JIS\n先手：Ito\n');
});

test('our own format as a tree: variations, comments, times and ends', () => {
  const own = readOwn(['shoogi record 1', 'game mini', 'start rbsgk/4p/5/P4/KGSBR w - 1', 'black: Anna', 'x\\: y: z', '', '* begin', '1 4a3b', '2 2e3d 1.5',
    '* a', '*', '* b', '3 3a4b', '2 4e4d', '3 2a2b', '1 end suspended none', '> rest', ''].join('\n'));
  expect([own.game, own.start, [...own.headers]]).toEqual(['mini', 'rbsgk/4p/5/P4/KGSBR w - 1', [['black', 'Anna'], ['x: y', 'z']]]);
  expect(own.nodes.map(({ parent, usi, ply, comment, end }) => [parent, usi, ply, comment, end])).toEqual([
    [null, '', 0, 'begin', ''], [0, '4a3b', 1, '', ''], [1, '2e3d', 2, 'a\n\nb', ''], [2, '3a4b', 3, '', ''], [1, '4e4d', 2, '', ''], [4, '2a2b', 3, '', ''],
    [0, '', 0, '', 'suspended none'],
  ]);
  expect([own.main, own.nodes[2]!.time_ms, own.rest]).toEqual([[1, 2, 3], 1500, 'rest']);
  const [found] = games(KIF);
  expect(readOwn(found!.text).nodes.map(({ usi, end }) => usi || end)).toEqual(['', '7g7f', '3c3d', 'resign white', '8c8d']);
});
