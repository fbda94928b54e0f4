// server.ts: the one line of this page to its server, and who one is there.

import { useLayoutEffect, useState } from 'preact/hooks';
import { Api, Refused, type Answer, type ConnectionState, type ServerEvent } from './api';
import { errorInWords } from './message';
import { chosenLanguage, set } from './settings';

export const api = new Api();

export interface Me {
  name: string;
  guest: boolean;
  settings: Readonly<Record<string, string>>;
}

/** null: nobody; undefined: not yet known. */
let me: Me | null | undefined;
const watchers = new Set<() => void>();
/** The answer to whoever is not logged in. */
const UNAUTHORIZED = 401;
let again: ReturnType<typeof setTimeout> | undefined;

/** Chooses a language for this browser, and for who is logged in. */
export function chooseLanguage(code: string): void {
  set('language', code);
  if (me) void api.post('set', { setting: 'language', value: code }).catch(() => {});
}

function setMe(who: Me | null) {
  // Where nobody has chosen one the page speaks as the server does.
  if (who && !chosenLanguage()) set('language', who.settings['LANGUAGE']!.toLowerCase());
  const changed = me?.name !== who?.name;
  me = who;
  if (changed) api.close();
  if (who) api.open();
  for (const watcher of [...watchers]) watcher();
}

/** Asks who one is, until the server answers. */
export async function fetchMe(): Promise<void> {
  clearTimeout(again);
  try {
    setMe(await api.http<Me>('GET', '/api/account'));
  } catch (error) {
    // A server that cannot answer just now has not said that one is nobody.
    if (error instanceof Refused && error.status === UNAUTHORIZED) setMe(null);
    else again = setTimeout(() => void fetchMe(), 3000);
  }
}

api.on(({ event }) => { if (event === 'check_identity') void fetchMe(); });
addEventListener('online', () => {
  api.retryNow();
  if (me === undefined) void fetchMe();
});

/** Logs in or out, signs up: whatever makes one somebody else. */
export async function authenticate(path: string, fields: Readonly<Record<string, unknown>>): Promise<Answer> {
  const answer = await api.http('POST', path, fields);
  await fetchMe();
  return answer;
}

export function useMe(): Me | null | undefined {
  const [known, setKnown] = useState(me);
  useLayoutEffect(() => {
    const watcher = () => setKnown(me);
    watchers.add(watcher);
    watcher();
    return () => { watchers.delete(watcher); };
  }, []);
  return known;
}

export function useConnection(): ConnectionState {
  const [line, setLine] = useState(api.line);
  useLayoutEffect(() => {
    setLine(api.line);
    return api.onConnection(setLine);
  }, []);
  return line;
}

/** Calls for each event while a component is shown, from the moment it is. */
export function useEvents(listener: (event: ServerEvent) => void, keys: readonly unknown[]): void {
  useLayoutEffect(() => api.on(listener), keys);
}

/** What went wrong, in words. */
export function inWords(error: unknown): string {
  return errorInWords(error instanceof Error ? error.message : String(error));
}
