// routes.ts: the page of each URL.
//
// The first parts of these paths are also in pages[] of src/server/pages/app_page.c, which serves the page for them.

import type { ComponentType } from 'preact';
import { go, parts, type PageProps } from './navigation';

type Load = () => Promise<{ default: ComponentType<PageProps> }>;

const pages: Readonly<Record<string, Load>> = {
  '': () => import('./pages/Lobby'),
  try: () => import('./pages/Try'),
  games: () => import('./pages/Games'),
  game: () => import('./pages/Game'),
  invent: () => import('./pages/Invent'),
  records: () => import('./pages/Record'),
  replay: () => import('./pages/Replay'),
  rules: () => import('./pages/Rules'),
  editor: () => import('./pages/Editor'),
  table: () => import('./pages/Table'),
  tables: () => import('./pages/Tables'),
  players: () => import('./pages/Player'),
  study: () => import('./pages/Study'),
  account: () => import('./pages/Account'),
  // The parts of all pages, for those who work on them.
  ...(import.meta.env.DEV && { design: () => import('./design/Design') }),
};

/** The first parts after which only a number leads to a page, perhaps with the key of a link: /tables/12-k3y.
 *  /games/12.csa is a file, and /games/abc nothing. */
const NUMBERED: ReadonlySet<string> = new Set(['games', 'records', 'study', 'tables']);

/** The page for a path; /games is the library, /games/12 a game. */
export function pageOf(path: string): Load | undefined {
  const [first = '', second] = parts(path);
  if ((first === 'players' || first === 'records') && !second) return undefined;
  if (NUMBERED.has(first) && second && !/^\d+(-\w+)?$/.test(second)) return undefined;
  return pages[first === 'games' && second ? 'game' : first];
}

/** Follows a plain link to a page of this site without a reload; handles clicks anywhere. */
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
