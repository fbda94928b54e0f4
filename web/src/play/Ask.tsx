// Ask.tsx: a question that has to be answered before anything else.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Answer } from '../api';
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
      <div class="actions">
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

/** What the server asks back before it does something; again: does it with the answers. */
export function questionOf(answer: Answer, again: (answers: string[]) => void): Question {
  return {
    text: answer.text || answer.question || '',
    choices: choicesOf(answer.question ?? '').map((choice) => ({ answer: choice, name: choiceInWords(choice) })),
    then: (choice) => again([choice]),
  };
}

/** What a question may be answered with: "Promote <y,n>". */
function choicesOf(question: string): string[] {
  const list = /<([^>]*)>/.exec(question)?.[1]?.split(',') ?? ['y', 'n'];
  // The board is there to be inspected at.
  return list.filter((choice) => choice !== 'p' && choice !== 'o');
}

/** Answers a server may ask for, in words. */
function choiceInWords(choice: string): string {
  const words: Record<string, string> = { y: t('Yes'), yes: t('Yes'), n: t('No'), no: t('No') };
  return words[choice] ?? choice;
}
