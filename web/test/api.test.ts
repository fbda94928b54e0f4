// api.test.ts: one connection to a server that answers late, twice, or not at all, and cuts the connection at will.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Api, Refused, type ConnectionState, type ServerEvent } from '../src/api';

interface Request {
  id: number;
  method: string;
  path: string;
  body?: { request: string; [name: string]: unknown };
}

/** The server's end of one connection. */
class Wire {
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly got: Request[] = [];
  closed = false;
  send(text: string) {
    if (this.closed) throw new Error('sent on a line that is closed');
    this.got.push(JSON.parse(text) as Request);
  }
  close() { this.closed = true; }
  accept() { this.onopen?.(); }
  say(message: unknown) { this.onmessage?.({ data: JSON.stringify(message) }); }
  cut(code = 1006) { this.closed = true; this.onclose?.({ code }); }
}

let wires: Wire[];
let fetched: string[];
const last = () => wires.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  fetched = [];
});
afterEach(() => { vi.useRealTimers(); });

function make(): { api: Api; lines: ConnectionState[]; events: ServerEvent[] } {
  let chance = 0;
  const api = new Api({
    socket: () => {
      const wire = new Wire();
      wires.push(wire);
      return wire as unknown as WebSocket;
    },
    fetch: (path, init) => {
      fetched.push(`${init?.method} ${String(path)}`);
      return Promise.resolve(new Response(JSON.stringify({ error: 'Who are you?' }), { status: 401 }));
    },
    now: () => Date.now(),
    random: () => (chance = (chance + 0.37) % 1),
  });
  const lines: ConnectionState[] = [];
  const events: ServerEvent[] = [];
  api.onConnection((line) => lines.push(line));
  api.on((event) => events.push(event));
  return { api, lines, events };
}

