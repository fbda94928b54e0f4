// LocalShare.tsx: a record that no server has: to copy, to save in any format, to link to, to keep, and to go on from.

import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { CopyField } from '../CopyField';
import { Button, ButtonLink } from '../design/parts';
import { utf8Ending } from '../formats';
import type { Game } from '../game';
import { go } from '../navigation';
import { toOffer, toPicture, toPosition } from '../positions';
import { RecordTools } from '../RecordTools';
import { uploadRecord, useMe } from '../server';
import { useWork } from '../useWork';
import { t } from '../words';
import { convert, copyRecord, saveRecord } from './convert';
import { PictureTools } from './PictureTools';

export interface LocalShareProps {
  text: string;
  /** The name of the game, and its definition. */
  game: string;
  definition: string;
  names: Readonly<Record<Colour, string>>;
  board: Game;
  whole: Game;
}

export function LocalShare({ text, game, definition, names, board, whole }: LocalShareProps) {
  const me = useMe();
  const { run, busy, outcome } = useWork();
  const name = `shoogi-${game.replaceAll('/', '-')}`;
  const written = (format: string) => convert(text, game, definition, format);
  const keep = async () => {
    go(`/records/${await uploadRecord(text, game)}`);
    return '';
  };
  return (
    <details class="share">
      <summary>{t('Record: copy, download, share')}</summary>
      <RecordTools onCopy={(format) => run(async () => copyRecord(await written(format)))}
        onDownload={(format) => run(async () => saveRecord(await written(format), `${name}.${utf8Ending(format)}`))} />
      <PictureTools board={board} whole={whole} names={names} name={name}
        svg={toPicture(game, board.sfen)} />
      {location.hash !== '' && <CopyField text={location.href} title={t('Link to this record')} />}
      <CopyField text={board.sfen} title={t('Position (SFEN)')} />
      <p class="tools">
        <Button onClick={() => go(toPosition('try', game, board.sfen))}>{t('Continue from here')}</Button>
        {!game.startsWith('@') && <ButtonLink href={toOffer(game, board.sfen)}>{t('Offer a game from here')}</ButtonLink>}
        {me && !me.guest && <Button disabled={busy} onClick={() => run(keep)}>{t('Keep it in my records')}</Button>}
        <a href="/replay">{t('Open another record')}</a>
      </p>
      {outcome}
    </details>
  );
}
