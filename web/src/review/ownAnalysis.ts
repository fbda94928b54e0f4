// ownAnalysis.ts: the analysis of a whole game by the engine in the reader's own browser.

import { useEffect, useMemo, useState } from 'preact/hooks';
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
  /** The key of the game to analyse; '' for the first one that comes; null for none. */
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => { if (wanted === '') setWanted(key); }, [key]);
  const running = game !== null && wanted === key;
  const [state, setState] = useState<{ key: string; positions: readonly Evaluation[]; fault: string }>({ key: '', positions: [], fault: '' });
  const kept = useMemo(() => keptAnalysis(key), [key]);
  const now = state.key === key ? state : { positions: kept, fault: '' };
  useEffect(() => {
    if (!game || !running) return undefined;
    const positions: Evaluation[] = [];
    const show = (fault = '') => setState({ key, positions: [...positions], fault });
    show();
    return ask({ ...game, ask: { each: true, nodes: nodesFor(squares) } }, (reply) => {
      if ('evaluation' in reply) positions.push(reply.evaluation);
      if (positions.length > game.moves.length) keepAnalysis(key, positions);
      show('fault' in reply ? reply.fault : '');
      if ('move' in reply || 'fault' in reply) setWanted(null);
    });
  }, [running, key]);
  return { positions: now.positions, running, fault: now.fault, start: () => setWanted(key), stop: () => setWanted(null) };
}
