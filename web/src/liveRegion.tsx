// liveRegion.tsx: announcements for screen readers: one live region for all pages.

import { useLayoutEffect, useState } from 'preact/hooks';

let show: (text: string) => void = () => {};

/** Announces a text, once. */
export function say(text: string): void {
  show(text);
}

/** The live region; the page has one. */
export function LiveRegion() {
  const [text, setText] = useState('');
  useLayoutEffect(() => {
    // A repeated text is announced again only if it differs.
    show = (said) => setText((before) => (before === said ? `${said}\u00a0` : said));
    return () => { show = () => {}; };
  }, []);
  return <p class="sr-only" role="status" aria-live="polite">{text}</p>;
}
