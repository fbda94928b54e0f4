// Notes.tsx: private notes on a game.

import { useState } from 'preact/hooks';
import { api, inWords } from '../server';
import { t } from '../words';

export function Notes({ game }: { game: number }) {
  const [notes, setNotes] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const on = (fields: Readonly<Record<string, unknown>>) => {
    setFault('');
    api.post('note', { game, ...fields }).then(
      (answer) => {
        if ('text' in fields) setText('');
        setNotes(String(answer['note'] ?? ''));
      },
      (error: unknown) => setFault(inWords(error)),
    );
  };
  return (
    <details onToggle={(event) => { if (event.currentTarget.open && notes === null) on({}); }}>
      <summary>{t('Your notes')}</summary>
      {notes && <pre class="notes" tabIndex={0} aria-label={t('Your notes')}>{notes}</pre>}
      <form class="typed" onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) on({ text: text.trim() });
      }}>
        <input aria-label={t('Note')} value={text} maxlength={500} autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value)} />
        <button type="submit">{t('Add note')}</button>
      </form>
      {fault && <p role="alert" class="fault">{fault}</p>}
    </details>
  );
}
