// parts.ts: a record as lines of moves that a study gets one after another, and records as the chapters of studies.

import { commentLines, readOwn, type OwnRecord } from '../records/ownText';

/** In UTF-8: a request has at most 8 KiB, and in it each line break is two bytes. */
const TEXT_BYTES_MAX = 6000;
/** In characters. */
const COMMENT_MAX = 1000;

/** The comment, cut to the length that a study allows. */
export const cutComment = (comment: string): string => [...comment].slice(0, COMMENT_MAX).join('');

/** A line of moves after a node of the record, with their comments, as the server reads it. */
export interface Part {
  parent: number;
  /** The numbers of its moves in the record. */
  nodes: readonly number[];
  text: string;
}

/** The lines of a record, each of which follows nodes of those before it. */
export function partsOf({ nodes }: Pick<OwnRecord, 'nodes'>): Part[] {
  const encoder = new TextEncoder();
  let bytes = 0;
  const parts: { parent: number; nodes: number[]; text: string }[] = [];
  for (const [i, { parent, usi, comment }] of nodes.entries()) {
    if (usi === '' || parent === null) continue;
    const text = `${usi}\n${commentLines(cutComment(comment))}`;
    const more = encoder.encode(text).length;
    const last = parts.at(-1);
    bytes += more;
    if (last && last.nodes.at(-1) === parent && bytes <= TEXT_BYTES_MAX) {
      last.nodes.push(i);
      last.text += text;
    } else {
      parts.push({ parent, nodes: [i], text });
      bytes = more;
    }
  }
  return parts;
}

/** The largest number of edits that come from records: a study holds 4000, and some are left for its editors. */
const EDITS_MAX = 3500;
const CHAPTERS_MAX = 100;

/** A record in our own format. */
export interface Titled {
  title: string;
  variant: string;
  text: string;
}

/** Records as chapters of studies: the chapters of a study are of one variant and keep its limits. */
export function studiesOf(games: readonly Titled[]): { variant: string; edits: number; chapters: { title: string; record: OwnRecord }[] }[] {
  const found: ReturnType<typeof studiesOf> = [];
  for (const { title, variant, text } of games) {
    const record = readOwn(text);
    const edits = 2 + record.nodes.length + record.nodes.filter(({ comment }) => comment !== '').length;
    const last = found.filter((one) => one.variant === variant).at(-1);
    if (last && last.edits + edits <= EDITS_MAX && last.chapters.length < CHAPTERS_MAX) {
      last.edits += edits;
      last.chapters.push({ title, record });
    } else {
      found.push({ variant, edits, chapters: [{ title, record }] });
    }
  }
  return found;
}
