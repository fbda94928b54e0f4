// Saving.tsx: the reader's own games on the server: saved in versions, shared and played.

import { useEffect, useState } from 'preact/hooks';
import { Button, Text } from '../design/parts';
import { api, inWords, useMe } from '../server';
import { t } from '../words';
import type { Diagnostic } from './trial';
import '../setup/setup.css';

interface Stored {
  id: number;
  by: string;
  name: string;
  version: number;
}

/** The server's answer to a saved text. */
interface Answer {
  error?: string;
  faults?: Diagnostic[];
  definition?: number;
  version?: number;
  name?: string;
}

export function Saving({ text, onFaults }: { text: string; onFaults(faults: readonly Diagnostic[]): void }) {
  const me = useMe();
  const [name, setName] = useState('');
  const [said, setSaid] = useState('');
  const [saved, save] = useState<Answer | null>(null);
  const [all, list] = useState<readonly Stored[]>([]);

  useEffect(() => {
    let wanted = true;
    if (me && !me.guest) {
      api.get<{ definitions: Stored[] }>(`/api/definitions?player=${encodeURIComponent(me.name)}`)
        .then(({ definitions }) => { if (wanted) list(definitions); }, () => {});
    }
    return () => { wanted = false; };
  }, [me?.name, saved?.definition]);

  if (!me) return <p>{t('Sign in to save games here, share them and play them with others.')} <a href="/account">{t('Sign in')}</a></p>;
  const send = async () => {
    setSaid('');
    try {
      const answer = await fetch(`/api/definitions?name=${encodeURIComponent(name)}`, {
        method: 'POST', credentials: 'same-origin', headers: { 'content-type': 'text/plain' }, body: text,
      });
      const read = await answer.json() as Answer;
      if (answer.ok) return save(read);
      onFaults(read.faults ?? []);
      setSaid(read.error ?? String(answer.status));
    } catch (error) {
      setSaid(inWords(error));
    }
  };
  return (
    <section aria-labelledby="saving">
      <h2 id="saving">{t('On this server')}</h2>
      <form class="line" onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}>
        <Text title={t('Name (lower-case letters, digits and -)')} name="name" value={name} required pattern="[a-z0-9\-]{1,20}" maxlength={20}
          fault={said} onChange={setName} />
        <Button kind="primary" type="submit">{t('Save a version')}</Button>
      </form>
      {saved?.definition !== undefined && (
        <p class="saved">
          {t('{name} is saved as version {version}. A saved version never changes.', { name: saved.name ?? name, version: saved.version ?? 1 })}{' '}
          <Ways id={saved.definition} />
        </p>
      )}
      {all.length > 0 && (
        <ul class="own" aria-label={t('Your saved games')}>
          {all.map(({ id, name: one, version }) => (
            <li key={id}>{t('{name}, version {version}', { name: one, version })} <Ways id={id} /></li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Links for a saved definition. */
function Ways({ id }: { id: number }) {
  return (
    <span class="buttons">
      <a href={`/?offer&variant=@${id}`}>{t('Challenge someone')}</a>
      <a href={`/rules/@${id}`}>{t('Rules page')}</a>
      <a href={`/invent?definition=${id}`}>{t('Open')}</a>
    </span>
  );
}
