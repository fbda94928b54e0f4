// fromRecord.ts: studies made of records: their moves, variations and comments.

import { readOwn, type OwnRecord } from '../records/ownText';
import { api } from '../server';
import { cutComment, partsOf, studiesOf, type Titled } from './parts';

type Begun = Pick<OwnRecord, 'start' | 'nodes'>;

/** The longest name of a study and title of a chapter, in characters. */
export const NAME_MAX = 50;

const cut = (name: string): string => [...name].slice(0, NAME_MAX).join('').trim() || '...';

/** Adds the moves, variations and comments of a record to the chapter with this start; both begin alike. */
export async function addRecord(study: number, record: Pick<OwnRecord, 'nodes'>, start = 0): Promise<void> {
  const known = new Map([[0, start]]);
  for (const part of partsOf(record)) {
    const { nodes } = await api.post<{ nodes: readonly number[] }>(`studies/${study}`, { do: 'line', node: known.get(part.parent)!, text: part.text });
    part.nodes.forEach((node, i) => known.set(node, nodes[i]!));
  }
}

/** Fills a new chapter with a record, including the comment before the first move. */
async function fill(study: number, record: Begun, start: number): Promise<void> {
  const begin = record.nodes[0]!.comment;
  if (begin !== '') await api.post(`studies/${study}`, { do: 'comment', node: start, text: cutComment(begin) });
  await addRecord(study, record, start);
}

export async function addChapter(study: number, title: string, record: Begun): Promise<void> {
  const text = record.start === null ? cut(title) : `${cut(title)}\n${record.start}`;
  const { node } = await api.post<{ node: number }>(`studies/${study}`, { do: 'chapter', text });
  await fill(study, record, node);
}

/** Makes a study that belongs to the reader; returns its number.  variant: the name of the game, or "@12". */
async function newStudy(name: string, variant: string, record: Begun): Promise<number> {
  const { study } = await api.post<{ study: number }>('studies', { name: cut(name), variant, ...(record.start !== null && { start: record.start }) });
  await fill(study, record, 0);
  return study;
}

/** Makes a study of a record in our own format; returns its address. */
export const newStudyOfText = async (title: string, variant: string, text: string): Promise<string> =>
  `/study/${await newStudy(title, variant, readOwn(text))}`;

/** Makes a study with a chapter for each record, or several studies if one cannot hold all; returns the address of the
 * first. */
export async function newStudyOfGames(name: string, games: readonly Titled[]): Promise<string> {
  let first = '';
  for (const [i, { variant, chapters }] of studiesOf(games).entries()) {
    const [begin, ...others] = chapters;
    const study = await newStudy(i === 0 ? name : `${[...name].slice(0, NAME_MAX - 5).join('')} (${i + 1})`, variant, begin!.record);
    first ||= `/study/${study}`;
    await api.post(`studies/${study}`, { do: 'title', node: 0, text: cut(begin!.title) });
    for (const { title, record } of others) await addChapter(study, title, record);
  }
  return first;
}
