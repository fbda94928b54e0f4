// presets.ts: named board appearances, stored by the browser, and by the server for signed-in readers.
//
// The server's presets are fetched after sign-in and merged with those of the browser.  A preset saved on one machine
// is there on the next, and one saved offline is not lost.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { api, inWords, useMe } from '../server';
import { onInspect, preset, presets, setPreset, type Look } from './look';

export interface Presets {
  all: ReadonlyMap<string, Look>;
  /** Saves an appearance under a name; null deletes the name. */
  keep(name: string, look: Look | null): void;
  /** The server's error. */
  fault: string;
}

/** The account whose presets were fetched. */
let fetched = '';

export function usePresets(): Presets {
  const me = useMe();
  const [all, setAll] = useState(presets);
  const [fault, setFault] = useState('');
  useLayoutEffect(() => onInspect(() => setAll(presets())), []);
  useEffect(() => {
    if (!me || fetched === me.name) return;
    fetched = me.name;
    api.get<{ presets: Record<string, unknown> }>('/api/presets').then(
      ({ presets: kept }) => { for (const [name, words] of Object.entries(kept)) setPreset(name, preset(words)); },
      () => { fetched = ''; },
    );
  }, [me]);
  return {
    all,
    fault,
    keep: (name, look) => {
      setFault('');
      setPreset(name, look);
      if (me) api.post('presets', { name, value: look }).catch((error: unknown) => setFault(inWords(error)));
    },
  };
}
