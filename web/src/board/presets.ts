// presets.ts: looks under a name: kept by the browser, and by the server for whoever is logged in.
//
// What the server keeps is fetched when somebody is known, and joins what is here; so a look that was named on one
// machine is there on the next, and one that was named without a line is not lost.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { api, inWords, useMe } from '../server';
import { onInspect, preset, presets, setPreset, type Look } from './look';

export interface Presets {
  all: ReadonlyMap<string, Look>;
  /** Keeps a look under a name; null: gives the name up. */
  keep(name: string, look: Look | null): void;
  /** What the server said against it. */
  fault: string;
}

/** For whom the server's were fetched. */
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
