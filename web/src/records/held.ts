// held.ts: the record that a page shows without a server: in the link behind the #, or, if it is long, in this window.

import { pack, textInHash, unpack } from '../share';

/** The longest text in a link; browsers and chats cut longer ones. */
const LINK_MAX = 24_000;
const KEY = 'shoogi-replay';

let latest = '';

/** The address that shows a record in our own format. */
export async function hold(text: string): Promise<string> {
  const packed = text.length <= 8 * LINK_MAX ? await pack(text) : '';
  if (packed !== '' && packed.length <= LINK_MAX) return `/replay#r=${packed}`;
  latest = text;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Too long to outlive a reload.
  }
  return '/replay?held=1';
}

/** The record of the address; null if it has none.  Throws if the link is damaged. */
export async function heldRecord(query: URLSearchParams): Promise<string | null> {
  const packed = textInHash('r');
  if (packed !== null) return unpack(packed);
  return query.has('held') ? latest || sessionStorage.getItem(KEY) : null;
}
