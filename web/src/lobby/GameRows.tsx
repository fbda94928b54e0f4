// GameRows.tsx: games with links to them, one per line.

import { isTurnOf, type GameRow } from '../answers';
import { Players } from '../PlayerLink';
import { useGames } from '../serverGames';
import { resultInWords } from '../result';
import { colourName, playersInWords } from '../sides';
import { listed, t, tn } from '../words';

/** The number of moves and the state of a game in words.  mine: whether it is the reader's turn. */
export function stateOf(game: GameRow, mine: boolean): string {
  const state = game.result ? resultInWords(game.result, game) : mine ? t('Your turn') : game.turn ? t('{colour} to move', { colour: colourName(game.turn) }) : '';
  return listed([tn(game.moves, '{n} move', '{n} moves'), state].filter(Boolean));
}

/** A link to a game, by its title, that takes all of the row or card around it but other links.  at: the move after which to
 *  open it. */
export function GameLink({ game, title, at }: { game: GameRow; title: string; at?: number }) {
  return (
    <a class="whole" href={`/games/${game.id}${at === undefined ? '' : `?ply=${at}`}`} aria-label={`${title}: ${playersInWords(game)}`}>
      <strong>{title}</strong></a>
  );
}

/** name: the reader, who may be one of the players.  at: by game, the move after which to open it. */
export function GameRows({ games, name, at }: {
  games: readonly GameRow[]; name?: string; at?: ReadonlyMap<number, number>;
}) {
  const { titled } = useGames();
  if (games.length === 0) return null;
  return (
    <ul class="rows">
      {games.map((game) => {
        const mine = isTurnOf(game, name);
        return (
          <li key={game.id} class={mine ? 'mine' : undefined}>
            <GameLink game={game} title={titled(game.variant)} {...(at?.has(game.id) && { at: at.get(game.id)! })} />{' '}
            <Players game={game} reader={name} />{' '}
            <span class="quiet">{stateOf(game, mine)}</span>
          </li>
        );
      })}
    </ul>
  );
}
