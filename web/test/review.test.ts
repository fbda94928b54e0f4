// review.test.ts: the verdicts on the moves of an analysed game.

import { expect, test, vi } from 'vitest';
import { stepOf } from '../src/play/Graph';
import { keepAnalysis, keptAnalysis } from '../src/review/keptAnalyses';
import { mistakesOf } from '../src/review/mistakes';
import { nodesFor } from '../src/review/ownAnalysis';
import { judge, lossOf, markOf, playOf } from '../src/review/verdict';

const moves = [
  { usi: '7g7f', by: 'black' }, { usi: '3c3d', by: 'white' }, { usi: '8h2b+', by: 'black' }, { usi: '4a3b', by: 'white' },
] as const;
const positions = [
  { ply: 0, score_cp: 0, line: '7g7f 3c3d' }, { ply: 1, score_cp: -200, line: '8c8d 2g2f' }, { ply: 2, score_cp: 400, line: '2g2f' },
  { ply: 3, score_cp: -29998, line: '3a2b' }, { ply: 4, score_cp: null, line: '' }, { ply: 1, score_cp: 900, line: 'second line' },
];

test('an analysis is kept for its game, and the oldest go first', () => {
  const store = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, text: string) => store.set(key, text) });
  for (let i = 0; i < 30; i++) keepAnalysis(`game ${i}`, positions);
  const all = JSON.parse(store.get('shoogi.analyses')!) as unknown[];
  expect(all.length).toBe(20);
  expect(keptAnalysis('game 29')).toEqual(positions);
  expect(keptAnalysis('game 29 and a move')).toEqual([]);
  // An analysis that needs all of the room leaves no other.
  keepAnalysis('long', [{ ply: 0, score_cp: 0, line: 'x'.repeat(500_000) }]);
  keepAnalysis('longer', [{ ply: 0, score_cp: 0, line: 'x'.repeat(500_000) }]);
  expect((JSON.parse(store.get('shoogi.analyses')!) as unknown[]).length).toBe(1);
  // Stored values of another form are ignored.
  store.set('shoogi.analyses', '[["a", [{"ply": "x"}]], 7, null]');
  keepAnalysis('short', positions);
  expect((JSON.parse(store.get('shoogi.analyses')!) as unknown[]).length).toBe(1);
  vi.unstubAllGlobals();
});

test('a move loses what its position is worth less for its side; the move that the engine prefers loses nothing', () => {
  const judged = judge(positions, moves);
  expect(judged.map(({ ply, by, mark, better }) => [ply, by, mark, better])).toEqual([
    [0, 'black', '', ''], [1, 'white', '??', '8c8d 2g2f'], [2, 'black', '??', '2g2f'],
  ]);
  expect(judged[1]!.loss).toBeCloseTo(1 / (1 + Math.exp(-1)) - 1 / (1 + Math.exp(0.5)), 6);
  expect(lossOf('white', 400, -200)).toBe(0);
});

test('the marks begin at a tenth, a fifth and three tenths', () => {
  expect([0, 0.099, 0.1, 0.2, 0.299, 0.3, 1].map(markOf)).toEqual(['', '', '?!', '?', '?', '??', '??']);
});

test('accuracy is counted for each side; without judged moves there is none', () => {
  const judged = judge(positions, moves);
  expect(playOf(judged, 'black')).toMatchObject({ moves: 2, marks: { '?!': 0, '?': 0, '??': 1 } });
  expect(playOf(judged, 'black')!.accuracy).toBeCloseTo(50 * (1 + Math.exp(-4 * judged[2]!.loss)), 6);
  expect(playOf([], 'white')).toBeNull();
});

test('mistakes are those with another move on the board', () => {
  const judged = judge(positions, moves);
  expect(mistakesOf(judged, 'white').map(({ usi }) => usi)).toEqual(['3c3d']);
  expect(mistakesOf(judged.map((one) => ({ ...one, better: 'win' })), 'white')).toEqual([]);
});

test('a larger board gets fewer nodes; the numbers below a graph are round', () => {
  expect([81, 144, 1296, 10000].map(nodesFor)).toEqual([40000, 22500, 2500, 1000]);
  expect([1, 6, 7, 60, 123, 500, 1000].map(stepOf)).toEqual([1, 1, 2, 10, 50, 100, 200]);
});
