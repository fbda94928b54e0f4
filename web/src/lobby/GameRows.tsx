// GameRows.tsx: games with links to them, one per line.

import { isTurnOf, type GameRow } from '../answers';
import { Players } from '../PlayerLink';
import { useGames } from '../serverGames';
import { resultInWords } from '../result';
import { colourName, playersInWords } from '../sides';
import { listed, t, tn } from '../words';

/** The state of a game, for the player of a side or others. */
export function stateOf(game: GameRow, mine: boolean): string {
  return game.result ? resultInWords(game.result, game) : mine ? t('Your turn') : game.turn ? t('{colour} to move', { colour: colourName(game.turn) }) : '';
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
            <span class="quiet">{listed([tn(game.moves, '{n} move', '{n} moves'), stateOf(game, mine)].filter(Boolean))}</span>
          </li>
        );
      })}
    </ul>
  );
}
