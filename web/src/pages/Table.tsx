// Table.tsx: a free board, for games whose rules nobody has written; it stays in this page until
// it is shared (Tables.tsx).

import { useState } from 'preact/hooks';
import type { ShoogiError } from '../../../src/wasm/shoogi.mjs';
import { Button, Text, Tick } from '../design/parts';
import { open, type Library } from '../library';
import { useLoad } from '../load';
import { faultInWords, inLanguage } from '../message';
import { go, useTitle, type PageProps } from '../navigation';
import { sfenIn } from '../positions';
import { gameMeant } from '../rules/names';
import { unknownGame } from '../rules/UnknownGame';
import { api, inWords, useMe } from '../server';
import { textInHash, unpack, useHashReload } from '../share';
import { begin, defaultSettings, readLog, write, type Log } from '../table/log';
import { like, OnTable, faultAt, type Begun } from '../table/OnTable';
import type { Fault } from '../textFault';
import { t } from '../words';

async function start(place: PageProps['place']): Promise<Begun> {
  const library: Library = await open();
  const packed = textInHash('t');
  if (packed !== null) {
    try {
      return { library, log: readLog(await unpack(packed)), fault: '' };
    } catch (error) {
      const fault = error as Fault & { log?: Log | null };
      return {
        library, log: fault.log ?? begin(defaultSettings),
        fault: fault.line ? faultAt(fault) : t('This link contains no complete board. Check that you copied all of it.'),
      };
    }
  }
  const asked = place.query.get('variant') ?? 'shogi';
  const meant = gameMeant(asked, library.definitions);
  const name = meant ?? 'shogi';
  const fault = meant === undefined ? unknownGame(asked) : '';
  try {
    return { library, log: begin(like(library, name, sfenIn(place.query))), fault };
  } catch (error) {
    const { message, column } = error as ShoogiError;
    return { library, log: begin(like(library, name)), fault: faultInWords(inLanguage(message), column) };
  }
}

export default function Table({ place }: PageProps) {
  useTitle(t('Free board'));
  const { value, error } = useLoad(() => start(place), place.query.toString());
  useHashReload('t');
  if (error) return <p role="alert">{t('The rules could not be loaded. Reload the page to try again. ({error})', { error: String(error) })}</p>;
  return (
    <>
      <h1>{t('Free board')}</h1>
      {value ? <OnTable begun={value}>{(now) => <Invite now={now} />}</OnTable> : <p class="waiting">{t('Loading')}</p>}
    </>
  );
}

/** Shares the current board with another player. */
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
      <summary>{t('Play with someone')}</summary>
      {me ? (
        <form class="form" onSubmit={(event) => void share(event)}>
          <p class="hint">{t('This shares the current position. Leave the name empty to get a link that you can send.')}</p>
          <Text title={t('Opponent')} name="opponent" value={opponent} fault={fault} onChange={setOpponent} />
          <Tick title={t('I play White')} value={second} onChange={setSecond} />
          <Tick title={t('Only the two players can see it')} value={hidden} onChange={setHidden} />
          <Button type="submit" kind="primary">{t('Share the board')}</Button>
        </form>
      ) : <p><a href="/account">{t('Sign in to play with someone')}</a></p>}
      <p><a href="/tables">{t('Free boards')}</a></p>
    </details>
  );
}
