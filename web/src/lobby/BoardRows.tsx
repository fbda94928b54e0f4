// BoardRows.tsx: games as small boards, each a link to its game.

import { isTurnOf, type GameRow } from '../answers';
import { useGames } from '../serverGames';
import { playersInWords } from '../sides';
import { listed, tn } from '../words';
import { GameBoard } from './GameBoard';
import { stateOf } from './GameRows';

/** name: the player whose games these are. */
export function BoardRows({ games, name }: { games: readonly GameRow[]; name?: string }) {
  const { titled } = useGames();
  return (
    <ul class="boards">
      {games.map((game) => {
        const mine = isTurnOf(game, name);
        return (
          <li key={game.id} class={mine ? 'mine' : undefined}>
            <a class="card tile" href={`/games/${game.id}`}>
              <span class="picture"><GameBoard game={game} /></span>
              <span class="words"><strong>{titled(game.variant)}</strong>{' '}
                <span>{playersInWords(game)}</span>{' '}
                <span class={mine ? 'turn' : 'quiet'}>{listed([tn(game.moves, '{n} move', '{n} moves'), stateOf(game, mine)].filter(Boolean))}</span></span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
