// commands.ts: a player's moves and commands to the server, with what it answers: a sentence, a fault or a question.

import { useRef, useState } from 'preact/hooks';
import { latestOf, type GameAnswer } from '../answers';
import { Refused } from '../api';
import { say } from '../liveRegion';
import type { LiveGame } from '../liveGame';
import { inWords } from '../server';
import { questionOf, type Question } from './Ask';
import { useForPosition, type PendingMove } from './premove';

type Fields = Readonly<Record<string, unknown>>;

export interface Commands {
  fault: string;
  setFault(words: string): void;
  /** The server's answer to the last command, until the next command or move, or until the game ends, stops or resumes. */
  answer: string | null;
  /** A question to the reader, as long as the game goes on, or not, as it was asked. */
  question: Question | null;
  ask(question: Question | null): void;
  send(move: PendingMove, comment?: string): void;
  /** True on success.  The same command again, before its answer, is a second click and does nothing. */
  call(command: string, fields?: Fields): Promise<boolean>;
  /** Takes back the player's latest move, the to-th: at once if the opponent has not seen it, or else by agreement. */
  takeBack(to: number): void;
}

export function useCommands(live: LiveGame, game: GameAnswer): Commands {
  const [fault, setFault] = useState('');
  const [answer, setAnswer] = useForPosition<string, string>(game.result ? 'over' : `${latestOf(game)} ${game.adjourned ?? ''}`, true);
  const [question, ask] = useForPosition<Question, string>(game.result ? 'over' : 'on', true);
  const calling = useRef(new Set<string>());

  /** Asks the question of a refusal, or shows the fault. */
  const refused = (error: unknown, again: (answers: string[]) => void) => {
    if (error instanceof Refused && error.answer.question) ask(questionOf(error.answer, again));
    else setFault(inWords(error));
  };
  const send = (move: PendingMove, comment = '', fields: Fields = {}) => {
    setFault('');
    live.play(comment ? `${move.usi} // ${comment}` : move.usi, move.usi, fields)
      .catch((error: unknown) => refused(error, (answers) => send(move, comment, { ...fields, answers })));
  };
  const call = async (command: string, fields: Fields = {}): Promise<boolean> => {
    const asked = JSON.stringify([command, fields]);
    if (calling.current.has(asked)) return false;
    calling.current.add(asked);
    setFault('');
    setAnswer(null);
    try {
      const { text = '' } = await live.do(command, fields);
      // Further lines, such as a board in letters, are on this page already, so a first line that introduces them is dropped.
      const first = text.split('\n', 1)[0]!.replace(/.*[:：]$/, '');
      setAnswer(first);
      if (first) say(first);
      // No event reports what only this player sees.
      void live.fetch();
      return true;
    } catch (error) {
      refused(error, (answers) => void call(command, { ...fields, answers }));
      return false;
    } finally {
      calling.current.delete(asked);
    }
  };
  const takeBack = (to: number) => {
    const byAgreement = () => void call('undo', { to });
    if (!game.undo || game.moves.length > to) return byAgreement();
    if (calling.current.has('undo')) return;
    calling.current.add('undo');
    setFault('');
    setAnswer(null);
    live.do('undo').then(() => live.fetch(), (error: unknown) => (error instanceof Refused ? byAgreement() : setFault(inWords(error))))
      .finally(() => calling.current.delete('undo'));
  };
  return { fault, setFault, answer, question, ask, send, call, takeBack };
}
