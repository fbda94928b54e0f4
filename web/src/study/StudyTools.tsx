// StudyTools.tsx: a study to copy, to save in any format, and games added to it.

import { useState } from 'preact/hooks';
import { Area, Button } from '../design/parts';
import { utf8Ending } from '../formats';
import type { Game } from '../game';
import { RecordTools } from '../RecordTools';
import { convert, copyRecord, saveRecord } from '../records/convert';
import { PictureTools } from '../records/PictureTools';
import '../records/records.css';
import { useWork } from '../useWork';
import { t, tn } from '../words';
import { ownOf } from './ownOf';
import type { Chapter, Study } from './tree';

export interface StudyToolsProps {
  study: Study;
  chapter: Chapter;
  definition: { name: string; text: string };
  board: Game;
}

export function StudyTools({ study, chapter, definition, board }: StudyToolsProps) {
  const { run, outcome } = useWork();
  const [text, setText] = useState('');
  const written = (format: string) => convert(ownOf(study, chapter, definition.name), definition.name, definition.text, format);
  const name = `shoogi-study-${study.id}${chapter.node === 0 ? '' : `-${chapter.node}`}`;
  /** Adds the games of a text: as variations, or as chapters if they begin differently. */
  const add = async () => {
    const { addGames } = await import('./addGames');
    const { added, others } = await addGames(study, chapter, definition.name, text);
    setText('');
    return `${tn(added, '{n} game added.', '{n} games added.')}${others > 0 ? ` ${tn(others, '{n} game is of another kind or has faults.', '{n} games are of another kind or have faults.')}` : ''}`;
  };
  return (
    <details class="share">
      <summary>{t('Record: copy, download, add games')}</summary>
      <RecordTools onCopy={(format) => run(async () => copyRecord(await written(format)))}
        onDownload={(format) => run(async () => saveRecord(await written(format), `${name}.${utf8Ending(format)}`))} />
      <PictureTools board={board} whole={board} names={{ black: '', white: '' }} name={name} />
      {study.may_edit && (
        <form class="line" onSubmit={(event) => {
          event.preventDefault();
          run(add);
        }}>
          <Area title={t('Games to add: KIF, CSA and others')} name="games" rows={3} value={text} required onChange={setText} />
          <Button type="submit">{t('Add')}</Button>
        </form>
      )}
      {outcome}
    </details>
  );
}
