// engineAnalysis.ts: the analysis of the current position by the engine in the reader's own browser.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Finding, Outcome } from '../../../src/wasm/shoogi.mjs';
import { endedScore } from './ended';
import { ask, type Question } from './engine';

const LINES = 3;
/** A limit that spares the battery when a page is left open. */
const NODES = 50_000_000;

export interface EngineAnalysis {
  on: boolean;
  setOn(on: boolean): void;
  /** The best lines found so far. */
  found: readonly Finding[];
  done: boolean;
  fault: string;
  /** For Black, in hundredths of a pawn; before the first line of a position, the score of the last one. */
  score: number | null;
}

interface State {
  key: string;
  found: readonly Finding[];
  done: boolean;
  fault: string;
}

/** position: null if there is none.  outcome: that of the game there. */
export function useEngineAnalysis(position: Omit<Question, 'ask'> | null, outcome: Outcome | undefined): EngineAnalysis {
  const [on, setOn] = useState(false);
  const key = position ? `${position.start} ${position.moves.join(' ')} ${position.definition}` : '';
  const none = { key, found: [], done: false, fault: '' };
  const [state, setState] = useState<State>(none);
  const now = state.key === key ? state : none;
  const asked = on && position !== null && outcome === 'none';
  useEffect(() => {
    setState(none);
    if (!asked) return undefined;
    return ask({ ...position, ask: { lines: LINES, nodes: NODES } }, (reply) => {
      // The lines of a depth come one by one; each replaces the one of the same number.
      setState((before) => ('finding' in reply
        ? { ...before, found: [...before.found.slice(0, reply.finding.line - 1), reply.finding, ...before.found.slice(reply.finding.line)] }
        : { ...before, done: true, fault: 'fault' in reply ? reply.fault : '' }));
    });
  }, [asked, key]);
  const latest = useRef<number | null>(null);
  latest.current = on ? endedScore(outcome ?? 'none') ?? now.found[0]?.score_cp ?? latest.current : null;
  return { on, setOn, found: now.found, done: now.done, fault: now.fault, score: latest.current };
}
