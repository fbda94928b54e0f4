// served.ts: a page that the server wrote, such as help or the answer to an unknown address, within the site's frame.

import { h, type ComponentType } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useTitle, type PageProps } from './navigation';

let served: { path: string; title: string; content: HTMLElement } | null = null;

/** Keeps what the server wrote into the page before the application takes its place. */
export function keepServed(root: HTMLElement): void {
  const content = root.querySelector<HTMLElement>('.reading main');
  if (content) served = { path: location.pathname, title: document.title.replace(/ - shoogi$/, ''), content };
}

function Served() {
  const box = useRef<HTMLDivElement>(null);
  useTitle(served?.title ?? '');
  useLayoutEffect(() => {
    if (served) box.current?.append(...served.content.childNodes);
    // The nodes go back, for when the reader comes here again.
    return () => { if (served && box.current) served.content.append(...box.current.childNodes); };
  }, []);
  return h('div', { class: 'reading', ref: box });
}

/** The page for a path that the server wrote; undefined for any other. */
export const servedAt = (path: string): ComponentType<PageProps> | undefined => (served?.path === path ? Served : undefined);
