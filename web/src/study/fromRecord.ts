// fromRecord.ts: a study made of a record: its moves, variations and comments.

import { readOwn, type OwnRecord } from '../records/ownText';
import { api } from '../server';
import { NAME_MAX } from './chapters';
import { cutComment, partsOf } from './parts';

/** Adds the moves, variations and comments of a record that begins as the study does. */
export async function addRecord(study: number, record: Pick<OwnRecord, 'nodes'>): Promise<void> {
  const known = new Map([[0, 0]]);
  for (const part of partsOf(record)) {
    const { nodes } = await api.post<{ nodes: readonly number[] }>(`studies/${study}`, { do: 'line', node: known.get(part.parent)!, text: part.text });
    part.nodes.forEach((node, i) => known.set(node, nodes[i]!));
  }
}

/** Makes a study of one's own; returns its address.  variant: the name of the game, or "@12". */
async function newStudy(title: string, variant: string, { start, nodes }: Pick<OwnRecord, 'start' | 'nodes'>): Promise<string> {
  const { study } = await api.post<{ study: number }>('studies', {
    name: [...title].slice(0, NAME_MAX).join(''), variant, ...(start !== null && { start }),
  });
  const begin = nodes[0]!.comment;
  if (begin !== '') await api.post(`studies/${study}`, { do: 'comment', node: 0, text: cutComment(begin) });
  await addRecord(study, { nodes });
  return `/study/${study}`;
}

/** Makes a study of a record in our own format. */
export const newStudyOfText = (title: string, variant: string, text: string): Promise<string> => newStudy(title, variant, readOwn(text));

/** Makes a study of moves in USI. */
export const newStudyOfMoves = (title: string, variant: string, start: string, moves: readonly string[]): Promise<string> =>
  newStudy(title, variant, { start, nodes: ['', ...moves].map((usi, i) => ({ usi, parent: i === 0 ? null : i - 1, ply: i, comment: '', end: '' })) });
