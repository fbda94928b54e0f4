// serverGames.ts: the games of this server, by title.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { inOrder, titleInWords, type NamedGame } from './rules/title';
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

export interface ServerGames {
  /** All games in the order of lists; empty until they are fetched. */
  games: readonly NamedGame[];
  /** The title of a game; the name of one that is not the server's own. */
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
  const language = currentLanguage();
  return useMemo(() => {
    const titles = new Map((all ?? []).map(({ name, title }) => [name, titleInWords(name, title)]));
    return {
      games: inOrder([...titles.keys()]).map((name) => ({ name, title: titles.get(name)! })),
      titled: (name) => titles.get(name) ?? name,
    };
  }, [all, language]);
}
