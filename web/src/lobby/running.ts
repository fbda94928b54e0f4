// running.ts: the games in progress, kept up to date by events: which there are, and the moves of those with a board.

import { useEffect, useRef } from 'preact/hooks';
import { useAnswer } from '../answer';
import type { GameRow } from '../answers';
import type { ServerEvent } from '../api';
import { api, useConnection, useEvents } from '../server';
import { isDrawn } from './MiniBoard';

/** So many games have a board here; the library has all. */
export const BOARDS_MAX = 8;
/** The events of the lobby are few, and may be missed: lists are also fetched every so often, and after events at most so often. */
export const [RARELY_MS, CALM_MS] = [180000, 3000];

/** The strongest players of those who play now; correspondence moves rarely. */
export const featuredOf = (games: readonly GameRow[]): GameRow | undefined => {
  const strength = ({ black, white }: GameRow) => (parseInt(black.rating ?? '', 10) || 0) + (parseInt(white.rating ?? '', 10) || 0);
  return games.filter(({ variant, speed }) => isDrawn(variant) && speed !== 'correspondence').sort((a, b) => strength(b) - strength(a) || b.id - a.id)[0];
};

const changed = ({ event, games }: ServerEvent): boolean => event === 'lobby' && games === true;

/** undefined until they are fetched. */
export function useRunning(): readonly GameRow[] | undefined {
  const { value, change, refresh } = useAnswer<{ games: readonly GameRow[] }>('/api/games?state=running', changed, RARELY_MS, CALM_MS);
  const line = useConnection();
  const games = value?.games ?? [];
  const watched = [...new Set([...games.slice(0, BOARDS_MAX), ...[featuredOf(games) ?? []].flat()].map(({ id }) => id))].join();
  useEffect(() => {
    if (line !== 'online' || watched === '') return undefined;
    const watch = (on: boolean) => { for (const id of watched.split(',')) void api.post(`games/${id}/watch`, { on }).catch(() => {}); };
    watch(true);
    return () => { if (api.line === 'online') watch(false); };
  }, [line, watched]);
  // The same event may come to a player and to a watcher.
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
