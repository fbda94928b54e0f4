// definitions.test.ts: games that only the server has.

import { afterEach, expect, test, vi } from 'vitest';
import { definitions, fetchDefinition } from '../src/definitions';

afterEach(() => { vi.unstubAllGlobals(); });

test('a game comes before its rule sets', () => {
  const names = [...definitions.keys()];
  for (const game of ['annan', 'chu', 'taikyoku']) expect(names.findIndex((name) => name.startsWith(`${game}-`))).toBe(names.indexOf(game) + 1);
});

test('a game that only the server has is fetched by name', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (where: string) => {
    asked.push(where);
    return new Response('{"name":"volcano","definition":"base=shogi"}');
  });
  expect(await fetchDefinition('volcano')).toBe('base=shogi');
  expect(await fetchDefinition('a/b')).toBe('base=shogi');
  expect(asked).toEqual(['/api/variants/volcano', '/api/variants/a%2Fb']);
});

test('a server that refuses, fails or sends nonsense has none', async () => {
  for (const answer of [() => new Response('{"error":"no"}', { status: 404 }), () => new Response('<html>'), () => new Response('{}'),
    () => { throw new Error('offline'); }]) {
    vi.stubGlobal('fetch', async () => answer());
    expect(await fetchDefinition('volcano')).toBe(null);
  }
});
