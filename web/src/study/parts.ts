// parts.ts: a record as lines of moves that a study gets one after another.

import type { OwnRecord } from '../records/ownText';

/** A request has at most 8 KiB; a comment at most 1000 characters. */
const TEXT_MAX = 6000;
export const COMMENT_MAX = 1000;

/** A line of moves after a node of the record, with their comments, as the server reads it. */
export interface Part {
  parent: number;
  /** The numbers of its moves in the record. */
  nodes: readonly number[];
  text: string;
}

const commentOf = (comment: string): string => [...comment].slice(0, COMMENT_MAX).join('').split('\n').map((line) => `* ${line}\n`).join('');

/** The lines of a record, each of which follows nodes of those before it. */
export function partsOf({ nodes }: Pick<OwnRecord, 'nodes'>): Part[] {
  const parts: { parent: number; nodes: number[]; text: string }[] = [];
  for (const [i, { parent, usi, comment }] of nodes.entries()) {
    if (usi === '' || parent === null) continue;
    const text = `${usi}\n${comment === '' ? '' : commentOf(comment)}`;
    const last = parts.at(-1);
    if (last && last.nodes.at(-1) === parent && last.text.length + text.length <= TEXT_MAX) {
      last.nodes.push(i);
      last.text += text;
    } else parts.push({ parent, nodes: [i], text });
  }
  return parts;
}
