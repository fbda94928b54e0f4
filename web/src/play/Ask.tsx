// Ask.tsx: a question that has to be answered first.

import type { Answer } from '../api';
import { Button, Dialog } from '../design/parts';
import { t } from '../words';

export interface Question {
  text: string;
  choices: readonly { answer: string; name: string }[];
  then(answer: string): void;
}

export const Ask = ({ question, onClose }: { question: Question; onClose(): void }) => (
  <Dialog title={question.text} onClose={onClose}>
    <div class="actions">
      {question.choices.map(({ answer, name }) => (
        <Button key={answer} onClick={() => {
          onClose();
          question.then(answer);
        }}>{name}</Button>
      ))}
      <Button onClick={onClose}>{t('Cancel')}</Button>
    </div>
  </Dialog>
);

/** The server's question before a command; again: runs the command with the answers. */
export function questionOf(answer: Answer, again: (answers: string[]) => void): Question {
  return {
    text: answer.text || answer.question || '',
    choices: choicesOf(answer.question ?? '').map((choice) => ({ answer: choice, name: choiceInWords(choice) })),
    then: (choice) => again([choice]),
  };
}

/** The possible answers: "Promote <y,n>". */
function choicesOf(question: string): string[] {
  const list = /<([^>]*)>/.exec(question)?.[1]?.split(',') ?? ['y', 'n'];
  // Without those that show the board, which is on the page.
  return list.filter((choice) => choice !== 'p' && choice !== 'o');
}

/** The answers a server may expect, in words. */
function choiceInWords(choice: string): string {
  const words: Record<string, string> = { y: t('Yes'), yes: t('Yes'), n: t('No'), no: t('No') };
  return words[choice] ?? choice;
}
