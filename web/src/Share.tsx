// Share.tsx: a game as a record: to copy, to save as a file, to link to, to embed, and to go on from.

import { useState } from 'preact/hooks';
import { CopyField } from './CopyField';
import { definitionOf } from './play/rules';
import { go } from './navigation';
import { RecordTools } from './RecordTools';
import { api, inWords, useMe } from './server';
import { save } from './share';
import { t } from './words';

/** In the clipboard a text has no old encoding. */
const COPIED: Readonly<Record<string, string>> = { kif: 'kifu', ki2: 'ki2u' };

/** The most moves that a new study gets, one request each. */
const STUDY_MOVES_MAX = 300;

export interface ShareProps {
  /** The address of the game or record, "/games/12". */
  base: string;
  /** The query that opens a protected game, "key=...", or "". */
  shown: string;
  title: string;
  definition: number;
  /** The position on the board. */
  sfen: string;
  ply: number;
  /** The moves up to it. */
  asMoves: { start: string; moves: readonly string[] };
  /** The address of the board for other sites, if there is one. */
  embed?: string;
  /** Whether help from engines is allowed: not in a game of one's own that is being played. */
  over: boolean;
}

export function Share({ base, shown, title, definition, sfen, ply, asMoves, embed, over }: ShareProps) {
  const me = useMe();
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState('');
  const query = shown && `?${shown}`;
  const get = async (ending: string): Promise<Blob> => {
    const answer = await fetch(`${base}.${ending}${query}`, { credentials: 'same-origin' });
    if (answer.ok) return answer.blob();
    // A refusal is a sentence, or a page with one as its heading.
    const text = await answer.text();
    const page = answer.headers.get('content-type')?.startsWith('text/html');
    const sentence = page ? new DOMParser().parseFromString(text, 'text/html').querySelector('h1')?.textContent : text;
    throw new Error(sentence?.trim() || String(answer.status));
  };
  const run = (work: Promise<string>) => {
    setSaid('');
    setFault('');
    work.then(setSaid, (error: unknown) => setFault(inWords(error)));
  };
  const download = async (format: string) => {
    save(await get(format), `shoogi-${base.split('/').at(-1)!}.${format}`);
    return '';
  };
  const copy = async (format: string) => {
    await navigator.clipboard.writeText(await (await get(COPIED[format] ?? format)).text());
    return t('Copied');
  };
  /** The game's name where the page has it, or the number of its definition. */
  const goOn = async () => {
    const { name } = await definitionOf(definition);
    const { definitions } = await import('./definitions');
    go(definitions.has(name) ? `/try?${new URLSearchParams({ variant: name, sfen })}` : `/invent?definition=${definition}`);
    return '';
  };
  const study = async () => {
    const { name } = await definitionOf(definition);
    const { definitions } = await import('./definitions');
    const { study: made } = await api.post<{ study: number }>('studies', {
      name: title.slice(0, 60), variant: definitions.has(name) ? name : `@${definition}`, start: asMoves.start,
    });
    let node = 0;
    for (const text of asMoves.moves.slice(0, STUDY_MOVES_MAX))
      node = (await api.post<{ node: number }>(`studies/${made}`, { do: 'move', node, text })).node;
    go(`/study/${made}`);
    return '';
  };
  const link = `${location.origin}${base}?${shown ? `${shown}&` : ''}ply=${ply}`;
  return (
    <details class="share">
      <summary>{t('Record: copy, download, share')}</summary>
      <RecordTools onCopy={(format) => run(copy(format))} onDownload={(format) => run(download(format))} />
      <CopyField text={link} title={t('Link to this position')} />
      <CopyField text={sfen} title={t('Position (SFEN)')} />
      {embed && !shown && <CopyField title={t('Board for another site')}
        text={`<iframe src="${location.origin}${embed}?ply=${ply}" width="500" height="620"></iframe>`} />}
      {over && (
        <p class="tools">
          <button type="button" onClick={() => run(goOn())}>{t('Continue from here')}</button>
          {me && !me.guest && <button type="button" onClick={() => run(study())}>{t('Analyse in a study')}</button>}
        </p>
      )}
      {said && <p role="status" class="said">{said}</p>}
      {fault && <p role="alert" class="fault">{fault}</p>}
    </details>
  );
}
