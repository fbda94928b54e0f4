// fromRecord.ts: a study made of a record: its moves, variations and comments.

import { readOwn, type OwnRecord } from '../records/ownText';
import { api } from '../server';

/** A request has at most 8 KiB; a comment at most 1000 characters. */
const TEXT_MAX = 6000;
const COMMENT_MAX = 1000;

/** A line of moves after a node of the record, with their comments, as the server reads it. */
export interface Part {
  parent: number;
  /** The numbers of its moves in the record. */
  nodes: readonly number[];
  text: string;
}

const commentOf = (comment: string): string => [...comment].slice(0, COMMENT_MAX).join('').split('\n').map((line) => `* ${line}\n`).join('');

/** The lines of a record, each of which follows nodes of those before it. */
export function partsOf({ nodes }: OwnRecord): Part[] {
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

/** The number of the new study.  variant: the name of the game, or "@12".  text: a record in our own format. */
export async function studyOf(title: string, variant: string, text: string): Promise<number> {
  const record = readOwn(text);
  const { study } = await api.post<{ study: number }>('studies', {
    name: title.slice(0, 60), variant, ...(record.start !== null && { start: record.start }),
  });
  const known = new Map([[0, 0]]);
  const begin = record.nodes[0]!.comment;
  if (begin !== '') await api.post(`studies/${study}`, { do: 'comment', node: 0, text: [...begin].slice(0, COMMENT_MAX).join('') });
  for (const part of partsOf(record)) {
    const { nodes } = await api.post<{ nodes: readonly number[] }>(`studies/${study}`, { do: 'line', node: known.get(part.parent)!, text: part.text });
    part.nodes.forEach((node, i) => known.set(node, nodes[i]!));
  }
  return study;
}
