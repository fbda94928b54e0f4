// running.ts: the list of games in progress, kept up to date by events, with the moves of those that have a board.

import { useEffect, useRef } from 'preact/hooks';
import { useAnswer } from '../answer';
import { sideOf, type GameRow } from '../answers';
import type { ServerEvent } from '../api';
import { api, useConnection, useEvents, useMe } from '../server';
import { isDrawn } from './MiniBoard';

/** The lobby shows the boards of so many games; the library lists all games. */
export const BOARDS_MAX = 8;
/** The time between two fetches of a list without an event, as events of the lobby may be missed; and the least time between
 * two fetches after events. */
export const [RARELY_MS, CALM_MS] = [180000, 3000];

/** The game in progress of the strongest players; no correspondence game, in which moves are rare. */
export const featuredOf = (games: readonly GameRow[]): GameRow | undefined => {
  const strength = ({ black, white }: GameRow) => (parseInt(black.rating ?? '', 10) || 0) + (parseInt(white.rating ?? '', 10) || 0);
  return games.filter(({ variant, speed }) => isDrawn(variant) && speed !== 'correspondence').sort((a, b) => strength(b) - strength(a) || b.id - a.id)[0];
};

const changed = ({ event, games }: ServerEvent): boolean => event === 'lobby' && games === true;

/** Subscribes to the events of games while the connection is open. */
function useWatching(ids: readonly number[]): void {
  const line = useConnection();
  const watched = useRef<readonly number[]>([]);
  const change = (wanted: readonly number[]) => {
    const watch = (id: number, on: boolean) => void api.post(`games/${id}/watch`, { on }).catch(() => {});
    for (const id of watched.current) if (!wanted.includes(id)) watch(id, false);
    for (const id of wanted) if (!watched.current.includes(id)) watch(id, true);
    watched.current = wanted;
  };
  useEffect(() => {
    if (line === 'online') change(ids);
    else watched.current = []; // a new connection has no subscriptions
  }, [line, ids.join()]);
  useEffect(() => () => { if (api.line === 'online') change([]); }, []);
}

/** undefined until they are fetched. */
export function useRunning(): readonly GameRow[] | undefined {
  const { value, change, refresh } = useAnswer<{ games: readonly GameRow[] }>('/api/games?state=running', changed, RARELY_MS, CALM_MS);
  const name = useMe()?.name;
  const games = value?.games ?? [];
  // The lobby lists the reader's own games elsewhere, and the server sends their events to the reader without a subscription.
  const shown = games.filter((game) => sideOf(game, name) === null).slice(0, BOARDS_MAX);
  const featured = featuredOf(games);
  useWatching([...new Set([...shown, ...(featured ? [featured] : [])].map(({ id }) => id))]);
  // A player who also watches a game gets its events twice.
  const latest = useRef(new Map<number, number>());
  useEvents((event) => {
    if (event.event !== 'game' || event.kind === 'begun') return;
    const [id, number] = [Number(event.game), Number(event['number'])];
    if (!games.some((game) => game.id === id) || number <= (latest.current.get(id) ?? 0)) return;
    latest.current.set(id, number);
    if (event.kind !== 'move') return refresh();
    change((before) => ({ games: before.games.map((game) => (game.id === id ? { ...game, moves: game.moves + 1, turn: event['turn'] as GameRow['turn'] } : game)) }));
  }, [value, change, refresh]);
  return value?.games;
}
