// PlayerLink.tsx: players' names, which lead to their pages.

import type { GameRow } from './answers';
import { tx } from './words';

export const profileOf = (name: string): string => `/players/${encodeURIComponent(name)}`;

export function PlayerLink({ name }: { name: string }) {
  return <a class="player-link" href={profileOf(name)}>{name}</a>;
}

/** The two players of a game. */
export function Players({ game }: { game: Pick<GameRow, 'black' | 'white'> }) {
  return <span>{tx('{black} against {white}', { black: <PlayerLink name={game.black.name} />, white: <PlayerLink name={game.white.name} /> })}</span>;
}
