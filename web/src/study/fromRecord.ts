// fromRecord.ts: a study made of a record: its moves, variations and comments.

import { readOwn, type OwnRecord } from '../records/ownText';
import { api } from '../server';
import { cutComment, partsOf } from './parts';

/** Adds the moves, variations and comments of a record that begins as the study does. */
export async function addRecord(study: number, record: Pick<OwnRecord, 'nodes'>): Promise<void> {
  const known = new Map([[0, 0]]);
  for (const part of partsOf(record)) {
    const { nodes } = await api.post<{ nodes: readonly number[] }>(`studies/${study}`, { do: 'line', node: known.get(part.parent)!, text: part.text });
    part.nodes.forEach((node, i) => known.set(node, nodes[i]!));
  }
}

/** The number of the new study.  variant: the name of the game, or "@12".  text: a record in our own format. */
export async function studyOf(title: string, variant: string, text: string): Promise<number> {
  const record = readOwn(text);
  const { study } = await api.post<{ study: number }>('studies', {
    name: title.slice(0, 60), variant, ...(record.start !== null && { start: record.start }),
  });
  const begin = record.nodes[0]!.comment;
  if (begin !== '') await api.post(`studies/${study}`, { do: 'comment', node: 0, text: cutComment(begin) });
  await addRecord(study, record);
  return study;
}
