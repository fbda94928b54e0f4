// settings.ts: how somebody likes the page, kept by his browser.

import { useLayoutEffect, useState } from 'preact/hooks';
import { LANGUAGES, preferredLanguage } from './words';

/** What can be set, with what holds until it is. */
const defaults = {
  language: preferredLanguage(navigator.languages),
  theme: 'auto' as 'auto' | 'light' | 'dark',
  sound: false,
  /** While the engine thinks a bar beside the board tells who is better. */
  gauge: true,
  /** When a chosen move waits for a second yes: in games of days, always, or never. */
  confirm: 'slow' as 'slow' | 'always' | 'never',
  /** The terms of the challenge made last. */
  offer: '',
};

export type Settings = typeof defaults;

const KEY = 'shoogi';

/** The language that was chosen in this browser; "" if none was.  It is a cookie, as the server speaks it too. */
export function chosenLanguage(): string {
  const code = /(?:^|; )shoogi-language=(\w+)/.exec(document.cookie)?.[1] ?? '';
  return LANGUAGES.some((one) => one.code === code) ? code : '';
}

function keepLanguage(code: string): void {
  document.cookie = `shoogi-language=${code}; path=/; max-age=31536000; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`;
}

const watchers = new Set<() => void>();

function read(): Settings {
  const language = chosenLanguage() || defaults.language;
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    // Other versions of this page may have kept something else under a name.
    const fit = Object.entries(kept).filter(([key, value]) => typeof value === typeof defaults[key as keyof Settings]);
    return { ...defaults, ...Object.fromEntries(fit), language };
  } catch {
    return { ...defaults, language };
  }
}

let settings = read();
addEventListener('storage', ({ key }) => {
  if (key === KEY) change(read());
});

function change(to: Settings) {
  settings = to;
  for (const watcher of watchers) watcher();
}

/** A setting as it is now. */
export const setting = <K extends keyof Settings>(key: K): Settings[K] => settings[key];

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  if (key === 'language') keepLanguage(String(value));
  change({ ...settings, [key]: value });
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still shows the page.
  }
}

/** Calls after each change; answers how to stop that. */
export function onSettings(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => { watchers.delete(watcher); };
}

/** A setting for a component, and how to change it. */
export function useSetting<K extends keyof Settings>(key: K): [Settings[K], (value: Settings[K]) => void] {
  const [value, setValue] = useState(settings[key]);
  useLayoutEffect(() => onSettings(() => setValue(settings[key])), [key]);
  return [value, (to) => set(key, to)];
}
