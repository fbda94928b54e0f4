// title.ts: the title of a game, in the language of the page.

import { tc } from '../words';

/** The last title= of a definition; the name of a game without one. */
export function titleOf(name: string, text: string): string {
  const own = [...text.matchAll(/^title=(.*)$/gm)].at(-1)?.[1]?.trim() ?? '';
  return own === '' || own === 'none' ? name : tc('title', own);
}
