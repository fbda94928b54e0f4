// router.ts: which page an address means, and going from one to another without a new load.
//
// The first parts of these paths stand in pages[] of src/server/files_web.c, too, which answers them with the page.

import type { ComponentType } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Where one is. */
export interface Place {
  path: string;
  /** Behind the first part: ["12"] of /games/12. */
  rest: readonly string[];
  query: URLSearchParams;
}

export interface PageProps {
  place: Place;
}

type Load = () => Promise<{ default: ComponentType<PageProps> }>;

const pages: Readonly<Record<string, Load>> = {
  '': () => import('./pages/Lobby'),
  try: () => import('./pages/Try'),
  games: () => import('./pages/Games'),
  game: () => import('./pages/Game'),
  invent: () => import('./pages/Invent'),
  rules: () => import('./pages/Rules'),
  editor: () => import('./pages/Editor'),
  table: () => import('./pages/Table'),
  tables: () => import('./pages/Tables'),
  study: () => import('./pages/Study'),
  account: () => import('./pages/Account'),
};

const parts = (path: string): string[] => path.split('/').slice(1).map(decodeURIComponent);

/** The page for a path; /games is the library, /games/12 a game. */
export function pageOf(path: string): Load | undefined {
  const [first = '', second] = parts(path);
  return pages[first === 'games' && second ? 'game' : first];
}

function here(): Place {
  const query = new URLSearchParams(location.search);
  // Such addresses were given out before there was a lobby.
  if (location.pathname === '/' && query.has('variant') && !query.has('offer')) history.replaceState(null, '', `/try${location.search}`);
  return { path: location.pathname, rest: parts(location.pathname).slice(1), query };
}

const watchers = new Set<() => void>();
const moved = () => { for (const watcher of watchers) watcher(); };

/** Goes to a path of this site. */
export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', path);
  moved();
}

/** Where one is, for as long as one is there. */
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

/** Follows a plain link to one of the pages without a new load: for clicks anywhere. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  const { pathname, search, hash } = link;
  if (!pageOf(pathname) || (hash && pathname === location.pathname)) return;
  event.preventDefault();
  go(pathname + search + hash);
}
