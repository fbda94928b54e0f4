// gameReview.ts: a finished game of this server under analysis.

import { useMemo } from 'preact/hooks';
import { changesBoard, type Played } from '../answers';
import type { EngineAnalysis } from '../engine/engineAnalysis';
import type { Game } from '../game';
import { useReview, type Review } from '../review/review';
import { useServerAnalysis, type ServerAnalysis } from './Analysis';

export interface GameReview {
  review: Review;
  server: ServerAnalysis;
  /** A board with the whole game; null while it must not be analysed. */
  whole: Game | null;
  /** The number of analysed moves. */
  count: number;
}

export interface Reviewing {
  /** The number of a game that may be analysed, and its definition; null: it may not. */
  game: number | null;
  definition: string | undefined;
  /** The query that a protected game needs. */
  shown: string;
  /** A board of the game, at any position. */
  board: Game;
  moves: readonly Played[];
  /** The moves that change the board. */
  known: readonly { usi: string; text: string }[];
  /** The number of moves on the board. */
  at: number;
  engine: EngineAnalysis;
  onGo(at: number): void;
}

export function useGameReview({ game, definition, shown, board, moves, known, at, engine, onGo }: Reviewing): GameReview {
  const server = useServerAnalysis(game, shown);
  // A handicap is a move of the list, but not of the analysis.
  const before = moves.filter(({ kind }) => kind === 'handicap').length;
  const whole = useMemo(() => {
    if (game === null || definition === undefined) return null;
    board.goTo(known);
    return { definition, ...board.asMoves };
  }, [game, definition, board, known]);
  const sides = useMemo(() => moves.filter(changesBoard).slice(before).map(({ by }) => by), [moves, before]);
  const { files, ranks } = board.variant;
  const review = useReview({ game: whole, sides, before, squares: files * ranks, given: server.positions, at, engine, onGo });
  return { review, server, whole: whole && board, count: known.length - before };
}
