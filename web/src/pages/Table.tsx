// Table.tsx: a board on which men are moved by hand, for games whose rules nobody has written: in this page alone, until
// it is shared (Tables.tsx).

import { useState } from 'preact/hooks';
import { open, type Library } from '../library';
import { useLoad } from '../load';
import { go, useTitle, type PageProps } from '../navigation';
import { api, inWords, useMe } from '../server';
import { held, unpack, useHeld } from '../share';
import { begin, readLog, usual, write, type Log } from '../table/log';
import { like, OnTable, told, type Begun } from '../table/OnTable';
import type { Fault } from '../fault';
import { t } from '../words';

async function start(place: PageProps['place']): Promise<Begun> {
  const library: Library = await open();
  const packed = held('t');
  if (packed !== null) {
    try {
      return { library, log: readLog(await unpack(packed)), fault: '' };
    } catch (error) {
      const fault = error as Fault & { log?: Log | null };
      return {
        library, log: fault.log ?? begin(usual),
        fault: fault.line ? told(fault) : t('The address holds no table, or only a part of one.'),
      };
    }
  }
  const name = place.query.get('variant') ?? 'shogi';
  return { library, log: begin(like(library, library.definitions.has(name) ? name : 'shogi')), fault: '' };
}

export default function Table({ place }: PageProps) {
  useTitle(t('Table'));
  const { value, error } = useLoad(() => start(place), place.query.toString());
  useHeld('t');
  if (error) return <p role="alert">{t('The rules could not be loaded: {error}', { error: String(error) })}</p>;
  return (
    <>
      <h1>{t('Table without rules')}</h1>
      {value ? <OnTable begun={value}>{(now) => <Invite now={now} />}</OnTable> : <p class="waiting">{t('Loading')}</p>}
    </>
  );
}

/** The table as it is now becomes one that somebody else sits at, too. */
function Invite({ now }: { now: Log }) {
  const me = useMe();
  const [opponent, setOpponent] = useState('');
  const [hidden, setHidden] = useState(false);
  const [second, setSecond] = useState(false);
  const [fault, setFault] = useState('');
  const share = async (event: Event) => {
    event.preventDefault();
    try {
      const { table } = await api.post<{ table: number }>('tables', {
        setup: write(begin(now)), ...(opponent.trim() !== '' && { opponent: opponent.trim() }), ...(hidden && { hidden }), ...(second && { second }),
      });
      go(`/tables/${table}`);
    } catch (error) {
      setFault(inWords(error));
    }
  };
  return (
    <details class="invite">
      <summary>{t('Play this with somebody')}</summary>
      {me ? (
        <form class="form" onSubmit={(event) => void share(event)}>
          <p class="hint">{t('The board as it stands here is shared. Without a name there is a link to give away.')}</p>
          <label>{t('Opponent')} <input name="opponent" value={opponent} autocomplete="off" spellcheck={false}
            onInput={(event) => setOpponent(event.currentTarget.value)} /></label>
          <label class="tick"><input type="checkbox" checked={second} onChange={() => setSecond(!second)} /> {t('I have the second side')}</label>
          <label class="tick"><input type="checkbox" checked={hidden} onChange={() => setHidden(!hidden)} /> {t('Only for the two who play')}</label>
          <button type="submit">{t('Share the table')}</button>
          {fault !== '' && <p role="alert" class="fault">{fault}</p>}
        </form>
      ) : <p><a href="/account">{t('Log in to play with somebody')}</a></p>}
      <p><a href="/tables">{t('Shared tables')}</a></p>
    </details>
  );
}
