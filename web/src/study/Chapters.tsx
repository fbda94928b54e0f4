// Chapters.tsx: the chapters of a study: to choose one, and for its editors to add, name, move and remove them.

import { useEffect, useState } from 'preact/hooks';
import { Button, Dialog, Text } from '../design/parts';
import { t } from '../words';
import { NAME_MAX } from './fromRecord';
import type { Chapter, Study } from './tree';

const placeOf = (study: Study, { node }: Chapter): number => study.chapters.findIndex((one) => one.node === node);

export const titleOf = (study: Study, chapter: Chapter): string => chapter.title || t('Chapter {n}', { n: placeOf(study, chapter) + 1 });

interface ChaptersProps {
  study: Study;
  at: Chapter;
  /** Resolves to whether the server has done it. */
  onDo(what: 'chapter' | 'title' | 'place' | 'remove', fields: { node?: number; text?: string }): Promise<boolean>;
}

export const Chapters = ({ study, at, onDo }: ChaptersProps) => (
  <nav class="chapters" aria-label={t('Chapters')}>
    {study.chapters.length > 1 && (
      <ol>{study.chapters.map((chapter) => (
        <li key={chapter.node}><a href={`/study/${study.id}?chapter=${chapter.node}`} aria-current={chapter.node === at.node ? 'page' : undefined}>{titleOf(study, chapter)}</a></li>
      ))}</ol>
    )}
    {study.may_edit && <Editing study={study} at={at} onDo={onDo} />}
  </nav>
);

function Editing({ study, at, onDo }: ChaptersProps) {
  const [title, setTitle] = useState(at.title);
  useEffect(() => setTitle(at.title), [at.node, at.title]);
  const [fresh, setFresh] = useState('');
  const [start, setStart] = useState('');
  const [adding, setAdding] = useState(false);
  const [asking, ask] = useState(false);
  const place = placeOf(study, at);
  const move = (by: number) => void onDo('place', { node: at.node, text: String(place + by) });
  return (
    <details>
      <summary>{t('Edit chapters')}</summary>
      <form class="line" onSubmit={(event) => {
        event.preventDefault();
        void onDo('title', { node: at.node, text: title.trim() });
      }}>
        <Text title={t('Title of this chapter')} name="title" value={title} required maxlength={NAME_MAX} spellcheck onChange={setTitle} />
        <Button type="submit" disabled={title.trim() === at.title}>{t('Save')}</Button>
      </form>
      {study.chapters.length > 1 && (
        <div class="buttons">
          <Button disabled={place === 0} onClick={() => move(-1)}>{t('Move up')}</Button>
          <Button disabled={place === study.chapters.length - 1} onClick={() => move(1)}>{t('Move down')}</Button>
          {at.node !== 0 && <Button kind="danger" onClick={() => ask(true)}>{t('Remove this chapter')}</Button>}
        </div>
      )}
      <form class="form" onSubmit={(event) => {
        event.preventDefault();
        if (adding) return;
        setAdding(true);
        // The fields stay as they are until the server has the chapter: a wrong position is mended, not typed again.
        void onDo('chapter', { text: [fresh.trim(), start.trim()].filter(Boolean).join('\n') }).then((done) => {
          setAdding(false);
          if (!done) return;
          setFresh('');
          setStart('');
        });
      }}>
        <Text title={t('Title of a new chapter')} name="new-chapter" value={fresh} required maxlength={NAME_MAX} spellcheck onChange={setFresh} />
        <Text title={t('Position (SFEN); leave empty for the start of the game')} name="new-start" value={start} onChange={setStart} />
        <Button type="submit" disabled={adding}>{t('Add a chapter')}</Button>
      </form>
      {asking && (
        <Dialog title={t('Remove the chapter {title} with all its moves?', { title: titleOf(study, at) })} onClose={() => ask(false)}>
          <div class="row">
            <Button kind="danger" onClick={() => { ask(false); void onDo('remove', { node: at.node }); }}>{t('Remove this chapter')}</Button>
            <Button onClick={() => ask(false)}>{t('Cancel')}</Button>
          </div>
        </Dialog>
      )}
    </details>
  );
}
