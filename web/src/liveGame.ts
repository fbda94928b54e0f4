// liveGame.ts: one game of the server, kept up to date by events, with the move being sent.

import { latestOf, sideOf, type GameAnswer, type Played } from './answers';
import { Refused, type Api, type ServerEvent } from './api';
import { syncClock } from './clock';

/** An event of a game. */
interface GameEvent extends Partial<Played>, Partial<Pick<GameAnswer, 'turn' | 'clock' | 'result' | 'offers' | 'takeback' | 'entered'>> {
  event: 'game';
  game: number;
  /** Its own number, not that of a move. */
  number: number;
  kind: string;
}

/** A move that is shown before the server has accepted it. */
export interface Sent {
  usi: string;
  /** The event before it. */
  after: number;
}

export class LiveGame {
  readonly id: number;
  readonly #api: Api;
  readonly #watchers = new Set<() => void>();
  readonly #stop: () => void;
  readonly #name: string | undefined;
  readonly #key: string | null;
  readonly #onVisible = () => this.#markSeen();
  #game: GameAnswer | null = null;
  #sent: Sent | null = null;
  #fault: unknown = null;
  #fetching = false;
  #again = false;

  /** name: of the viewer.  key: opens a protected game. */
  constructor(api: Api, id: number, name?: string, key: string | null = null) {
    this.#api = api;
    this.id = id;
    this.#name = name;
    this.#key = key;
    document.addEventListener('visibilitychange', this.#onVisible);
    this.#stop = api.on((event) => this.#receive(event));
    void this.fetch();
  }

  /** null until it has been fetched, or if that failed: see fault. */
  get game(): GameAnswer | null {
    return this.#game;
  }

  get sent(): Sent | null {
    return this.#sent;
  }

  /** Why the game could not be fetched. */
  get fault(): unknown {
    return this.#fault;
  }

  /** The query that requests for this game need. */
  get shown(): string {
    return this.#key === null ? '' : `key=${encodeURIComponent(this.#key)}`;
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => { this.#watchers.delete(watcher); };
  }

  end(): void {
    document.removeEventListener('visibilitychange', this.#onVisible);
    this.#stop();
    this.#watchers.clear();
  }

  /** Fetches the game again; a call during a fetch repeats it afterwards. */
  async fetch(): Promise<void> {
    if (this.#fetching) {
      this.#again = true;
      return;
    }
    this.#fetching = true;
    try {
      do {
        this.#again = false;
        const known = this.#game?.events ?? 0;
        const game = await this.#fetchAll();
        // Newer events may have arrived first.  A game with fewer events than known before the request is incomplete.
        if (!this.#game || game.events >= this.#game.events || game.events < known) this.#update(game);
        else this.#again = true;
      } while (this.#again);
    } catch (error) {
      this.#fault = error;
      this.#notify();
    } finally {
      this.#fetching = false;
    }
  }

  async #fetchAll(): Promise<GameAnswer> {
    const path = (after: number) => `/api/games/${this.id}?after=${after}${this.shown && `&${this.shown}`}`;
    let game = await this.#api.get<GameAnswer>(path(0));
    while (game.more) {
      const { moves, ...rest } = await this.#api.get<GameAnswer>(path(game.moves.at(-1)!.number));
      game = { ...rest, moves: [...game.moves, ...moves] };
    }
    return game;
  }

  /** Reports to the server what this screen has shown. */
  #markSeen(): void {
    const game = this.#game;
    const mine = game && sideOf(game, this.#name);
    if (!game || !mine || document.hidden || game.seen[mine] >= game.events) return;
    const number = game.events;
    this.#game = { ...game, seen: { ...game.seen, [mine]: number } };
    void this.#api.post(`games/${this.id}/seen`, { number }).catch(() => {});
  }

  /** Runs a command in this game. */
  do(command: string, fields: Readonly<Record<string, unknown>> = {}) {
    return this.#api.post(command, { game: this.id, ...fields });
  }

  /** Shows a move at once and sends it.  If the server refuses, takes the move back and throws the error. */
  async play(move: string, usi: string, fields: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const game = this.#game;
    if (!game) return;
    const sent = { usi, after: latestOf(game) };
    this.#sent = sent;
    this.#notify();
    try {
      await this.do('play', { move, known: game.events, ...fields });
      if (!this.#game || this.#game.events <= game.events) await this.fetch();
    } catch (error) {
      // The refusal may be due to an event that came meanwhile.
      if (error instanceof Refused) void this.fetch();
      throw error;
    } finally {
      if (this.#sent === sent) this.#sent = null;
      this.#notify();
    }
  }

  #receive(received: ServerEvent): void {
    if (received.event === 'reconnected') return void this.fetch();
    // A player has another name.
    if (received.event === 'notice' && received['kind'] === 'renamed' && received['game'] === this.id) return void this.fetch();
    if (received.event !== 'game' || received['game'] !== this.id) return;
    const event = received as unknown as GameEvent;
    if (event.clock) syncClock(event.clock.at_ms);
    const game = this.#game;
    if (!game || event.number <= game.events) return;
    if (event.number > game.events + 1 || event.kind !== 'move') {
      void this.fetch();
      return;
    }
    const { turn = null, clock = game.clock, result = null, offers = game.offers, takeback = game.takeback, entered = game.entered } = event;
    this.#update({
      ...game,
      moves: [...game.moves, event as unknown as Played],
      events: event.number,
      turn, clock, result, offers, entered, ...(takeback && { takeback }),
    });
    // Only the server knows which conditional moves remain.
    if (game.plan?.length) void this.fetch();
  }

  #update(game: GameAnswer): void {
    if (game.clock) syncClock(game.clock.at_ms);
    this.#game = game;
    this.#fault = null;
    this.#markSeen();
    if (this.#sent && latestOf(game) !== this.#sent.after) this.#sent = null;
    this.#notify();
  }

  #notify(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}
