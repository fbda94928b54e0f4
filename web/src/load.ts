// load.ts: what a component shows once it has been fetched.

import { useEffect, useState } from 'preact/hooks';

export interface Loaded<T> {
  value?: T;
  error?: unknown;
}

/** Fetches anew whenever the key changes; nothing is there until then. */
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
