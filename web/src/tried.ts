// tried.ts: the games on the page to try them, kept in this browser, so that a reload, the way back, or a phone that
// drops the page loses none.
//
// An entry of the browser's history remembers the id of its game; a new entry begins another game and can offer the
// kept ones.

import { useLayoutEffect, useState } from 'preact/hooks';
import { readStored, store } from './stored';

export interface Tried {
  id: string;
  /** The name of the definition, and its text if the reader has edited it. */
  variant: string;
  text?: string;
  /** null: the start of the variant. */
  sfen: string | null;
  /** In USI. */
  moves: readonly string[];
  /** The level of the engine, 0 for none, and its side. */
  level: number;
  colour: 'black' | 'white';
  /** The game has ended, also by a declaration, which is no move. */
  over: boolean;
  declared: boolean;
  /** The reader resigned or ran out of time. */
  end?: 'resigned' | 'time';
  /** The reader's clock, if there is one. */
  clock?: Clock;
  /** The record of the account that it has become. */
  record?: number;
}

/** Main time, then a byoyomi for each move. */
export interface Clock {
  main_s: number;
  byoyomi_s: number;
  /** Of the main time. */
  left_ms: number;
}

const KEY = 'shoogi-tried';
/** The latest games are kept. */
export const KEPT = 8;
/** A longer text or game is not kept: the browser gives a site some megabytes. */
export const TEXT_MAX = 60000;
export const MOVES_KEPT = 3000;

const isGame = (one: unknown): one is Tried => {
  const { id, variant, text, sfen, moves, level, colour, clock } = (one ?? {}) as Record<string, unknown>;
  return typeof id === 'string' && typeof variant === 'string' && (text === undefined || typeof text === 'string')
    && (sfen === null || typeof sfen === 'string') && Array.isArray(moves) && moves.every((move) => typeof move === 'string')
    && typeof level === 'number' && (colour === 'black' || colour === 'white') && isClock(clock);
};

function isClock(clock: unknown): boolean {
  const { main_s, byoyomi_s, left_ms } = (clock ?? { main_s: 0, byoyomi_s: 0, left_ms: 0 }) as Record<string, unknown>;
  return [main_s, byoyomi_s, left_ms].every((one) => typeof one === 'number' && one >= 0);
}

/** All kept games, the latest first. */
export function triedGames(): readonly Tried[] {
  const all = readStored(KEY);
  return Array.isArray(all) ? all.filter(isGame).slice(0, KEPT) : [];
}

const watchers = new Set<() => void>();

/** False if the browser has no room. */
function keep(games: readonly Tried[]): boolean {
  const stored = store(KEY, games.slice(0, KEPT));
  for (const watcher of [...watchers]) watcher();
  return stored;
}

/** Keeps a game; one without moves is not worth it.  False if there is no room for it. */
export function keepTried(game: Tried): boolean {
  const others = triedGames().filter(({ id }) => id !== game.id);
  const worth = game.moves.length > 0 || game.declared;
  const fits = (game.text ?? '').length <= TEXT_MAX && game.moves.length <= MOVES_KEPT;
  return keep(worth && fits ? [game, ...others] : others) && (fits || !worth);
}

export const forgetTried = (id: string): boolean => keep(triedGames().filter((game) => game.id !== id));

export const newId = (): string => `${Date.now().toString(36)}${Math.floor(Math.random() * 2 ** 30).toString(36)}`;

/** The id of the game of this entry of the history; null if it has none. */
export function idHere(): string | null {
  const id = (history.state as { tried?: unknown } | null)?.tried;
  return typeof id === 'string' ? id : null;
}

/** Shows an address without a new entry, and remembers its game there. */
export const stayAt = (address: string, id: string): void => history.replaceState({ tried: id }, '', address);

/** The kept games, as they change. */
export function useTriedGames(): readonly Tried[] {
  const [games, set] = useState(triedGames);
  useLayoutEffect(() => {
    const look = () => set(triedGames());
    const other = ({ key }: StorageEvent) => { if (key === KEY) look(); };
    watchers.add(look);
    addEventListener('storage', other);
    return () => {
      watchers.delete(look);
      removeEventListener('storage', other);
    };
  }, []);
  return games;
}
