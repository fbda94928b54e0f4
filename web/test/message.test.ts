// message.test.ts: the library's messages in other languages, as the server translates them.

import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { errorInWords, inLanguage } from '../src/message';
import { listed, loadLanguage } from '../src/words';
import { definitions, open } from './rules';

beforeAll(() => { vi.stubGlobal('document', { documentElement: {} }); });
afterEach(() => loadLanguage('en'));
afterAll(() => { vi.unstubAllGlobals(); });

test.each([
  ['two unpromoted pawns on file 3 (nifu)', 'zwei unbeförderte Bauern auf Linie 3 (Nifu)', '二歩です（3筋）'],
  ['a pawn may not be dropped to give checkmate (uchifuzume)', 'ein Bauer darf nicht mit Matt eingesetzt werden (Uchifuzume)', '打ち歩詰めです'],
  ['a lion is in the way on 5e', 'Löwe steht auf 5e im Weg', '途中の5eに獅子があります'],
  ['expected a square of this board, found "a lion"', 'erwartet: ein Feld dieses Bretts, gefunden: „a lion“', '「a lion」とありますが、この盤のマスが必要です'],
  ['warning: expected a known parameter, perhaps files, found "flies"',
    'Hinweis: erwartet: ein bekannter Parameter, vielleicht files, gefunden: „flies“', '注意：「flies」とありますが、既知の項目（おそらくfiles）が必要です'],
  ['a frobnicator is in the way on 5e', 'a frobnicator steht auf 5e im Weg', '途中の5eにa frobnicatorがあります'],
  ['There is no such message.', 'There is no such message.', 'There is no such message.'],
])('%s', async (english, german, japanese) => {
  expect(inLanguage(english)).toBe(english);
  await loadLanguage('de');
  expect(inLanguage(english)).toBe(german);
  await loadLanguage('ja');
  expect(inLanguage(english)).toBe(japanese);
});

test('a list has the comma of its language', async () => {
  expect(listed(['a', 'b', 'c'])).toBe('a, b, c');
  await loadLanguage('ja');
  expect(listed(['a', 'b', 'c'])).toBe('a、b、c');
});

test('a hostile message costs no more than another', async () => {
  await loadLanguage('ja');
  for (const piece of ['expected ', ', found "', 'a ', ' on ', '%s', 'warning: ']) {
    const started = performance.now();
    expect(inLanguage(piece.repeat(2000)).length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(5000);
  }
});

test('the errors of a definition and the reason against a move are in Japanese', async () => {
  const shoogi = await open();
  await loadLanguage('ja');
  let faults: string[] = [];
  try {
    shoogi.variant('files=9\nranks=x\n');
  } catch (error) {
    faults = (error as { faults: { message: string }[] }).faults.map(({ message }) => inLanguage(message));
  }
  expect(faults[0]).toMatch(/^「x」とありますが、.*数.*が必要です$/);
  const position = shoogi.variant(definitions.get('shogi')!).start();
  expect(inLanguage(position.whyIllegal('7g7e')!.message)).toBe('歩兵は7gから7eへは動けません');
});

test.each([
  ['clock:1:12: expected d, h, m or s, found end of text', 'Expected d, h, m or s, found end of text (column 12).'],
  ['expected a whole number as "after", found "x"', 'Expected a whole number as "after", found "x".'],
  ['It is not your turn.', 'It is not your turn.'],
  ['入力:1:5: 正しくは指し手です', '正しくは指し手です (column 5).'],
  ['正しくは指し手です', '正しくは指し手です'],
  ['Failed to fetch', 'The server cannot be reached. Try again when the connection is back.'],
  ['NetworkError when attempting to fetch resource.', 'The server cannot be reached. Try again when the connection is back.'],
])('an error of the server is a sentence: %s', (error, words) => {
  expect(errorInWords(error)).toBe(words);
});
