// Lobby.tsx: challenges, one's own games, games to watch, and the players online.

import { useEffect, useRef } from 'preact/hooks';
import { useAnswer } from '../answer';
import type { GameRow, Player } from '../answers';
import { useGames } from '../serverGames';
import { Practice } from '../lobby/Practice';
import { Challenges } from '../lobby/Challenges';
import { GameRows } from '../lobby/GameRows';
import { Offer } from '../lobby/Offer';
import { Talk } from '../play/Talk';
import { go, useTitle, type PageProps } from '../navigation';
import { say } from '../liveRegion';
import { useMe } from '../server';
import { t } from '../words';
import '../lobby/lobby.css';


/** The server sends no events about these players and games, so they are fetched every so often. */
const NEWS_MS = 20000;

export default function Lobby({ place }: PageProps) {
  useTitle('');
  const me = useMe();
  const server = useGames();

  return (
    <>
      <h1>{t('Lobby')}</h1>
      {me === null && (
        <p class="welcome">{t('Play shogi and its variants against people anywhere.')}{' '}
          <a href="/account">{t('Sign in, sign up, or play as a guest')}</a></p>
      )}
      <div class="lobby">
        <div>
          <Challenges chosen={Number(place.query.get('challenge'))} secret={place.query.get('key')} />
          {me && <Offer games={server.games} to={place.query.get('to')} asked={place.query} />}
          <Practice {...server} />
        </div>
        <div>
          {me && <Mine name={me.name} />}
          <Running />
        </div>
        <div>
          <Online />
          {me && <Talk title={t('Chat')} kinds={['shout', 'tell', 'notice']} game={null}
            ways={[{ command: 'shout', name: t('To everyone online'), fields: {} }]} />}
        </div>
      </div>
    </>
  );
}

const ofAGame = ({ event }: { event: string }): boolean => event === 'game';

function Mine({ name }: { name: string }) {
  const { value } = useAnswer<{ games: readonly GameRow[] }>(
    `/api/games?player=${encodeURIComponent(name)}&state=running`, ofAGame);
  const games = value?.games ?? [];
  // A player who waits for an opponent goes to the game when it starts, but not to a correspondence game.
  const known = useRef<ReadonlySet<number> | null>(null);
  useEffect(() => {
    if (!value) return;
    const begun = known.current && value.games.find(({ id }) => !known.current!.has(id));
    known.current = new Set(value.games.map(({ id }) => id));
    if (!begun) return;
    say(t('Your game has started.'));
    if (begun.speed !== 'correspondence') go(`/games/${begun.id}`);
  }, [value]);
  const next = games.find((game) => game.turn && game[game.turn].name === name);
  return (
    <section aria-labelledby="mine">
      <h2 id="mine">{t('Your games')}</h2>
      {next && <p><a class="button" href={`/games/${next.id}`}>{t('Go to the next game where it is your turn')}</a></p>}
      {games.length > 0 ? <GameRows games={games} name={name} />
        : <p class="quiet">{t('You have no games in progress. Accept a challenge or create one.')}</p>}
    </section>
  );
}

function Running() {
  const { value } = useAnswer<{ games: readonly GameRow[] }>('/api/games?state=running', ofAGame, NEWS_MS);
  const games = value?.games ?? [];
  return (
    <section aria-labelledby="running">
      <h2 id="running">{t('Games in progress')}</h2>
      {games.length > 0 ? <GameRows games={games} /> : <p class="quiet">{t('No games in progress.')}</p>}
    </section>
  );
}

function Online() {
  const me = useMe();
  const { value } = useAnswer<{ players: readonly Player[] }>('/api/players', undefined, NEWS_MS);
  return (
    <section aria-labelledby="online">
      <h2 id="online">{t('Players online')}</h2>
      <ul class="players">
        {value?.players.map(({ name, rating, engine }) => (
          <li key={name}>
            <span>{name}</span>{rating !== undefined && <span class="quiet"> {rating}</span>}
            {engine ? <span class="quiet"> {t('engine, level {level}', { level: engine })}</span> : null}
            {me && name !== me.name && <a href={`/?to=${encodeURIComponent(name)}#offer`} onClick={(event) => {
              event.preventDefault();
              go(`/?to=${encodeURIComponent(name)}`);
              document.getElementById('offer')?.scrollIntoView();
            }} aria-label={t('Challenge {name}', { name })}>{t('Challenge')}</a>}
          </li>
        ))}
      </ul>
    </section>
  );
}
