// BringIn.tsx: a record brought in, pasted or from a file.

import { useState } from 'preact/hooks';
import { go } from './navigation';
import { uploadRecord, useMe } from './server';
import { t } from './words';
import { errorInWords } from './message';

/** The server's limit. */
const BYTES_MAX = 4 * 1024 * 1024;

export function BringIn({ games }: { games: readonly { name: string; title: string }[] }) {
  const me = useMe();
  const [text, setText] = useState('');
  const [variant, setVariant] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const send = async (event: Event) => {
    event.preventDefault();
    // A file goes as it is: the server finds out its encoding.
    const body: Blob = file ?? new Blob([text]);
    setFault('');
    if (body.size > BYTES_MAX) return setFault(t('The record is too long: at most 4 MiB.'));
    setBusy(true);
    try {
      go(`/records/${await uploadRecord(body, variant && `?variant=${encodeURIComponent(variant)}`)}`);
    } catch (error) {
      setFault(errorInWords(error instanceof Error ? error.message : String(error)));
    }
    setBusy(false);
  };
  return (
    <section aria-labelledby="bring-in">
      <h2 id="bring-in">{t('Import a record')}</h2>
      <p>{t('KIF, KI2, CSA, USI, PSN, PGN, JKF and others are recognised automatically. The record is shown on the board, and everybody can find it here.')}</p>
      {me === null ? <p><a href={`/account?then=${encodeURIComponent('/games')}`}>{t('Sign in to bring in a record')}</a></p>
        : me?.guest ? <p class="quiet">{t('Guests cannot keep records.')}</p> : (
          <form class="form" onSubmit={(event) => void send(event)}>
            <label>{t('Record')} <textarea name="record" rows={6} value={text} spellcheck={false} required={!file}
              onInput={(event) => setText(event.currentTarget.value)} /></label>
            <label>{t('or a file')} <input type="file" name="file" onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)} /></label>
            <label>{t('Game, if the record does not name it')} <select name="game" value={variant} onChange={(event) => setVariant(event.currentTarget.value)}>
              <option value="">{t('as the record says')}</option>
              {games.map(({ name, title }) => <option key={name} value={name}>{title}</option>)}
            </select></label>
            <button type="submit" disabled={busy}>{t('Show it on the board')}</button>
            {fault && <p role="alert" class="fault">{fault}</p>}
          </form>
        )}
    </section>
  );
}
