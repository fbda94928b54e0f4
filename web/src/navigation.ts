// navigation.ts: the current place on this site, and navigation without a reload.  Pages import it; routes.ts imports the pages.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** The current URL. */
export interface Place {
  path: string;
  /** The parts after the first: ["12"] of /games/12. */
  rest: readonly string[];
  query: URLSearchParams;
}

export interface PageProps {
  place: Place;
}

/** The parts of a path: ["games", "12"] of /games/12. */
export const parts = (path: string): string[] => path.split('/').slice(1).map(decodeURIComponent);

function here(): Place {
  const query = new URLSearchParams(location.search);
  // Old links, from before there was a lobby.
  if (location.pathname === '/' && query.has('variant') && !query.has('offer')) history.replaceState(null, '', `/try${location.search}`);
  return { path: location.pathname, rest: parts(location.pathname).slice(1), query };
}

const watchers = new Set<() => void>();
const moved = () => { for (const watcher of watchers) watcher(); };

/** Goes to a path of this site.  state: what the entry of the browser's history remembers. */
export function go(path: string, how: 'push' | 'replace' = 'push', state: unknown = null): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](state, '', path);
  moved();
}

/** The current place, for as long as the component is shown. */
export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useLayoutEffect(() => {
    const watcher = () => setPlace(here());
    watchers.add(watcher);
    addEventListener('popstate', watcher);
    return () => {
      watchers.delete(watcher);
      removeEventListener('popstate', watcher);
    };
  }, []);
  return place;
}

/** The title of the window while a component is shown. */
export function useTitle(title: string): void {
  useEffect(() => { document.title = title === '' ? 'shoogi' : `${title} - shoogi`; }, [title]);
}
