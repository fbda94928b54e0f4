// Analysis.tsx: the engine's analysis of a finished game: a graph of the evaluation, and the mistakes.

import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../answer';
import { changesBoard, type GameAnswer, type Played } from '../answers';
import { api, inWords, useMe } from '../server';
import { t } from '../words';
import { Graph, type Evaluated } from './Graph';

interface AnalysisAnswer {
  state: 'none' | 'waiting' | 'running' | 'done';
  place: number;
  done: number;
  moves: number;
  positions: readonly Evaluated[];
}

/** How often the progress is fetched. */
const NEWS_MS = 2000;

export interface AnalysisProps {
  game: GameAnswer;
  /** Those of the game, in the reader's notation. */
  moves: readonly Played[];
  /** The number of moves on the board. */
  at: number;
  /** The query that a protected game needs. */
  shown: string;
  onGo(at: number): void;
  /** A line from the position on the board, in the reader's notation. */
  write(line: readonly string[]): readonly string[];
}

export function Analysis({ game, moves: played, at, shown, onGo, write }: AnalysisProps) {
  const me = useMe();
  const [going, setGoing] = useState(false);
  const [fault, setFault] = useState('');
  const where = `games/${game.id}/analysis${shown ? `?${shown}` : ''}`;
  const { value, refresh } = useAnswer<AnalysisAnswer>(`/api/${where}`, undefined, going ? NEWS_MS : 0);
  useEffect(() => setGoing(value?.state === 'waiting' || value?.state === 'running'), [value?.state]);
  const engines = useAnswer<{ processes: number }>('/api/engines').value?.processes;
  if (!value || me === undefined || (value.state === 'none' && engines === undefined)) return null;
  const ask = () => {
    setFault('');
    api.post(where, {}).then(refresh, (error: unknown) => setFault(inWords(error)));
  };
  if (value.state !== 'done') return (
    <section aria-label={t('Analysis')}>
      {value.state === 'none' && engines === 0
        ? <p class="quiet">{t('This server has no engine that could analyse the whole game. The engine of your browser analyses the position on the board: switch it on below.')}</p>
        : value.state === 'none' && !me
        ? <p><a href={`/account?then=${encodeURIComponent(`/games/${game.id}${shown && `?${shown}`}`)}`}>{t('Sign in to request an analysis of the whole game')}</a></p>
        : value.state === 'none' ? <p><button type="button" onClick={ask}>{t('Request engine analysis')}</button></p>
        : <p class="quiet" role="status">{value.state === 'waiting' ? t('Waiting for analysis, number {place} in the queue.', { place: value.place })
          : t('The engine has analysed {done} of {moves} moves.', { done: value.done, moves: value.moves })}</p>}
      {fault && <p role="alert" class="fault">{fault}</p>}
    </section>
  );

  // A handicap is a move of the list, but not of the analysis.
  const before = game.moves.filter(({ kind }) => kind === 'handicap').length;
  const moves = played.filter(changesBoard);
  const marked = value.positions.filter(({ mark }) => mark);
  return (
    <section class="analysis" aria-label={t('Analysis')}>
      <Graph positions={value.positions} count={moves.length - before} at={at - before} onGo={(ply) => onGo(ply + before)} write={write} />
      {marked.length > 0 && (
        <ul class="marked" aria-label={t('Mistakes and blunders')}>
          {marked.map(({ ply, mark }) => (
            <li key={ply}><button type="button" aria-current={ply + before === at ? 'step' : undefined}
              onClick={() => onGo(ply + before)}>{ply + before}. {moves[ply + before - 1]?.text} {mark}</button></li>
          ))}
        </ul>
      )}
    </section>
  );
}
