// Chapters.tsx: the chapters of the book to which a study belongs.

import { useLoad } from '../load';
import { api } from '../server';
import { t } from '../words';
import { chapterName, chaptersOf, partsOfName } from './chapters';
import type { Study } from './tree';

interface Page {
  studies: readonly { id: number; name: string }[];
  more: boolean;
  before: number;
}

/** An author has at most 200 studies, and a page 50. */
const PAGES_MAX = 5;

async function studiesOf(author: string): Promise<Page['studies']> {
  const all: Page['studies'][number][] = [];
  for (let [pages, before] = [0, '']; pages < PAGES_MAX; pages++) {
    const page = await api.get<Page>(`/api/studies?player=${encodeURIComponent(author)}${before}`);
    all.push(...page.studies);
    if (!page.more) break;
    before = `&before=${page.before}`;
  }
  return all;
}

export function Chapters({ study, variant, own }: { study: Study; variant: string; own: boolean }) {
  const { value } = useLoad(() => studiesOf(study.by), `${study.by} ${study.name}`);
  const { book } = partsOfName(study.name);
  const chapters = chaptersOf(book, value ?? []);
  return (
    <nav class="chapters" aria-label={t('Chapters')}>
      {chapters.length > 0 && (
        <ol>{chapters.map(({ id, name }) => (
          <li key={id}><a href={`/study/${id}`} aria-current={id === study.id ? 'page' : undefined}>{partsOfName(name).chapter || name}</a></li>
        ))}</ol>
      )}
      {own && <a href={`/study?${new URLSearchParams({ name: chapterName(book, ''), variant })}#new`}>{t('Add a chapter')}</a>}
    </nav>
  );
}
