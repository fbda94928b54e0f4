// answer.ts: a resource of the server for a component, fetched again whenever it may have changed.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ServerEvent } from './api';
import { api, useMe } from './server';

export interface Fetched<T> {
  value: T | undefined;
  error: unknown;
  /** Fetches it again; simultaneous calls become one. */
  refresh(): void;
  /** Changes the shown value until then. */
  change(how: (value: T) => T): void;
}

/** path: null for nothing.  stale: whether an event makes the value outdated.  every_ms: how often it is also fetched
 * while the page is visible; 0: never.  calm_ms: the least time between two fetches, for a
 * resource that changes for many readers at once. */
export function useAnswer<T>(path: string | null, stale: (event: ServerEvent) => boolean = () => false, every_ms = 0, calm_ms = 0): Fetched<T> {
  const me = useMe();
  const [state, setState] = useState<{ path: string | null; value?: T; error?: unknown }>({ path });
  const wanted = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const asked = useRef(stale);
  asked.current = stale;
  const fetched_ms = useRef(-Infinity);

  const fetch = useCallback(() => {
    const number = ++wanted.current;
    fetched_ms.current = performance.now();
    clearTimeout(timer.current);
    timer.current = undefined;
    if (path === null || me === undefined) return;
    api.get<T>(path).then(
      (value) => { if (wanted.current === number) setState({ path, value }); },
      (error: unknown) => { if (wanted.current === number) setState((before) => ({ ...before, path, error })); },
    );
  }, [path, me]);
  const refresh = useCallback(() => { timer.current ??= setTimeout(fetch, Math.max(50, fetched_ms.current + calm_ms - performance.now())); }, [fetch, calm_ms]);

  useEffect(() => {
    fetch();
    const stop = api.on((event) => { if (event.event === 'reconnected' || asked.current(event)) refresh(); });
    const poll = every_ms > 0 ? setInterval(() => { if (!document.hidden) fetch(); }, every_ms) : undefined;
    return () => {
      stop();
      clearInterval(poll);
      clearTimeout(timer.current);
      timer.current = undefined;
      wanted.current++;
    };
  }, [fetch, every_ms]);

  const change = useCallback((how: (value: T) => T) => {
    setState((before) => (before.value === undefined ? before : { ...before, value: how(before.value) }));
  }, []);
  const current = state.path === path ? state : { value: undefined, error: undefined };
  return { value: current.value, error: current.error, refresh, change };
}
