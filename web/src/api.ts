// api.ts: the connection to the server: requests as promises, events to listeners.
//
// A signed-in reader has one WebSocket; others open one where they watch something.  It reconnects by itself and then repeats
// unanswered requests.  A request that changes something carries a key of its own, so that the server runs it once however
// often it is sent.  Missed events are not repeated: listeners fetch their data again on 'reconnected'.
// Without a WebSocket, requests go over HTTP.

/** The answer to a refused call; an accepted call has the same fields without the first three. */
export interface Answer {
  error?: string;
  question?: string;
  choices?: readonly string[];
  ok?: boolean;
  text?: string;
  repeated?: boolean;
  game?: number;
  challenge?: number;
  [name: string]: unknown;
}

/** A refusal, with the server's text. */
export class Refused extends Error {
  constructor(readonly status: number, readonly answer: Answer) {
    super(answer.error ?? `the server answered ${status}`);
  }
}

export const notFound = (error: unknown): boolean => error instanceof Refused && error.status === 404;

/** Whether an answer is too long for the WebSocket. */
export const tooLong = (error: unknown): boolean => error instanceof Refused && error.status === 413;

/** A message of the server; "event" names its kind. */
export interface ServerEvent {
  event: string;
  [name: string]: unknown;
}

export type ConnectionState = 'nobody' | 'connecting' | 'online' | 'offline';

/** The parts of the browser in use, which a test can replace. */
export interface Environment {
  socket(): WebSocket;
  fetch: typeof fetch;
  now(): number;
  random(): number;
}

