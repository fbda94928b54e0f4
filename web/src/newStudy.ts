// newStudy.ts: a new study from the moves of a game.

import { definitionOf } from './play/rules';
import { api } from './server';
import { addRecord } from './study/fromRecord';

export interface StudyStart {
  title: string;
  definition: number;
  start: string;
  moves: readonly string[];
}

/** Makes a study of one's own; returns its address. */
export async function newStudy({ title, definition, start, moves }: StudyStart): Promise<string> {
  const { name } = await definitionOf(definition);
  const { definitions } = await import('./definitions');
  const { study } = await api.post<{ study: number }>('studies', {
    name: title.slice(0, 60), variant: definitions.has(name) ? name : `@${definition}`, start,
  });
  await addRecord(study, { nodes: ['', ...moves].map((usi, i) => ({ usi, parent: i === 0 ? null : i - 1, ply: i, comment: '', end: '' })) });
  return `/study/${study}`;
}
