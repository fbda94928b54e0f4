// liveGame.test.ts: a game that is kept up to date by events, over a server that is late, silent or refuses.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GameAnswer } from '../src/answers';
import { Refused, type Api, type ServerEvent } from '../src/api';
import { LiveGame } from '../src/liveGame';

/** A game of Anna against Bert after so many moves, each an event. */
const after = (moves: readonly string[], more: Partial<GameAnswer> = {}) => ({
  id: 7, black: { name: 'anna' }, white: { name: 'bert' }, turn: moves.length % 2 ? 'white' : 'black', events: moves.length,
  moves: moves.map((usi, i) => ({ number: i + 1, usi })), seen: { black: 9, white: 9 }, offers: { black: [], white: [] }, clock: null, result: null, ...more,
}) as unknown as GameAnswer;

let stored: GameAnswer;
let posts: { command: string; answer: (error?: Error) => void }[];
let gets: number;
let tell: (event: ServerEvent) => void;

const server = {
  get: async () => { gets++; return stored; },
  post: (command: string) => new Promise<unknown>((resolve, reject) => {
    posts.push({ command, answer: (error) => (error ? reject(error) : resolve({})) });
  }),
  on: (listener: (event: ServerEvent) => void) => { tell = listener; return () => {}; },
} as unknown as Api;

beforeEach(() => {
  vi.stubGlobal('document', { hidden: false, documentElement: {}, addEventListener: () => {}, removeEventListener: () => {} });
  [posts, gets, stored] = [[], 0, after(['7g7f', '3c3d'])];
});
afterEach(() => { vi.unstubAllGlobals(); });

/** Lets the page process the answers that have come. */
const settle = async () => { for (let i = 0; i < 9; i++) await Promise.resolve(); };

async function open(): Promise<LiveGame> {
  const live = new LiveGame(server, 7, 'anna');
  await settle();
  return live;
}

const moves = (live: LiveGame) => live.game!.moves.map((move) => (move as { usi?: string }).usi);
const moved = (number: number, usi: string): ServerEvent => ({ event: 'game', game: 7, number, kind: 'move', usi });

test('a move is shown before the server has accepted it, and goes once it is among the moves', async () => {
  const live = await open();
  const sent = live.play('P-2f', '2g2f');
  expect(live.sent).toEqual({ usi: '2g2f', after: 2 });
  tell(moved(3, '2g2f'));
  expect([live.sent, moves(live)]).toEqual([null, ['7g7f', '3c3d', '2g2f']]);
  posts[0]!.answer();
  await sent;
  expect(gets).toBe(1);
});

test('a move that the server refuses is taken back, with its reason, and the game is fetched again', async () => {
  const live = await open();
  const sent = live.play('K-5e', '5i5e');
  stored = after(['7g7f', '3c3d'], { offers: { black: ['draw'], white: [] } });
  posts[0]!.answer(new Refused(409, { error: 'an illegal move' }));
  await expect(sent).rejects.toThrow('an illegal move');
  await settle();
  expect([live.sent, moves(live), live.game!.offers.black, gets]).toEqual([null, ['7g7f', '3c3d'], ['draw'], 2]);
});

test('a move that was accepted without an event of it is fetched', async () => {
  const live = await open();
  const sent = live.play('P-2f', '2g2f');
  stored = after(['7g7f', '3c3d', '2g2f']);
  posts[0]!.answer();
  await sent;
  expect([live.sent, moves(live), gets]).toEqual([null, ['7g7f', '3c3d', '2g2f'], 2]);
});

test('a repeated event changes nothing; a gap, a takeback, a new connection and a new name have the game fetched', async () => {
  const live = await open();
  tell(moved(2, '3c3d'));
  tell({ ...moved(3, '2g2f'), game: 8 });
  expect([moves(live), gets]).toEqual([['7g7f', '3c3d'], 1]);
  stored = after(['7g7f', '3c3d', '2g2f', '8c8d']);
  tell(moved(4, '8c8d'));
  await settle();
  expect([moves(live), gets]).toEqual([['7g7f', '3c3d', '2g2f', '8c8d'], 2]);
  stored = after(['7g7f'], { events: 5 });
  tell({ event: 'game', game: 7, number: 5, kind: 'takeback' });
  await settle();
  expect([moves(live), gets]).toEqual([['7g7f'], 3]);
  tell({ event: 'reconnected' });
  await settle();
  tell({ event: 'notice', kind: 'renamed', game: 7, text: 'guest022324283 has signed up, and is now called Anna.' });
  tell({ event: 'notice', kind: 'renamed', game: 8, text: '' });
  await settle();
  expect(gets).toBe(5);
});

test('an answer older than the events that came meanwhile is asked for again', async () => {
  const live = await open();
  let answer = (_: GameAnswer) => {};
  const get = vi.spyOn(server, 'get').mockImplementationOnce(() => { gets++; return new Promise((resolve) => { answer = resolve as typeof answer; }); });
  void live.fetch();
  tell(moved(3, '2g2f'));
  stored = after(['7g7f', '3c3d', '2g2f']);
  answer(after(['7g7f', '3c3d']));
  await settle();
  get.mockRestore();
  expect([moves(live), gets]).toEqual([['7g7f', '3c3d', '2g2f'], 3]);
});
