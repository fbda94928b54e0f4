// Plan.tsx: conditional moves, shown as a tree and entered on the board.

import { useMemo } from 'preact/hooks';
import { Button } from '../design/parts';
import type { Game } from '../game';
import { listed, t } from '../words';
import { planTree, type Answer } from './plan';

export interface PlanProps {
  lines: readonly string[];
  /** A board to replay lines on; its position changes. */
  board: Game;
  /** The moves played so far. */
  played: readonly { usi: string; text?: string }[];
  /** The line being entered; null if there is none. */
  line: readonly { usi: string; text: string }[] | null;
  onBegin(): void;
  onBack(): void;
  onKeep(): void;
  onCancel(): void;
  /** Removes all lines that begin with these moves. */
  onRemove(moves: readonly string[]): void;
}

interface Named extends Answer {
  words: string;
  then: readonly Named[];
}

export function Plan({ lines, board, played, line, onBegin, onBack, onKeep, onCancel, onRemove }: PlanProps) {
  const tree = useMemo(() => named(planTree(lines), board, played), [lines, board, played]);
  return (
    <section class="plan" aria-label={t('Conditional moves')}>
      <div class="row"><h2>{t('Conditional moves')}</h2>
        {line === null && <Button onClick={onBegin}>{t('Add a line')}</Button>}</div>
      {tree.length === 0 && line === null && <p class="quiet">{t('Prepare answers to moves that your opponent may play.')}</p>}
      <Branches tree={tree} before={[]} onRemove={onRemove} />
      {line !== null && (
        <div class="making">
          <p role="status">
            {line.length === 0 ? t('Play the move you expect on the board, then your answer.') : inLine(line)}
            {line.length % 2 === 1 && ` ${t('Now play your answer.')}`}
          </p>
          <div class="actions">
            <Button kind="primary" disabled={line.length === 0 || line.length % 2 === 1} onClick={onKeep}>{t('Save this line')}</Button>
            <Button disabled={line.length === 0} onClick={onBack}>{t('Remove the last move')}</Button>
            <Button onClick={onCancel}>{t('Cancel')}</Button>
          </div>
        </div>
      )}
    </section>
  );
}

function Branches({ tree, before, onRemove }: {
  tree: readonly Named[]; before: readonly string[]; onRemove(moves: readonly string[]): void;
}) {
  if (tree.length === 0) return null;
  return (
    <ul>
      {tree.map(({ move, answer, words, then }) => (
        <li key={move}>
          {words}{' '}
          <Button kind="bare" aria-label={t('Remove: {line}', { line: words })} onClick={() => onRemove([...before, move, answer])}>×</Button>
          <Branches tree={then} before={[...before, move, answer]} onRemove={onRemove} />
        </li>
      ))}
    </ul>
  );
}

const branch = (move: string, answer: string): string => t('if {move}, then {answer}', { move, answer });

function inLine(line: readonly { text: string }[]): string {
  const words: string[] = [];
  for (let i = 0; i < line.length; i += 2) {
    const [move, answer] = [line[i]!.text, line[i + 1]?.text];
    words.push(answer === undefined ? t('if {move}', { move }) : branch(move, answer));
  }
  return listed(words);
}

/** The tree with its moves in notation. */
function named(tree: readonly Answer[], board: Game, played: PlanProps['played']): readonly Named[] {
  const name = (answers: readonly Answer[], before: PlanProps['played']): readonly Named[] =>
    answers.map(({ move, answer, then }) => {
      board.goTo([...before, { usi: move }, { usi: answer }]);
      const [first, second] = board.played.slice(-2);
      const after = [...before, { usi: move }, { usi: answer }];
      return { move, answer, words: branch(first!.text, second!.text), then: name(then, after) };
    });
  try {
    return name(tree, played);
  } catch {
    return []; // of another position: it will be fetched again
  }
}
