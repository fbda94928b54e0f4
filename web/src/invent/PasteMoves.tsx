// PasteMoves.tsx: a form for the moves of a game from elsewhere, to play them through.

import { useState } from 'preact/hooks';
import { Area, Button } from '../design/parts';
import { errorInWords, inLanguage, sentence } from '../message';
import { t, tn } from '../words';
import { PASTED_MAX, readPasted, type Pasted } from './pasted';

/** definition: of the game; onMoves: shows its moves, of which there is at least one. */
export function PasteMoves({ definition, onMoves }: { definition: string; onMoves(pasted: Pasted): void }) {
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const [faults, setFaults] = useState<Pasted['faults']>([]);
  const read = async () => {
    setFaults([]);
    if (text.length > PASTED_MAX) return setSaid(t('The text is too long. At most {n} KiB are read.', { n: PASTED_MAX / 1024 }));
    try {
      const pasted = await readPasted(definition, text);
      setFaults(pasted.faults);
      setSaid(tn(pasted.moves.length, '{n} move was read.', '{n} moves were read.'));
      if (pasted.moves.length > 0) onMoves(pasted);
    } catch (error) {
      setSaid(errorInWords((error as Error).message));
    }
  };
  return (
    <details class="paste">
      <summary>{t('Paste moves')}</summary>
      <form class="form" onSubmit={(event) => {
        event.preventDefault();
        void read();
      }}>
        <Area title={t('Moves, or a record in any format')} name="pasted" rows={4} value={text} required onChange={setText} />
        <Button type="submit">{t('Show it on the board')}</Button>
        <p role="status">{said}</p>
        {faults.length > 0 && (
          <ul class="faults">{faults.map(({ line, column, message }, i) => <li key={i}><code>{line}:{column}</code> {sentence(inLanguage(message))}</li>)}</ul>
        )}
      </form>
    </details>
  );
}
