// load.ts: a value that a component fetches.

import { useEffect, useState } from 'preact/hooks';

export interface Loaded<T> {
  value?: T;
  error?: unknown;
}

/** Fetches the value again whenever the key changes; until then there is none. */
export function useLoad<T>(load: () => Promise<T>, key: unknown): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T> & { key?: unknown }>({});
  useEffect(() => {
    let wanted = true;
    load().then(
      (value) => { if (wanted) setLoaded({ key, value }); },
      (error: unknown) => { if (wanted) setLoaded({ key, error }); },
    );
    return () => { wanted = false; };
  }, [key]);
  return loaded.key === key ? loaded : {};
}
