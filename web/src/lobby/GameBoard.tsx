// GameBoard.tsx: the board of a game that is being played, small, as a link to it.

import { useRef } from 'preact/hooks';
import { useAnswer } from '../answer';
import type { GameAnswer, GameRow } from '../answers';
import { squaresOf } from '../board/squares';
import { playersInWords } from '../sides';
import { isDrawn, MiniBoard } from './MiniBoard';
import { placedOf } from './placed';

/** The answer of the server about a game, with its latest move; null until it has come, and if the page cannot draw the game. */
export function useLatest({ id, variant, moves }: GameRow): GameAnswer | null {
  const { value } = useAnswer<GameAnswer>(isDrawn(variant) ? `/api/games/${id}?after=${Math.max(0, moves - 1)}` : null);
  // The board before a move stays until the board after it has come.
  const known = useRef<GameAnswer | null>(null);
  if (value) known.current = value;
  return known.current;
}

/** The position after so many moves. */
export function GameBoard({ game }: { game: GameRow }) {
  const { id, variant, moves } = game;
  const label = playersInWords(game);
  const drawn = isDrawn(variant);
  const shown = useLatest(game);
  const placed = shown && placedOf(shown.sfen);
  if (drawn && !shown) return <span class="mini" />;
  return placed ? <MiniBoard game={variant} placed={placed} label={label} last={squaresOf(shown.moves.at(-1)?.usi ?? '')} />
    : <img class="mini" src={`/game/${id}.svg?ply=${moves}`} alt={label} loading="lazy" />;
}
