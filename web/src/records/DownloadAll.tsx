// DownloadAll.tsx: the records of all games that a search finds, as one file.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Select } from '../design/parts';
import { formats, utf8Ending } from '../formats';
import { inWords } from '../server';
import { save } from '../share';
import { t, tn } from '../words';

/** Formats that hold one game in a file. */
const SINGLE = ['jkf', 'bod', 'courier'];

/** query: of the search. */
export function DownloadAll({ query, title }: { query: string; title: string }) {
  const [format, setFormat] = useState('kif');
  const [parts, setParts] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState('');
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const run = async () => {
    stop.current = new AbortController();
    setSaid('');
    setFault('');
    const texts: string[] = [];
    let [before, left]: [string | null, number] = [null, 0];
    try {
      do {
        setParts(texts.length);
        const answer: Response = await fetch(`/games/found.${format}?${query}${before === null ? '' : `&before=${before}`}`,
          { credentials: 'same-origin', signal: stop.current.signal });
        if (!answer.ok) throw new Error((await answer.text()).trim() || String(answer.status));
        texts.push(await answer.text());
        left += Number(answer.headers.get('shoogi-left-out') ?? 0);
        before = answer.headers.get('shoogi-before');
      } while (before !== null);
      save(new Blob(texts, { type: 'text/plain' }), `shoogi-games.${utf8Ending(format)}`);
      setSaid(left > 0 ? tn(left, '{n} game cannot be written in this format.', '{n} games cannot be written in this format.') : t('Done'));
    } catch (error) {
      if (!stop.current.signal.aborted) setFault(inWords(error));
    }
    setParts(null);
  };
  return (
    <div class="tools">
      <Button disabled={parts !== null} onClick={() => void run()}>{title}</Button>
      <Select title={t('Format')} name="all-format" value={format} options={formats().filter(([ending]) => !SINGLE.includes(ending))} onChoose={setFormat} />
      {parts !== null && <><span role="status" class="quiet">{t('Fetching, part {n}', { n: parts + 1 })}</span>
        <Button onClick={() => stop.current.abort()}>{t('Stop')}</Button></>}
      {said && <span role="status" class="said">{said}</span>}
      {fault && <span role="alert" class="fault">{fault}</span>}
    </div>
  );
}
