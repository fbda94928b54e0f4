// Tables.tsx: shared free boards: the list, and one of them live.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CopyField } from '../CopyField';
import { Button, Text } from '../design/parts';
import { open, type Library } from '../library';
import { useLoad } from '../load';
import { go, useTitle, type PageProps } from '../navigation';
import { PlayerLink } from '../PlayerLink';
import { api, inWords, useEvents, useMe } from '../server';
import { All, Seated } from '../table/All';
import { OnTable, faultAt, type Together } from '../table/OnTable';
import { after, ownLast, sharedOf, type Done, type Shared, type TableAnswer } from '../table/shared';
import { Fault } from '../textFault';
import { t } from '../words';

export default function Tables({ place }: PageProps) {
  const [name = ''] = place.rest;
  return name === '' ? <All before={place.query.get('before') ?? ''} /> : <One key={name} name={name} />;
}

/** A shared board with all its lines, which come in pages. */
async function fetchAll(name: string): Promise<Shared> {
  const path = `/api/tables/${name}`;
  const table = await api.get<TableAnswer>(path);
  const lines = [...table.lines];
  for (let { more } = table; more;) {
    const next = await api.get<TableAnswer>(`${path}?after=${lines.at(-1)!.number}`);
    lines.push(...next.lines);
    more = next.more && next.lines.length > 0;
  }
  return sharedOf({ ...table, lines });
}

/** A shared board, kept up to date. */
function useShared(name: string) {
  const me = useMe();
  const [shared, setShared] = useState<Shared | null>(null);
  const [fault, setFault] = useState('');
  const wanted = useRef(0);
  const fetchIt = () => {
    const turn = ++wanted.current;
    fetchAll(name).then(
      (found) => { if (turn === wanted.current) setShared(found); },
      (error: unknown) => { if (turn === wanted.current) setFault(error instanceof Fault ? faultAt(error) : inWords(error)); });
  };
  useEffect(() => {
    if (me === undefined) return () => {};
    api.open();
    const watch = (on: boolean) => api.post(`tables/${name}/watch`, { on });
    // Later events arrive by themselves; earlier ones are fetched.
    watch(true).then(fetchIt, (error: unknown) => setFault(inWords(error)));
    return () => {
      wanted.current++;
      void watch(false).catch(() => {});
    };
  }, [name, me?.name, me === undefined]);
  useEvents((event) => {
    if (event.event === 'reconnected') {
      void api.post(`tables/${name}/watch`, { on: true }).then(fetchIt, () => {});
      return;
    }
    if (event.event !== 'table' || event['table'] !== Number.parseInt(name, 10)) return;
    setShared((before) => {
      const next = before && after(before, event as unknown as Done);
      if (before && (!next || event['kind'] === 'join')) fetchIt();
      return next ?? before;
    });
  }, [name, me?.name]);
  return { me, shared, fault };
}

function One({ name }: { name: string }) {
  const { me, shared, fault } = useShared(name);
  const { value: library, error } = useLoad(open, '');
  useTitle(shared && shared.title !== '' ? shared.title : t('Free board'));
  if (fault !== '' || error !== undefined)
    return <><h1>{t('Free board')}</h1><p role="alert">{fault === '' ? inWords(error) : fault}</p></>;
  return shared && library
    ? <Shown shared={shared} library={library} me={me?.name ?? ''} name={name} />
    : <p class="waiting">{t('Loading')}</p>;
}

function Shown({ shared, library, me, name }: { shared: Shared; library: Library; me: string; name: string }) {
  const [fault, setFault] = useState('');
  const { id, log, seat, events } = shared;
  // A line refers to the board as seen, including one's own lines that have not come back yet.
  const known = useRef(events);
  known.current = Math.max(known.current, events);
  const postLine = async (table: string, line: string, about: { known?: number } = {}): Promise<string> => {
    try {
      const { event } = await api.post<{ event?: number }>('table', { table, line, ...about });
      known.current = Math.max(known.current, event ?? 0);
      return '';
    } catch (error) {
      return inWords(error);
    }
  };
  const together: Together = {
    log, seat, own: ownLast(shared, me)?.moves ?? null,
    send: (line) => postLine(String(id), line, { known: known.current }),
  };
  const begun = useMemo(() => ({ library, log, fault: '' }), [library]);
  const free = shared.first === null || shared.second === null;
  const undone = shared.lines.filter((line) => line.fault !== '');
  const sitDown = async () => {
    const wrong = await postLine(name, 'JOIN');
    setFault(wrong);
    if (wrong === '') go(`/tables/${id}`, 'replace');
  };
  return (
    <>
      <h1>{shared.title === '' ? t('Board {n}', { n: id }) : shared.title}</h1>
      <p><Seated seats={shared} /></p>
      <OnTable begun={begun} together={together}>{() => (
        <>
          {free && seat !== null && shared.key !== undefined && (
            <CopyField text={`${location.origin}/tables/${shared.key}`} title={t('Anyone with this link can join')} />
          )}
          {free && seat === null && name.includes('-') && (me === ''
            ? <p><a href="/account">{t('Sign in to join')}</a></p>
            : <Button kind="primary" onClick={() => void sitDown()}>{t('Join')}</Button>)}
          {fault !== '' && <p role="alert" class="fault">{fault}</p>}
          {undone.length > 0 && (
            <section aria-label={t('Moves that could not be made')}>
              <h2>{t('Moves that could not be made')}</h2>
              <ul>{undone.map((line) => <li key={line.number}><PlayerLink name={line.by} />: <code>{line.text}</code> ({line.fault})</li>)}</ul>
            </section>
          )}
          <Talk shared={shared} onSay={(text) => postLine(String(id), `SAY ${text}`)} />
        </>
      )}</OnTable>
    </>
  );
}

function Talk({ shared, onSay }: { shared: Shared; onSay(text: string): Promise<string> }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  return (
    <section aria-label={t('Chat')}>
      {shared.said.length > 0 && (
        <ul class="said-here">{shared.said.map((one) => <li key={one.number}><PlayerLink name={one.by} />: {one.text}</li>)}</ul>
      )}
      {shared.seat !== null && (
        <form class="line" onSubmit={(event) => {
          event.preventDefault();
          void onSay(text.trim()).then((wrong) => {
            setFault(wrong);
            if (wrong === '') setText('');
          });
        }}>
          <Text title={t('Message')} name="say" value={text} maxlength={400} spellcheck fault={fault} onChange={setText} />
          <Button type="submit" disabled={text.trim() === ''}>{t('Send')}</Button>
        </form>
      )}
    </section>
  );
}
