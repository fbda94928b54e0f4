// PlayerLink.tsx: players' names, which lead to their pages.

import { sideOf, type GameRow } from './answers';
import { shownName } from './playerName';
import { other } from './sides';
import { tx } from './words';

export const profileOf = (name: string): string => `/players/${encodeURIComponent(name)}`;

export function PlayerLink({ name }: { name: string }) {
  const shown = shownName(name);
  return <a class="player-link" href={profileOf(name)} {...(shown !== name && { title: name })}>{shown}</a>;
}

/** The two players of a game; only the opponent if the reader is a player.  reader: the name of the reader. */
export function Players({ game, reader }: { game: Pick<GameRow, 'black' | 'white'>; reader?: string | undefined }) {
  const side = sideOf(game, reader);
  if (side) return <span>{tx('against {name}', { name: <PlayerLink name={game[other(side)].name} /> })}</span>;
  return <span>{tx('{black} against {white}', { black: <PlayerLink name={game.black.name} />, white: <PlayerLink name={game.white.name} /> })}</span>;
}
