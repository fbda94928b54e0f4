// handicap.test.ts: handicaps in words.

import { afterAll, expect, it, vi } from 'vitest';
import { handicapInWords, handicapsIn, japanesePiece } from '../src/handicap';
import { loadLanguage } from '../src/words';

const DEFINITION = 'handicap=rook,飛車落ち:R@8b\nhandicap=two-pieces,二枚落ち,飛角落ち:B@2b,R@8b\nhandicap=three-pieces:L@1a,B@2b,R@8b\nbase=none\n';

vi.stubGlobal('document', { documentElement: {} });
afterAll(() => loadLanguage('en'));

it('are called by their names, or by their pieces', () => {
  const named = handicapsIn(DEFINITION);
  expect(handicapInWords('HANDICAP:R@8b,B@2b', named)).toBe('Handicap: two pieces');
  expect(handicapInWords('HANDICAP:L@1a,R@8b', named)).toBe('Handicap: L1a, R8b');
  expect(handicapInWords('P-7f', named)).toBe(null);
  expect(handicapsIn('handicap=none\n')).toEqual([]);
});

it('have Japanese names and kanji for readers of Japanese', async () => {
  await loadLanguage('ja');
  const named = handicapsIn(DEFINITION);
  expect(named.map(({ words }) => words)).toEqual(['飛車落ち', '二枚落ち', '三枚落ち']);
  expect(handicapInWords('HANDICAP:B@2b,R@8b', named)).toBe('駒落ち：二枚落ち');
  expect(handicapInWords('HANDICAP:L@12l', [], (id, square) => japanesePiece(id === 'L' ? '香' : id, square))).toBe('駒落ち：１２十二香');
});
