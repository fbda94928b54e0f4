// ownAnalysis.ts: the analysis of a whole game by the engine in the reader's own browser.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ask, type Evaluation, type Question } from '../engine/engine';
import { keepAnalysis, keptAnalysis } from './keptAnalyses';

/** The nodes for a position of a board of 81 squares; a larger board gets fewer, since each takes longer there. */
const NODES = 40_000;
const NODES_LEAST = 1000;

export const nodesFor = (squares: number): number => Math.max(NODES_LEAST, Math.round((NODES * 81) / squares));

export interface OwnAnalysis {
  /** As many as there are so far. */
  positions: readonly Evaluation[];
  running: boolean;
  fault: string;
  start(): void;
  stop(): void;
}

/** game: null if there is none to analyse. */
export function useOwnAnalysis(game: Omit<Question, 'ask'> | null, squares: number): OwnAnalysis {
  const key = game ? `${game.start} ${game.moves.join(' ')} ${game.definition}` : '';
  const [state, setState] = useState<{ key: string; positions: readonly Evaluation[]; running: boolean; fault: string }>(
    { key: '', positions: [], running: false, fault: '' });
  const kept = useMemo(() => keptAnalysis(key), [key]);
  const now = state.key === key ? state : { key, positions: kept, running: false, fault: '' };
  const end = useRef(() => {});
  useEffect(() => () => end.current(), [key]);
  /** It was asked for before there was a game. */
  const early = useRef(false);
  const start = () => {
    early.current = game === null;
    if (!game || now.running) return;
    const positions: Evaluation[] = [];
    const show = (running: boolean, fault = '') => setState({ key, positions: [...positions], running, fault });
    show(true);
    end.current = ask({ ...game, ask: { each: true, nodes: nodesFor(squares) } }, (reply) => {
      if ('evaluation' in reply) positions.push(reply.evaluation);
      if (positions.length > game.moves.length) keepAnalysis(key, positions);
      show(!('move' in reply || 'fault' in reply), 'fault' in reply ? reply.fault : '');
    });
  };
  useEffect(() => { if (early.current) start(); }, [key]);
  const stop = () => {
    end.current();
    setState({ ...now, running: false });
  };
  return { positions: now.positions, running: now.running, fault: now.fault, start, stop };
}