test('requests are answered in any order, refusals in the words of the server', async () => {
  const { api, lines } = make();
  api.open();
  const early = api.get('/api/account');
  last().accept();
  const play = api.post('play', { game: 12, move: '7g7f' });
  expect(last().got.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /account', 'POST /play']);
  const [one, two] = last().got;
  expect(two!.body).toMatchObject({ game: 12, move: '7g7f' });
  last().say({ id: two!.id, status: 422, body: { ok: false, error: 'It is not your turn.' } });
  last().say({ id: one!.id, status: 200, body: { name: 'anna' } });
  last().say({ id: one!.id, status: 200, body: { name: 'late' } });
  await expect(early).resolves.toEqual({ name: 'anna' });
  await expect(play).rejects.toThrow('It is not your turn.');
  await expect(play).rejects.toBeInstanceOf(Refused);
  expect(lines).toEqual(['connecting', 'online']);
});

test('an unanswered request is sent again after a reconnect, with the same key', async () => {
  const { api, lines, events } = make();
  api.open();
  last().accept();
  const play = api.post('play', { move: '7g7f' });
  const [first] = last().got;
  last().cut();
  const meanwhile = api.post('say', { text: 'hello' });
  expect(wires.length).toBe(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(wires.length).toBe(2);
  last().accept();
  expect(last().got[0]).toEqual(first);
  expect(last().got[1]!.path).toBe('/say');
  expect(first!.body!.request).not.toBe(last().got[1]!.body!.request);
  last().say({ id: first!.id, status: 200, body: { ok: true, repeated: true } });
  last().say({ id: last().got[1]!.id, status: 200, body: { ok: true } });
  await expect(play).resolves.toMatchObject({ repeated: true });
  await meanwhile;
  expect(lines).toEqual(['connecting', 'online', 'offline', 'connecting', 'online']);
  expect(events).toEqual([{ event: 'reconnected' }]);
});

test('a server that is down is tried less and less often, and at once when the network is back', async () => {
  const { api } = make();
  api.open();
  const at: number[] = [];
  for (let i = 0; i < 9; i++) {
    const began = Date.now();
    last().cut();
    const before = wires.length;
    while (wires.length === before) await vi.advanceTimersByTimeAsync(50);
    at.push(Date.now() - began);
  }
  expect(at[0]).toBeLessThanOrEqual(300);
  expect(at.at(-1)).toBeGreaterThan(7000);
  expect(Math.max(...at)).toBeLessThanOrEqual(15000);
  last().cut();
  const before = wires.length;
  api.retryNow();
  expect(wires.length).toBe(before + 1);
  api.retryNow();
  expect(wires.length).toBe(before + 1);
});

test('after the close code of a restart the page connects again at once, and only once', async () => {
  const { api, lines, events } = make();
  api.open();
  last().accept();
  const play = api.post('play', { move: '7g7f' });
  const [asked] = last().got;
  last().cut(1012);
  expect(wires.length).toBe(2);
  last().accept();
  expect(last().got).toEqual([asked]);
  last().say({ id: asked!.id, status: 200, body: { ok: true } });
  await play;
  expect(lines).toEqual(['connecting', 'online', 'connecting', 'online']);
  expect(events).toEqual([{ event: 'reconnected' }]);
  last().cut(1012);
  last().cut(1012); // no server answers yet: the page waits
  expect(wires.length).toBe(3);
});

test('a client that is signed out checks its identity', async () => {
  const { api, events } = make();
  api.open();
  last().accept();
  last().cut(1008);
  expect(events).toEqual([{ event: 'check_identity' }]);
  for (let i = 0; i < 4; i++) {
    await vi.advanceTimersByTimeAsync(5000);
    last().cut();
  }
  expect(events.length).toBe(2);
});

test('a dead connection is dropped', async () => {
  const { api, lines } = make();
  api.open();
  last().accept();
  void api.get('/api/games/1').catch(() => {});
  await vi.advanceTimersByTimeAsync(7000);
  last().say({ event: 'notice', text: 'still here' });
  await vi.advanceTimersByTimeAsync(7000);
  expect(lines).toEqual(['connecting', 'online']);
  await vi.advanceTimersByTimeAsync(3000);
  expect(lines.slice(2)).toEqual(['offline', 'connecting']);
  // A connection that never opens is dropped, too.
  await vi.advanceTimersByTimeAsync(10000);
  expect(wires.length).toBe(3);
});

test('a silent connection is checked now and then', async () => {
  const { api } = make();
  api.open();
  last().accept();
  await vi.advanceTimersByTimeAsync(42000);
  expect(last().got.map(({ path }) => path)).toEqual(['/account']);
  last().say({ id: last().got[0]!.id, status: 200, body: {} });
  await vi.advanceTimersByTimeAsync(30000);
  expect(last().got.length).toBe(1);
});

test('an answer too long for the WebSocket comes over HTTP', async () => {
  const { api } = make();
  api.open();
  last().accept();
  const long = api.get('/api/studies/1');
  last().say({ id: last().got[0]!.id, status: 413, body: { ok: false, error: 'The answer is too long.' } });
  await expect(long).rejects.toMatchObject({ status: 401 });
  expect(fetched).toEqual(['GET /api/studies/1']);
});

test('a request too long for the WebSocket goes over HTTP, and the connection stays', async () => {
  const { api } = make();
  api.open();
  last().accept();
  const long = api.post('studies', { start: '歩'.repeat(2730) });
  const fits = api.get('/api/games/1');
  await expect(long).rejects.toMatchObject({ status: 401 });
  expect(fetched).toEqual(['POST /api/studies']);
  expect(last().got.map(({ path }) => path)).toEqual(['/games/1']);
  last().say({ id: last().got[0]!.id, status: 200, body: { id: 1 } });
  await expect(fits).resolves.toEqual({ id: 1 });
});

test('without a session requests go over HTTP, and a removed listener gets no events', async () => {
  const { api, events, lines } = make();
  await expect(api.get('/api/account')).rejects.toMatchObject({ status: 401, message: 'Who are you?' });
  expect(fetched).toEqual(['GET /api/account']);
  api.open();
  last().accept();
  last().say({ event: 'notice', text: 'one' });
  const lost = api.get('/api/games');
  const wire = last();
  api.close();
  await expect(lost).rejects.toThrow('closed');
  wire.say({ event: 'notice', text: 'two' });
  await vi.advanceTimersByTimeAsync(60000);
  expect(events.length).toBe(1);
  expect(wires.length).toBe(1);
  expect(lines).toEqual(['connecting', 'online', 'nobody']);
});
