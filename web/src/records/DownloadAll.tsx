// DownloadAll.tsx: the records of all games that a search finds, as one file.

import { useEffect, useRef, useState } from 'preact/hooks';
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
    <p class="tools">
      <button type="button" disabled={parts !== null} onClick={() => void run()}>{title}</button>
      <label>{t('Format')} <select name="all-format" value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
        {formats().filter(([ending]) => !SINGLE.includes(ending)).map(([ending, name]) => <option key={ending} value={ending}>{name}</option>)}
      </select></label>
      {parts !== null && <><span role="status" class="quiet">{t('Fetching, part {n}', { n: parts + 1 })}</span>
        <button type="button" onClick={() => stop.current.abort()}>{t('Stop')}</button></>}
      {said && <span role="status" class="said">{said}</span>}
      {fault && <span role="alert" class="fault">{fault}</span>}
    </p>
  );
}
