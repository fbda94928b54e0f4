// Icon.tsx: the icons of the page, drawn in lines within 24 by 24, by name.

import type { JSX } from 'preact';

/** Own drawings; each is the inside of an SVG. */
const DRAWN = {
  board: <path d="M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16" />,
  piece: <path d="M12 3 18 6 20 21H4L6 6Z" />,
  friend: <><circle cx="9" cy="8" r="3.5" /><path d="M2.5 20c.6-4 3-6 6.5-6s5.9 2 6.5 6M16 5.2a3 3 0 0 1 0 5.6M18 14.5c2 .8 3.2 2.6 3.5 5.5" /></>,
  computer: <path d="M3 5h18v11H3zM8.5 20h7M12 16v4" />,
  book: <path d="M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2ZM12 6v14" />,
  games: <path d="M4 6h16M4 12h16M4 18h10" />,
  invent: <path d="m4 20 1-4L16 5l3 3L8 19ZM14 7l3 3" />,
  reader: <><circle cx="12" cy="8" r="4" /><path d="M4.5 20.5c.8-4.5 3.6-6.5 7.5-6.5s6.7 2 7.5 6.5" /></>,
  bell: <path d="M5 17c1.5-1.5 2-3.5 2-7a5 5 0 0 1 10 0c0 3.5.5 5.5 2 7ZM10 20h4M12 3v2" />,
  settings: <><path d="M4 7h9M17 7h3M4 17h3M11 17h9" /><circle cx="15" cy="7" r="2" /><circle cx="9" cy="17" r="2" /></>,
  watch: <><path d="M2.5 12C5 7.5 8 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.5 6.5-9.5 6.5S5 16.5 2.5 12Z" /><circle cx="12" cy="12" r="3" /></>,
} satisfies Readonly<Record<string, JSX.Element>>;

export type IconName = keyof typeof DRAWN;
export const ICONS = Object.keys(DRAWN) as readonly IconName[];

/** label: what it says where no words stand beside it. */
export const Icon = ({ name, label }: { name: IconName; label?: string }) => (
  <svg class="icon" viewBox="0 0 24 24" {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}>{DRAWN[name]}</svg>
);

/** The seal of the site: a piece on vermilion. */
export const Seal = () => (
  <svg class="seal" viewBox="0 0 24 24" aria-hidden="true">
    <path fill="currentColor" d="M12 3 17.5 5.5 19.5 21H4.5L6.5 5.5Z" />
    <path stroke="var(--accent)" stroke-width="1.6" stroke-linecap="round" d="M9 9h6M9.5 12.8h5M8.5 16.8h7M12 9v7.8" />
  </svg>
);
