// Book.tsx: links between studies that are one book: before studies had chapters, players named them "BOOK / CHAPTER".

import { useLoad } from '../load';
import { api } from '../server';
import type { StudyRow } from './All';
import type { Study } from './tree';

/** [BOOK, CHAPTER] of such a name; null for another. */
const partsOfName = (name: string): readonly [string, string] | null => {
  const [, book, chapter] = /^(.+?) \/ (.+)$/.exec(name) ?? [];
  return book !== undefined && chapter !== undefined ? [book, chapter] : null;
};

export function Book({ study }: { study: Study }) {
  const book = partsOfName(study.name)?.[0];
  const { value } = useLoad(async () => (book === undefined ? []
    : (await api.get<{ studies: readonly StudyRow[] }>(`/api/studies?player=${encodeURIComponent(study.by)}`)).studies), `${study.by} ${book}`);
  const chapters = (value ?? []).filter(({ name }) => partsOfName(name)?.[0] === book).sort((one, two) => one.id - two.id);
  if (chapters.length < 2) return null;
  return (
    <nav class="chapters" aria-label={book}>
      <ol>{chapters.map(({ id, name }) => (
        <li key={id}><a href={`/study/${id}`} aria-current={id === study.id ? 'page' : undefined}>{partsOfName(name)![1]}</a></li>
      ))}</ol>
    </nav>
  );
}
