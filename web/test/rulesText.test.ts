// rulesText.test.ts: the rules text as a page arranges it, and texts in links.

import { expect, test } from 'vitest';
import { references, sections } from '../src/rules/sections';
import { titleOf } from '../src/rules/title';
import { pack, SHARED_MAX, textInHash, unpack } from '../src/share';
import { definitions, open, some } from './rules';

const help = await open('libshoogi-invent.wasm');

test.each([...some.keys()])('the rules of %s lose nothing on the page', (name) => {
  const variant = help.variant(some.get(name)!);
  const blocks = variant.rules(name);
  const all = sections(blocks);
  expect(all.map(({ title }) => title)).toEqual(['', 'History', 'Rules', 'Where sources differ', 'Pieces', 'Names', 'Handicaps', 'Sources']
    .filter((title) => !['History', 'Where sources differ', 'Sources'].includes(title) || blocks.some(({ text }) => text === title)));
  // Where a page has a link it shows no command.
  expect(JSON.stringify(all)).not.toContain('NEW -');
  const pieces = all.find(({ title }) => title === 'Pieces')!.parts.filter((part) => part.form === 'piece');
  expect(pieces.length).toBe(variant.kinds.length - 1);
  for (const piece of pieces) expect(piece.text.startsWith(piece.moves) && !piece.text.includes('XBetza'), piece.title).toBe(true);
  expect(variant.rules(name, {}, { xbetza: true }).filter(({ text }) => text.includes('In XBetza: ')).length).toBe(pieces.length);
  const shown = JSON.stringify(all);
  for (const { text } of blocks) {
    for (const cell of text.split('\t')) expect(shown).toContain(JSON.stringify(cell).slice(1, -1));
  }
});

test('references in a text become links', () => {
  expect(references('see HELP HANDICAP, and HELP on it')).toEqual([
    { text: 'see ' }, { text: 'HELP HANDICAP', href: '/help/handicap' }, { text: ', and HELP on it' },
  ]);
  expect(references('as in HELP GAME HEIAN-8X8.')).toEqual([
    { text: 'as in ' }, { text: 'heian-8x8', href: '/rules/heian-8x8' }, { text: '.' },
  ]);
  expect(references('HELP GAME CHU-LISHOGI', (name) => titleOf(name, definitions.get(name)!))).toEqual([
    { text: 'Chu Shogi, rules of lishogi', href: '/rules/chu-lishogi' },
  ]);
});

test('a text survives a link', async () => {
  for (const text of ['', 'files=9\n', '歩と金\n'.repeat(2000)]) expect(await unpack(await pack(text))).toBe(text);
  expect(await pack('files=9\nranks=9\n'.repeat(50))).toMatch(/^[\w-]{1,60}$/);
  expect(textInHash('d', `#x=1&d=${await pack('a')}`)).toBe(await pack('a'));
  expect(textInHash('d', '')).toBeNull();
});

test('a link that would fill the memory is refused', async () => {
  const bomb = await pack('a'.repeat(64 * SHARED_MAX));
  expect(bomb.length).toBeLessThan(SHARED_MAX);
  await expect(unpack(bomb)).rejects.toThrow();
  expect((await unpack(await pack('a'.repeat(SHARED_MAX)))).length).toBe(SHARED_MAX);
  for (const letters of ['', '!', 'AAAA', '歩', 'q']) await expect(unpack(letters), letters).rejects.toThrow();
});
