// Position.tsx: a position of a game as a small board.

import { toPicture } from '../positions';
import { isDrawn, MiniBoard, startOf } from './MiniBoard';
import { placedOf } from './placed';

/** definition: the number of the game's definition.  sfen: '' for its first position. */
export function Position({ game, definition, sfen }: { game: string; definition: number; sfen: string }) {
  const placed = !isDrawn(game) ? null : sfen === '' ? startOf(game) : placedOf(sfen);
  if (placed) return <MiniBoard game={game} placed={placed} />;
  return <img class="mini" src={toPicture(`@${definition}`, sfen)} alt="" loading="lazy" />;
}
