// mistakes.ts: the mistakes of a side one after another: the reader looks for a better move.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { ask, type Evaluation, type Question } from '../engine/engine';
import { nodesFor } from './ownAnalysis';
import { byPly, firstMove, lossOf, markOf, type Judged } from './verdict';

/** asks: for a move.  good and worse: the verdict on the tried one.  shown: the engine's move. */
export type Stage = 'asks' | 'thinks' | 'good' | 'worse' | 'shown';

export interface Mistakes {
  /** The mistake in question; null: none is. */
  one: Judged | null;
  /** The number of this mistake, from 1, and the number of all. */
  number: number;
  count: number;
  stage: Stage;
  /** The reader's move, in USI; '' if there is none. */
  tried: string;
  begin(side: Colour): void;
  next(): void;
  again(): void;
  show(): void;
  end(): void;
  answer(usi: string): void;
}

/** The mistakes of a side instead of which there was a better move on the board. */
export const mistakesOf = (judged: readonly Judged[], side: Colour): readonly Judged[] =>
  judged.filter(({ by, mark, better }) => by === side && mark !== '' && better !== '' && better !== 'win');

/** go: shows the position after so many moves.  game: the whole. */
export function useMistakes(
  game: Omit<Question, 'ask'> | null, squares: number, positions: readonly Evaluation[], judged: readonly Judged[], go: (ply: number) => void,
): Mistakes {
  const [asked, setAsked] = useState<{ side: Colour; at: number } | null>(null);
  const [{ stage, tried }, setState] = useState<{ stage: Stage; tried: string }>({ stage: 'asks', tried: '' });
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  const all = asked ? mistakesOf(judged, asked.side) : [];
  const one = asked ? all[asked.at] ?? null : null;
  const turn = (side: Colour, at: number) => {
    stop.current();
    setState({ stage: 'asks', tried: '' });
    const wanted = mistakesOf(judged, side)[at];
    setAsked(wanted ? { side, at } : null);
    if (wanted) go(wanted.ply);
  };
  return {
    one,
    number: asked ? asked.at + 1 : 0,
    count: all.length,
    stage,
    tried,
    begin: (side) => turn(side, 0),
    next: () => { if (asked) turn(asked.side, asked.at + 1); },
    again() {
      setState({ stage: 'asks', tried: '' });
      if (one) go(one.ply);
    },
    show: () => {
      stop.current();
      setState({ stage: 'shown', tried: '' });
      if (one) go(one.ply);
    },
    end() {
      stop.current();
      setAsked(null);
    },
    answer(usi) {
      if (!one || !game) return;
      stop.current();
      if (usi === one.usi) return setState({ stage: 'worse', tried: usi });
      if (usi === firstMove(one.better)) return setState({ stage: 'good', tried: usi });
      setState({ stage: 'thinks', tried: usi });
      const before = byPly(positions).get(one.ply)?.score_cp ?? 0;
      let after: number | null = null;
      stop.current = ask({ ...game, moves: [...game.moves.slice(0, one.ply), usi], ask: { lines: 1, nodes: nodesFor(squares) } }, (reply) => {
        if ('finding' in reply) after = reply.finding.score_cp;
        // Where the game is over there is nothing to search: the move has ended it.
        else setState({ stage: 'fault' in reply || (after !== null && markOf(lossOf(one.by, before, after)) !== '') ? 'worse' : 'good', tried: usi });
      });
    },
  };
}
