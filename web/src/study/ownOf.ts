// ownOf.ts: a chapter of a study as a record in our own format, from which the library writes all others.

import { commentLines } from '../records/ownText';
import type { Chapter, Study } from './tree';

/** game: the name of its game. */
export function ownOf(study: Study, { node, title, start }: Chapter, game: string): string {
  const root = study.nodes.get(node)!;
  const event = [study.name, title].filter(Boolean).join(' / ').replaceAll('\n', ' ');
  let text = `shoogi record 1\ngame ${game}\n${start === '' ? '' : `start ${start}\n`}event: ${event}\n\n${commentLines(root.comment)}`;
  // A whole line comes before the variations that depart from it, the latest departures first.
  const rest: { id: number; ply: number }[] = [];
  const line = (from: number, ply: number) => {
    for (let id = from, at = ply; ; at++) {
      const { usi, comment, next } = study.nodes.get(id)!;
      text += `${at} ${usi}\n${commentLines(comment)}`;
      const [first, ...others] = next;
      rest.push(...others.map((other) => ({ id: other, ply: at + 1 })).reverse());
      if (first === undefined) return;
      id = first;
    }
  };
  rest.push(...root.next.map((id) => ({ id, ply: 1 })).reverse());
  for (let one = rest.pop(); one; one = rest.pop()) line(one.id, one.ply);
  return text;
}
