// BoardRows.tsx: games as small boards, each a link to its game, with links to its players.

import { isTurnOf, type GameRow } from '../answers';
import { Players } from '../PlayerLink';
import { useGames } from '../serverGames';
import { GameBoard } from './GameBoard';
import { GameLink, stateOf } from './GameRows';

/** name: the reader, who may be one of the players. */
export function BoardRows({ games, name }: { games: readonly GameRow[]; name?: string }) {
  const { titled } = useGames();
  return (
    <ul class="boards">
      {games.map((game) => {
        const mine = isTurnOf(game, name);
        return (
          <li key={game.id} class={mine ? 'mine' : undefined}>
            <div class="card tile">
              <span class="picture"><GameBoard game={game} /></span>
              <span class="words"><GameLink game={game} title={titled(game.variant)} />{' '}
                <Players game={game} reader={name} />{' '}
                <span class={mine ? 'turn' : 'quiet'}>{stateOf(game, mine)}</span></span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
