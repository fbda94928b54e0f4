// serverGames.ts: the games of this server, by title.

import { useEffect, useLayoutEffect, useMemo, useReducer, useState } from 'preact/hooks';
import firstTitles from './lobby/tiles.txt?titles';
import { inOrder, storedTitle, titleInWords, type NamedGame } from './rules/title';
import { api } from './server';
import { currentLanguage } from './words';

/** They do not change while a server runs. */
let known: readonly NamedGame[] | undefined;
let asked: Promise<readonly NamedGame[]> | undefined;

function fetchAll(): Promise<readonly NamedGame[]> {
  asked ??= api.http<{ variants: readonly NamedGame[] }>('GET', '/api/variants').then(({ variants }) => (known = variants));
  asked.catch(() => { asked = undefined; });
  return asked;
}

/** The titles of games with a definition that a player has saved: "@12"; undefined while they are fetched. */
const saved = new Map<string, string | undefined>();
const watchers = new Set<() => void>();

function savedTitle(name: string): string {
  if (!saved.has(name)) {
    saved.set(name, undefined);
    void api.http<{ name: string; title: string; text: string }>('GET', `/api/definitions/${name.slice(1)}`).then((found) => {
      saved.set(name, storedTitle(found));
      for (const watcher of [...watchers]) watcher();
    }, () => {});
  }
  return saved.get(name) ?? name;
}

/** The title of a game of the lobby, which the page knows without the server; the name of any other game. */
export const usualTitle = (name: string): string => (firstTitles[name] === undefined ? name : titleInWords(name, firstTitles[name]));

export interface ServerGames {
  /** All games in the order of lists; empty until they are fetched. */
  games: readonly NamedGame[];
  /** The title of a game; the name of one whose definition only its game has. */
  titled(name: string): string;
}

export function useGames(): ServerGames {
  const [all, setAll] = useState(known);
  useEffect(() => {
    if (all) return undefined;
    let wanted = true;
    const load = () => void fetchAll().then((found) => { if (wanted) setAll(found); }, () => {});
    load();
    const stop = api.on(({ event }) => { if (event === 'reconnected') load(); });
    return () => {
      wanted = false;
      stop();
    };
  }, [all]);
  const [found, redraw] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    const watcher = () => redraw(0);
    watchers.add(watcher);
    return () => { watchers.delete(watcher); };
  }, []);
  const language = currentLanguage();
  return useMemo(() => {
    const byName = new Map((all ?? []).map((game) => [game.name, { ...game, title: titleInWords(game.name, game.title) }]));
    return {
      games: inOrder([...byName.keys()]).map((name) => byName.get(name)!),
      titled: (name) => byName.get(name)?.title ?? (/^@\d+$/.test(name) ? savedTitle(name) : all ? name : usualTitle(name)),
    };
  }, [all, language, found]);
}
