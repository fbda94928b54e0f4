// Share.tsx: a game as a record: to copy, to save as a file, to link to, to embed, and to go on from.

import { CopyField } from './CopyField';
import { Button } from './design/parts';
import { utf8Ending } from './formats';
import { variantNameOf } from './play/rules';
import { go } from './navigation';
import { RecordTools } from './RecordTools';
import { PictureTools } from './records/PictureTools';
import './records/records.css';
import type { Game } from './game';
import type { Colour } from '../../src/wasm/shoogi.mjs';
import { toOffer, toPicture, toPosition } from './positions';
import { save } from './share';
import { useWork } from './useWork';
import { t } from './words';

export interface ShareProps {
  /** The address of the game or record, "/games/12". */
  base: string;
  /** The query that opens a protected game, "key=...", or "". */
  shown: string;
  definition: number;
  names: Readonly<Record<Colour, string>>;
  /** The position on the board, and the whole game. */
  board: Game;
  whole: Game;
  /** The address of the board for other sites, if there is one. */
  embed?: string;
  /** Whether help from engines is allowed: not in a game of one's own that is being played. */
  over: boolean;
}

/** Fetches the record of a game, or of the library, in a format.  base and shown: as in ShareProps. */
async function fetched(base: string, ending: string, shown: string): Promise<Blob> {
  const answer = await fetch(`${base}.${ending}${shown && `?${shown}`}`, { credentials: 'same-origin' });
  if (answer.ok) return answer.blob();
  // A refusal is a sentence, or a page with one as its heading.
  const text = await answer.text();
  const page = answer.headers.get('content-type')?.startsWith('text/html');
  const sentence = page ? new DOMParser().parseFromString(text, 'text/html').querySelector('h1')?.textContent : text;
  throw new Error(sentence?.trim() || String(answer.status));
}

/** The name of the variant, or "@12", and the record in our own format. */
export const ownRecordOf = async (base: string, shown: string, definition: number): Promise<readonly [string, string]> =>
  Promise.all([variantNameOf(definition), fetched(base, 'shoogi', shown).then((record) => record.text())]);

export function Share({ base, shown, definition, names, board, whole, embed, over }: ShareProps) {
  const { run, outcome } = useWork();
  const id = base.split('/').at(-1)!;
  const get = (ending: string) => fetched(base, ending, shown);
  const download = async (format: string) => {
    save(await get(format), `shoogi-${id}.${format}`);
    return '';
  };
  const copy = async (format: string) => {
    // Text on the clipboard is in UTF-8, whatever encoding is usual for the files.
    await navigator.clipboard.writeText(await (await get(utf8Ending(format))).text());
    return t('Copied');
  };
  const goOn = async () => {
    const variant = await variantNameOf(definition);
    go(variant.startsWith('@') ? `/invent?definition=${definition}` : toPosition('try', variant, board.sfen));
    return '';
  };
  const offer = async () => {
    go(toOffer(await variantNameOf(definition), board.sfen));
    return '';
  };
  const { sfen } = board;
  const ply = board.played.length;
  const picture = toPicture(`@${definition}`, sfen);
  const link = `${location.origin}${base}?${shown ? `${shown}&` : ''}ply=${ply}`;
  return (
    <details class="share">
      <summary>{t('Record: copy, download, share')}</summary>
      <RecordTools onCopy={(format) => run(() => copy(format))} onDownload={(format) => run(() => download(format))} />
      <PictureTools board={board} whole={whole} names={names} name={`shoogi-${id}`}
        svg={embed ? `/game/${id}.svg?ply=${ply}${shown && `&${shown}`}` : picture} />
      <CopyField text={link} title={t('Link to this position')} />
      <CopyField text={sfen} title={t('Position (SFEN)')} />
      {!shown && <CopyField title={embed ? t('Board for another site') : t('Picture for another site')} text={embed
        ? `<iframe src="${location.origin}${embed}?ply=${ply}" width="500" height="620"></iframe>`
        : `<a href="${link}"><img src="${location.origin}${picture}" alt="" width="500"></a>`} />}
      {over && (
        <p class="tools">
          <Button onClick={() => run(goOn)}>{t('Continue from here')}</Button>
          <Button onClick={() => run(offer)}>{t('Offer a game from here')}</Button>
        </p>
      )}
      {outcome}
    </details>
  );
}
