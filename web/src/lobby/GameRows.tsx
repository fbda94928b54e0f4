// GameRows.tsx: games with links to them, one per line.

import { isTurnOf, type GameRow } from '../answers';
import { useGames } from '../serverGames';
import { resultInWords } from '../result';
import { colourName, playersInWords } from '../sides';
import { t, tn } from '../words';

/** The state of a game, for the player of a side or others. */
export function stateOf(game: GameRow, mine: boolean): string {
  return game.result ? resultInWords(game.result, game) : mine ? t('Your turn') : game.turn ? t('{colour} to move', { colour: colourName(game.turn) }) : '';
}

/** name: the player whose games these are.  at: by game, the move after which to open it. */
export function GameRows({ games, name, at }: {
  games: readonly GameRow[]; name?: string; at?: ReadonlyMap<number, number>;
}) {
  const { titled } = useGames();
  if (games.length === 0) return null;
  return (
    <ul class="rows">
      {games.map((game) => {
        const mine = isTurnOf(game, name);
        const state = stateOf(game, mine);
        return (
          <li key={game.id} class={mine ? 'mine' : undefined}>
            <a href={`/games/${game.id}${at?.has(game.id) ? `?ply=${at.get(game.id)!}` : ''}`}>
              <strong>{titled(game.variant)}</strong>{' '}
              <span>{playersInWords(game)}</span>{' '}
              <span class="quiet">{tn(game.moves, '{n} move', '{n} moves')}{state && `, ${state}`}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
