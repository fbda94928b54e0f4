// server.ts: the page's connection to its server, and the reader's identity there.

import { useLayoutEffect, useState } from 'preact/hooks';
import { Api, Refused, type Answer, type ConnectionState, type ServerEvent } from './api';
import { errorInWords } from './message';
import { READER_NOTATIONS } from './notation';
import { shownName } from './playerName';
import { chosenLanguage, set, setting, type Settings } from './settings';
import { store } from './stored';

export const api = new Api();

export interface Me {
  name: string;
  guest: boolean;
  settings: Readonly<Record<string, string>>;
}

/** null: not signed in; undefined: not yet known. */
let me: Me | null | undefined;
const watchers = new Set<() => void>();
/** The status for a reader who is not signed in. */
const UNAUTHORIZED = 401;
let again: ReturnType<typeof setTimeout> | undefined;
/** Changes with the reader's identity, so that the other windows of this browser notice. */
const IDENTITY = 'shoogi-identity';

/** Chooses a language for this browser, and for the account. */
export function chooseLanguage(code: string): void {
  set('language', code);
  if (me) void api.post('set', { setting: 'language', value: code }).catch(() => {});
}

/** Chooses a notation of moves for this browser, and for the account; "" is by language. */
export function chooseNotation(notation: Settings['notation']): void {
  set('notation', notation);
  if (me) void api.post('set', { setting: 'notation', value: notation || 'auto' }).catch(() => {});
}

/** Stores a record in our own format; returns its number.  variant: the name of its game. */
export async function uploadRecord(text: string, variant: string): Promise<number> {
  const answer = await fetch(`/api/records?variant=${encodeURIComponent(variant)}&format=shoogi`,
    { method: 'POST', credentials: 'same-origin', headers: { 'content-type': 'text/plain' }, body: text });
  const read = await answer.json().catch(() => ({ error: String(answer.status) })) as Answer;
  if (!answer.ok) throw new Refused(answer.status, read);
  return Number(read['record']);
}

function setMe(who: Me | null) {
  // Without a choice of the reader the page uses the server's language.
  if (who && !chosenLanguage()) set('language', who.settings['LANGUAGE']!.toLowerCase());
  const notation = READER_NOTATIONS.find((one) => one === who?.settings['NOTATION']?.toLowerCase());
  if (notation && setting('notation') === '') set('notation', notation);
  const changed = me?.name !== who?.name;
  me = who;
  if (changed) api.close();
  if (who) api.open();
  for (const watcher of [...watchers]) watcher();
}

/** Fetches the reader's identity, until the server answers. */
export async function fetchMe(): Promise<void> {
  clearTimeout(again);
  try {
    // Unlike the account, this is no error for a reader who has not signed in.
    const answer = await api.http<Me | { name: null }>('GET', '/api/session');
    setMe(answer.name === null ? null : answer);
  } catch (error) {
    // A server that cannot answer now has not denied the session.
    if (error instanceof Refused && error.status === UNAUTHORIZED) setMe(null);
    else again = setTimeout(() => void fetchMe(), 3000);
  }
}

api.on(({ event }) => { if (event === 'check_identity') void fetchMe(); });
addEventListener('storage', ({ key }) => { if (key === IDENTITY) void fetchMe(); });
addEventListener('online', () => {
  api.retryNow();
  if (me === undefined) void fetchMe();
});

/** Signs in, out or up: changes the reader's identity. */
export async function authenticate(path: string, fields: Readonly<Record<string, unknown>>): Promise<Answer> {
  const answer = await api.http('POST', path, fields);
  store(IDENTITY, Date.now());
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

/** Calls a listener for each event while a component is shown. */
export function useEvents(listener: (event: ServerEvent) => void, keys: readonly unknown[]): void {
  useLayoutEffect(() => api.on(listener), keys);
}

/** An error in words. */
export function inWords(error: unknown): string {
  return shownName(errorInWords(error instanceof Error ? error.message : String(error)));
}
