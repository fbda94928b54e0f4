// Notes.tsx: private notes on a game.

import { useState } from 'preact/hooks';
import { Button, Text } from '../design/parts';
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
      <form class="line" onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) on({ text: text.trim() });
      }}>
        <Text title={t('Note')} name="note" value={text} maxlength={500} spellcheck fault={fault} onChange={setText} />
        <Button type="submit">{t('Add note')}</Button>
      </form>
    </details>
  );
}
