// Ask.tsx: a question that has to be answered before anything else.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../words';

export interface Question {
  text: string;
  choices: readonly { answer: string; name: string }[];
  then(answer: string): void;
}

export function Ask({ question, onClose }: { question: Question; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => { dialog.current?.showModal(); }, []);
  return (
    <dialog ref={dialog} class="ask" aria-labelledby="asked" onClose={onClose}>
      <p id="asked">{question.text}</p>
      <div class="deeds">
        {question.choices.map(({ answer, name }) => (
          <button type="button" key={answer} onClick={() => {
            onClose();
            question.then(answer);
          }}>{name}</button>
        ))}
        <button type="button" onClick={onClose}>{t('Cancel')}</button>
      </div>
    </dialog>
  );
}
