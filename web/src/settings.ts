// settings.ts: the reader's settings, stored in the browser.

import { useLayoutEffect, useState } from 'preact/hooks';
import { READER_NOTATIONS, readerNotation, setReaderNotation, type ReaderNotation } from './notation';
import { readStored, store } from './stored';
import { LANGUAGES, preferredLanguage } from './words';

/** All settings with their defaults. */
const defaults = {
  language: preferredLanguage(navigator.languages),
  theme: 'auto' as 'auto' | 'light' | 'dark',
  /** The notation of moves; "" is by language. */
  notation: '' as '' | ReaderNotation,
  /** For moves, turns, low time, challenges and ends. */
  sounds: true,
  /** How the last seconds on the reader's clock are counted: by a voice, by clicks, or not. */
  countdown: 'no' as 'no' | 'voice' | 'clicks',
  /** Whether an evaluation bar shows beside the board while the engine thinks. */
  gauge: true,
  /** Whether the engine's moves are drawn on the board as arrows. */
  arrows: true,
  /** Which moves need confirmation: of correspondence games, all, or none. */
  confirm: 'slow' as 'slow' | 'always' | 'never',
  /** The terms of the last challenge. */
  offer: '',
};

export type Settings = typeof defaults;

const KEY = 'shoogi';

/** The language chosen in this browser; "" if none was.  It is a cookie, because the server needs it, too. */
export function chosenLanguage(): string {
  const code = /(?:^|; )shoogi-language=(\w+)/.exec(document.cookie)?.[1] ?? '';
  return LANGUAGES.some((one) => one.code === code) ? code : '';
}

/** Keeps a choice as a cookie for the server's pages, too; "" deletes it. */
function keepCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=${value === '' ? 0 : 31536000}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
}

const watchers = new Set<() => void>();

function read(): Settings {
  const language = chosenLanguage() || defaults.language;
  // Another version of this page may have stored another type under a name.
  const fit = Object.entries(readStored(KEY) ?? {}).filter(([key, value]) => typeof value === typeof defaults[key as keyof Settings]);
  const all = { ...defaults, ...Object.fromEntries(fit), language } as Settings;
  return READER_NOTATIONS.some((one) => one === all.notation) ? all : { ...all, notation: '' };
}

let settings = read();
setReaderNotation(settings.notation, settings.language);
addEventListener('storage', ({ key }) => {
  if (key === KEY) change(read());
});

function change(to: Settings) {
  settings = to;
  setReaderNotation(to.notation, to.language);
  for (const watcher of watchers) watcher();
}

/** The current value of a setting. */
export const setting = <K extends keyof Settings>(key: K): Settings[K] => settings[key];

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  if (key === 'language') keepCookie('shoogi-language', String(value));
  if (key === 'notation') keepCookie('shoogi-notation', String(value));
  change({ ...settings, [key]: value });
  store(KEY, settings);
}

/** Registers a listener for changes; returns a function that removes it. */
export function onSettings(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => { watchers.delete(watcher); };
}

/** A setting for a component, and its setter. */
export function useSetting<K extends keyof Settings>(key: K): [Settings[K], (value: Settings[K]) => void] {
  const [value, setValue] = useState(settings[key]);
  useLayoutEffect(() => onSettings(() => setValue(settings[key])), [key]);
  return [value, (to) => set(key, to)];
}

/** The notation of moves for a component. */
export function useNotation(): ReaderNotation {
  const [value, setValue] = useState(readerNotation);
  useLayoutEffect(() => onSettings(() => setValue(readerNotation())), []);
  return value;
}
