// review.ts: a finished game under analysis: evaluations, marks, the reader's mistakes, and what the board shows of them.

import { useMemo } from 'preact/hooks';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import type { Arrow } from '../board/Arrows';
import type { Evaluation, Question } from '../engine/engine';
import type { EngineAnalysis } from '../engine/engineAnalysis';
import { useSetting } from '../settings';
import { useMistakes, type Mistakes } from './mistakes';
import { useOwnAnalysis, type OwnAnalysis } from './ownAnalysis';
import { byPly, firstMove, judge, type Judged, type Mark } from './verdict';

export interface Review {
  own: OwnAnalysis;
  positions: readonly Evaluation[];
  judged: readonly Judged[];
  /** The marks of moves, by their number in the list of moves, from 0. */
  marks: ReadonlyMap<number, Mark>;
  mistakes: Mistakes;
  /** The number of handicaps before the first analysed move. */
  before: number;
  /** For Black, at the position on the board; null: unknown, or it would tell the answer. */
  score: number | null;
  arrows: readonly Arrow[];
}

export interface Reviewed {
  /** The whole game; null if it must not be analysed. */
  game: Omit<Question, 'ask'> | null;
  sides: readonly Colour[];
  before?: number;
  squares: number;
  /** The evaluations of the server or of a record. */
  given: readonly Evaluation[];
  /** The number of moves on the board. */
  at: number;
  /** The engine at the position on the board. */
  engine: EngineAnalysis;
  onGo(at: number): void;
}

function arrowsOf(mistakes: Mistakes, engine: EngineAnalysis, known: Evaluation | undefined): Arrow[] {
  const { one, stage, tried } = mistakes;
  if (one) return [
    ...(stage === 'shown' ? [{ usi: firstMove(one.better), kind: 'best' as const }] : []),
    ...(tried !== '' ? [{ usi: tried, kind: stage === 'good' ? 'best' as const : 'tried' as const }] : []),
  ];
  const best = engine.on && engine.found.length > 0 ? engine.found.map(({ moves }) => moves[0] ?? '') : [known ? firstMove(known.line) : ''];
  return best.filter((usi) => /\d/.test(usi)).map((usi, i) => ({ usi, kind: i === 0 ? 'best' as const : 'other' as const }));
}

export function useReview({ game, sides, before = 0, squares, given, at, engine, onGo }: Reviewed): Review {
  const [shown] = useSetting('arrows');
  const own = useOwnAnalysis(game, squares);
  const positions = own.positions.length > 0 ? own.positions : given;
  const moves = game?.moves;
  const judged = useMemo(
    () => judge(positions, (moves ?? []).flatMap((usi, i) => (sides[i] ? [{ usi, by: sides[i] }] : []))), [positions, moves?.join(' ')]);
  const marks = useMemo(
    () => new Map(judged.flatMap(({ ply, mark }) => (mark === '' ? [] : [[ply + before, mark] as const]))), [judged, before]);
  const mistakes = useMistakes(game, squares, positions, judged, (ply) => onGo(ply + before));
  const known = byPly(positions).get(at - before);
  const arrows = game && (shown || mistakes.one) ? arrowsOf(mistakes, engine, known) : [];
  const drawn = arrows.map(({ usi, kind }) => `${kind}${usi}`).join(' ');
  return {
    own, positions, judged, marks, mistakes, before,
    score: mistakes.one ? null : engine.on ? engine.score : known?.score_cp ?? null,
    arrows: useMemo(() => arrows, [drawn]),
  };
}