interface Waiting {
  message: string;
  sent_ms: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const browser: Environment = {
  socket: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/socket`),
  fetch: (...args) => fetch(...args),
  now: () => performance.now(),
  random: Math.random,
};

/** A connection that stays silent for so long after a request is dead. */
const PATIENCE_MS = 8000;
/** After so long a silence a request checks the connection. */
const SILENCE_MS = 40000;
/** The close code for a client that is not signed in. */
const CODE_POLICY = 1008;
/** The close code of a server that stops while another one, or its next version, takes its clients: they connect again at once. */
const CODE_RESTART = 1012;
/** The server closes a connection on longer messages. */
const MESSAGE_BYTES_MAX = 8192;
/** After so many failures in a row the page checks whether it is still signed in: 'check_identity'. */
const FAILURES_BEFORE_CHECK = 3;
const WAIT_MS = { first: 300, most: 15000 };

export class Api {
  readonly #environment: Environment;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Set<(event: ServerEvent) => void>();
  readonly #watchers = new Set<(line: ConnectionState) => void>();
  #socket: WebSocket | null = null;
  #line: ConnectionState = 'nobody';
  #ids = 0;
  #losses = 0;
  #heard_ms = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(environment: Environment = browser) {
    this.#environment = environment;
  }

  get line(): ConnectionState {
    return this.#line;
  }

  /** Opens the connection, if there is none. */
  open(): void {
    if (this.#line !== 'nobody') return;
    this.#losses = 0;
    this.#watch = setInterval(() => this.#checkAlive(), 1000);
    this.#connect();
  }

  /** Closes the connection, when the reader signs out or changes. */
  close(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#drop();
    for (const { reject } of this.#waiting.values()) reject(new Error('the line was closed'));
    this.#waiting.clear();
    this.#set('nobody');
  }

  /** Reconnects at once, as when the network is back. */
  retryNow(): void {
    if (this.#line === 'offline') this.#connect();
  }

  /** Fetches a resource; an answer too long for the WebSocket comes over HTTP. */
  get<T>(path: string): Promise<T> {
    return this.#ask<T>('GET', path).catch((error: unknown) => {
      if (tooLong(error)) return this.http<T>('GET', path);
      throw error;
    });
  }

  /** Runs a command, once. */
  post<T = Answer>(command: string, fields: Readonly<Record<string, unknown>> = {}): Promise<T> {
    return this.#ask<T>('POST', `/api/${command}`, { request: this.#key(), ...fields });
  }

  /** A request over HTTP even while connected, for what changes the session. */
  async http<T = Answer>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.#environment.fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    let read: unknown;
    try {
      read = JSON.parse(text);
    } catch {
      read = { error: text.trim() || `${answer.status}` };
    }
    if (!answer.ok) throw new Refused(answer.status, read as Answer);
    return read as T;
  }

  /** Registers a listener for events; returns a function that removes it. */
  on(listener: (event: ServerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => { this.#listeners.delete(listener); };
  }

  /** Registers a listener for connection changes; returns a function that removes it. */
  onConnection(watcher: (line: ConnectionState) => void): () => void {
    this.#watchers.add(watcher);
    return () => { this.#watchers.delete(watcher); };
  }

  #key(): string {
    const part = () => Math.floor(this.#environment.random() * 2 ** 32).toString(36);
    return `${part()}${part()}${part()}`;
  }

  #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    if (this.#line === 'nobody') return this.http<T>(method, path, body);
    const id = ++this.#ids;
    const message = JSON.stringify({ id, method, path: path.replace(/^\/api(?=\/)/, ''), body });
    if (new TextEncoder().encode(message).length > MESSAGE_BYTES_MAX) return this.http<T>(method, path, body);
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = {
        message,
        sent_ms: this.#environment.now(),
        resolve: resolve as (value: unknown) => void,
        reject,
      };
      this.#waiting.set(id, waiting);
      if (this.#line === 'online') this.#socket?.send(waiting.message);
    });
  }

  #set(line: ConnectionState): void {
    if (this.#line === line) return;
    this.#line = line;
    for (const watcher of [...this.#watchers]) watcher(line);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#drop();
    const socket = this.#environment.socket();
    this.#socket = socket;
    this.#heard_ms = this.#environment.now();
    this.#set('connecting');
    socket.onopen = () => {
      const back = this.#losses > 0;
      this.#losses = 0;
      this.#heard_ms = this.#environment.now();
      for (const waiting of this.#waiting.values()) {
        waiting.sent_ms = this.#heard_ms;
        socket.send(waiting.message);
      }
      this.#set('online');
      if (back) this.#emit({ event: 'reconnected' });
    };
    socket.onmessage = ({ data }) => this.#receive(String(data));
    socket.onclose = ({ code }) => {
      if (code === CODE_RESTART && this.#losses === 0) {
        this.#losses++;
        return this.#connect();
      }
      this.#reconnectLater();
      if (code === CODE_POLICY || this.#losses === FAILURES_BEFORE_CHECK) this.#emit({ event: 'check_identity' });
    };
  }

  #reconnectLater(): void {
    this.#drop();
    const most = Math.min(WAIT_MS.most, WAIT_MS.first * 2 ** this.#losses++);
    // Random, so that not all clients reconnect at once.
    this.#timer = setTimeout(() => this.#connect(), most * (0.5 + this.#environment.random() / 2));
    this.#set('offline');
  }

  /** A connection can be dead without a close event. */
  #checkAlive(): void {
    const now = this.#environment.now();
    if (this.#line === 'connecting' && now - this.#heard_ms > PATIENCE_MS) return this.#reconnectLater();
    if (this.#line !== 'online') return;
    const asked_ms = Math.min(...[...this.#waiting.values()].map(({ sent_ms }) => sent_ms));
    if (now - Math.max(asked_ms, this.#heard_ms) > PATIENCE_MS) return this.#reconnectLater();
    if (now - this.#heard_ms > SILENCE_MS && this.#waiting.size === 0) void this.get('/api/account').catch(() => {});
  }

  #receive(text: string): void {
    this.#heard_ms = this.#environment.now();
    const message = JSON.parse(text) as { id?: number; status: number; body: unknown } | ServerEvent;
    if ('event' in message) return this.#emit(message);
    const waiting = this.#waiting.get(message.id ?? 0);
    if (!waiting) return;
    this.#waiting.delete(message.id ?? 0);
    if (message.status < 400) waiting.resolve(message.body);
    else waiting.reject(new Refused(message.status, message.body as Answer));
  }

  #emit(event: ServerEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}
