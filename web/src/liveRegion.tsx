// liveRegion.tsx: what event, for those who hear the page: one live region for all pages.

import { useLayoutEffect, useState } from 'preact/hooks';

let show: (text: string) => void = () => {};

/** Says a text aloud, once. */
export function say(text: string): void {
  show(text);
}

/** The place it is said from; there is one on the page. */
export function LiveRegion() {
  const [text, setText] = useState('');
  useLayoutEffect(() => {
    // The same words twice are read twice only if something differs.
    show = (said) => setText((before) => (before === said ? `${said}\u00a0` : said));
    return () => { show = () => {}; };
  }, []);
  return <p class="sr-only" role="status" aria-live="polite">{text}</p>;
}
