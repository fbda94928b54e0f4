// TriedRecord.tsx: a game of this browser as a record: to copy, to save, and to keep in the account.

import { Button } from '../design/parts';
import { RecordTools } from '../RecordTools';
import { useMe } from '../server';
import type { Tried } from '../tried';
import { copyRecord, saveRecord } from '../records/convert';
import { hold } from '../records/held';
import { go } from '../navigation';
import { useWork } from '../useWork';
import { t } from '../words';

/** Opens the analysis of a game of a shipped definition.  reader: the reader's name in the record. */
export async function analyseTried(game: Tried, reader: string): Promise<void> {
  const { recordOf } = await import('./triedRecord');
  go(await hold((await recordOf(game, 'shoogi', reader)).text));
}

export function TriedRecord({ game }: { game: Tried }) {
  const me = useMe();
  const { run, outcome } = useWork();
  const written = async (format: string) => (await import('./triedRecord')).recordOf(game, format, me?.name ?? '');
  const keep = async () => {
    const { upload } = await import('./triedRecord');
    await upload(game, me!.name);
    return t('The game is among your records.');
  };
  return (
    <details class="share" open={game.over}>
      <summary>{t('Record: copy, download, keep')}</summary>
      {game.text === undefined && !(game.over && game.level > 0) && (
        <p><Button onClick={() => run(() => analyseTried(game, me?.name ?? '').then(() => ''))}>{t('Analyse')}</Button></p>
      )}
      <RecordTools onCopy={(format) => run(async () => copyRecord(await written(format)))}
        onDownload={(format) => run(async () => saveRecord(await written(format), `shoogi-${game.variant}.${format}`))} />
      {game.record !== undefined ? <p><a href={`/records/${game.record}`}>{t('The game is among your records.')}</a></p>
        : game.text !== undefined ? null
        : me && !me.guest ? <p><Button onClick={() => run(keep)}>{t('Keep it in my records')}</Button></p>
        : <p class="quiet"><a href="/account">{t('Sign up to keep finished games in your records')}</a></p>}
      {outcome}
    </details>
  );
}
