// Analysis.tsx: the engine's analysis of a finished game: a graph of the evaluation, and the mistakes.

import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../answer';
import type { GameAnswer } from '../answers';
import { api, inWords, useMe } from '../server';
import { t } from '../words';
import { chanceOf, moveOfLine, scoreInWords } from './score';

interface Analysed {
  ply: number;
  score_cp: number | null;
  line: string;
  mark: string;
}

interface AnalysisAnswer {
  state: 'none' | 'waiting' | 'running' | 'done';
  place: number;
  done: number;
  moves: number;
  positions: readonly Analysed[];
}

/** How often the progress is fetched. */
const NEWS_MS = 2000;
const WIDTH = 300;
const HEIGHT = 100;

const heightOf = (score: number): number => HEIGHT - 3 - chanceOf(score) * (HEIGHT - 6);

export interface AnalysisProps {
  game: GameAnswer;
  /** The number of moves on the board. */
  at: number;
  /** The query that a protected game needs. */
  shown: string;
  onGo(at: number): void;
}

export function Analysis({ game, at, shown, onGo }: AnalysisProps) {
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
  const moves = game.moves.filter(({ kind }) => kind === 'move' || kind === 'handicap');
  const across = (ply: number): number => (ply / Math.max(1, moves.length - before)) * WIDTH;
  const known = value.positions.filter((one): one is Analysed & { score_cp: number } => one.score_cp !== null);
  const here = value.positions.find(({ ply }) => ply + before === at);
  const marked = value.positions.filter(({ mark }) => mark);
  return (
    <section class="analysis" aria-label={t('Analysis')}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('Evaluation of the game: above the middle, Black is better')}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          onGo(before + Math.round(((event.clientX - box.left) / box.width) * (moves.length - before)));
        }}>
        <path class="middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        <path class="here" d={`M${across(at - before)} 0V${HEIGHT}`} />
        <polyline points={known.map(({ ply, score_cp }) => `${across(ply).toFixed(1)},${heightOf(score_cp).toFixed(1)}`).join(' ')} />
        {marked.map(({ ply, score_cp, mark }) => (
          <circle key={ply} class={mark === '??' ? 'grave' : ''} cx={across(ply)} cy={heightOf(score_cp ?? 0)} r="3" />
        ))}
      </svg>
      <p class="said">{here && here.score_cp !== null && scoreInWords(here.score_cp)}{here?.line && <span class="quiet"> {moveOfLine(here.line)}</span>}</p>
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
