// Analysis.tsx: the analysis of a finished game of this server, by its engine or by that of the reader's browser.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../answer';
import type { GameAnswer } from '../answers';
import { Button } from '../design/parts';
import type { Evaluation } from '../engine/engine';
import type { Review as Reviewing } from '../review/review';
import { Review } from '../review/Review';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { api, inWords, useMe } from '../server';
import { t } from '../words';

interface AnalysisAnswer {
  state: 'none' | 'waiting' | 'running' | 'done';
  place: number;
  done: number;
  moves: number;
  positions: readonly Evaluation[];
}

/** How often the progress is fetched. */
const NEWS_MS = 2000;

export interface ServerAnalysis {
  /** The analysis, if there is one. */
  positions: readonly Evaluation[];
  value: AnalysisAnswer | undefined;
  ask(): void;
  fault: string;
}

const NONE: readonly Evaluation[] = [];

/** shown: the query that a protected game needs. */
export function useServerAnalysis(game: number | null, shown: string): ServerAnalysis {
  const [going, setGoing] = useState(false);
  const [fault, setFault] = useState('');
  const where = `games/${game}/analysis${shown ? `?${shown}` : ''}`;
  const { value, refresh } = useAnswer<AnalysisAnswer>(game === null ? null : `/api/${where}`, undefined, going ? NEWS_MS : 0);
  useEffect(() => setGoing(value?.state === 'waiting' || value?.state === 'running'), [value?.state]);
  return {
    positions: value?.state === 'done' ? value.positions : NONE,
    value,
    fault,
    ask() {
      setFault('');
      api.post(where, {}).then(refresh, (error: unknown) => setFault(inWords(error)));
    },
  };
}

export interface AnalysisProps {
  game: GameAnswer;
  review: Reviewing;
  server: ServerAnalysis;
  /** The number of analysed moves. */
  count: number;
  /** The number of moves on the board. */
  at: number;
  mine: Colour | null;
  /** The query that a protected game needs. */
  shown: string;
  onGo(at: number): void;
  /** A line from the position on the board, in the reader's notation. */
  write(line: readonly string[]): readonly string[];
  /** Buttons below the analysis for other uses of the game. */
  children: ComponentChildren;
}

export function Analysis({ game, review, server, count, at, mine, shown, onGo, write, children }: AnalysisProps) {
  const me = useMe();
  const engines = useAnswer<{ processes: number }>('/api/engines').value?.processes;
  const { value, ask, fault } = server;
  if (!value || me === undefined) return null;
  const going = value.state === 'waiting' || value.state === 'running';
  return (
    <Review review={review} count={count} at={at} names={{ black: game.black.name, white: game.white.name }} mine={mine} onGo={onGo} write={write}
        other={<>
          {value.state === 'none' && engines !== undefined && engines > 0 && (
            <p class="row"><span class="quiet">{t('The engine of this browser begins at once, for you alone. The analysis of the server comes later, and everybody sees it.')}</span>{' '}
              {me ? <Button onClick={ask}>{t('Ask the server to analyse')}</Button>
                : <a href={`/account?then=${encodeURIComponent(`/games/${game.id}${shown && `?${shown}`}`)}`}>{t('Sign in to request an analysis of the whole game')}</a>}</p>
          )}
          {going && <p class="quiet" role="status">{value.state === 'waiting' ? t('Waiting for analysis, number {place} in the queue.', { place: value.place })
            : t('The engine has analysed {done} of {moves} moves.', { done: value.done, moves: value.moves })}</p>}
          {fault && <p role="alert" class="fault">{fault}</p>}
        </>}>{children}</Review>
  );
}
