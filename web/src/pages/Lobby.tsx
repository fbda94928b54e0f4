// Lobby.tsx: challenges, one's own games, games to watch, and the players online.

import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnswer } from '../answer';
import { notFound, Refused } from '../api';
import { isEngine, isTurnOf, type Challenge, type GameRow, type Player } from '../answers';
import { Badge, Button, ButtonLink, Card, Toast } from '../design/parts';
import { PlayerLink } from '../PlayerLink';
import { shownName } from '../playerName';
import { useGames } from '../serverGames';
import { Challenges } from '../lobby/Challenges';
import { BoardRows } from '../lobby/BoardRows';
import { Begin } from '../lobby/Begin';
import { Featured } from '../lobby/Featured';
import { Tiles } from '../lobby/Tiles';
import { BOARDS_MAX, CALM_MS, RARELY_MS, useRunning } from '../lobby/running';
import { Welcome } from '../lobby/Welcome';
import { useLoad } from '../load';
import { go, useTitle, type PageProps } from '../navigation';
import { say } from '../liveRegion';
import { authenticate, inWords, useMe } from '../server';
import { useTalk } from '../talk';
import { t, tc, tx } from '../words';
import '../lobby/lobby.css';

export default function Lobby({ place }: PageProps) {
  const invitation = place.query.get('key') ?? place.query.get('challenge');
  return invitation === null ? <Everyone place={place} /> : <Invitation key={invitation} invitation={invitation} />;
}

/** The challenge of a link. */
function Invitation({ invitation }: { invitation: string }) {
  const { value, error } = useAnswer<Challenge>(`/api/challenges/${encodeURIComponent(invitation)}`, ({ event }) => event === 'challenge_gone');
  const page = useLoad(() => import('../lobby/Invited'), '').value;
  // Not found: it is no longer open.
  const gone = error instanceof Refused && notFound(error) ? error : null;
  if (error && !gone) return <p role="alert" class="fault">{inWords(error)}</p>;
  const challenge = gone ?? value;
  if (!page || !challenge) return <p class="waiting">{t('Loading')}</p>;
  return <page.Invited challenge={challenge} by={invitation} />;
}

function Everyone({ place }: PageProps) {
  useTitle('');
  const me = useMe();
  const server = useGames();
  const challenges = useAnswer<{ challenges: readonly Challenge[] }>('/api/challenges');
  const open = challenges.value?.challenges ?? [];
  const running = useRunning();
  const mine = useMine(me?.name);
  const [offered, setOffered] = useState<{ slow: boolean } | null>(null);
  const [fault, setFault] = useState('');
  // A new challenge hides the notice that an earlier one was declined.
  const declined = useTalk(({ kind, about }) => kind === 'notice' && about?.kind === 'declined').at(-1);
  const [seen, see] = useState(declined?.key ?? 0);
  const onOffered = (slow: boolean) => {
    see(declined?.key ?? 0);
    setOffered({ slow });
  };
  // The form and the chat are for players who are signed in; the page does not load them for others.
  const forMe = useLoad(async () => (me ? Promise.all([import('../lobby/Offer'), import('../play/Talk')]) : null), me != null).value;
  const [{ Offer } = { Offer: null }, { Talk } = { Talk: null }] = forMe ?? [];
  // If a link asks for the form, the form stands above all else, where nothing that loads later moves it.
  const asks = place.query.has('offer');
  const form = me && Offer ? <Offer {...server} to={place.query.get('to')} asked={place.query} onOffered={onOffered} />
    : asks && me === null ? <OfferAsGuest onFault={setFault} /> : null;
  const shows = asks && form !== null;
  useEffect(() => { if (shows) scrollTo(0, 0); }, [shows]);

  return (
    <>
      {shows && <div class="asked">{form}</div>}
      <div class="hero">
        <div class="stack">
          <Welcome games={mine} />
          <Begin {...server} challenges={open} onOffered={onOffered} onFault={setFault} />
        </div>
        <Featured games={running} />
      </div>
      {me && <Mine games={mine} name={me.name} />}
      <div class="lobby">
        <div class="stack">
          <Challenges {...challenges} />
          <Online />
        </div>
        {!asks && form}
      </div>
      <Running games={(running ?? []).filter((game) => !mine.some(({ id }) => id === game.id))} others={mine.length > 0} />
      <Tiles {...server} />
      {me && Talk && <Card><Talk title={t('Chat')} kinds={['shout', 'tell', 'notice']} game={null}
        ways={[{ command: 'shout', name: t('To everyone online'), fields: {} }]} /></Card>}
      <Toast>{fault ? <Told onClose={() => setFault('')}><span class="fault">{fault}</span></Told>
        : declined && declined.key > seen ? <Told onClose={() => see(declined.key)}>{declined.text}</Told>
          : offered && <Offered mine={open.some((one) => one.mine)} slow={offered.slow} onClose={() => setOffered(null)} />}</Toast>
    </>
  );
}

/** Stands in place of the form for a reader who follows a link to it without being signed in. */
function OfferAsGuest({ onFault }: { onFault(fault: string): void }) {
  return (
    <Card aria-labelledby="offer">
      <h2 id="offer">{t('Create a challenge')}</h2>
      <p>{t('Choose any game and any clock, as a guest or with an account.')}</p>
      <p class="actions">
        <Button onClick={() => void authenticate('/api/login', { guest: true }).catch((error: unknown) => onFault(inWords(error)))}>{t('Play as a guest')}</Button>
        <a href={`/account?then=${encodeURIComponent(`/${location.search}`)}`}>{t('Sign in')}</a>
      </p>
    </Card>
  );
}

function Told({ onClose, children }: { onClose(): void; children: ComponentChildren }) {
  return <><div>{children}</div><Button onClick={onClose}>{t('Close')}</Button></>;
}

/** What comes of an offer, while it is open.  mine: whether the reader has an open challenge. */
function Offered({ mine, slow, onClose }: { mine: boolean; slow: boolean; onClose(): void }) {
  // The list may learn of the offer later than this.
  const was = useRef(false);
  useEffect(() => {
    if (was.current && !mine) onClose();
    was.current = mine;
  }, [mine]);
  const [loaded, setLoaded] = useState<{ CallBack: ComponentType<{ slow: boolean }> } | null>(null);
  useEffect(() => void import('../account/CallBack').then(setLoaded, () => {}), []);
  return <Told onClose={onClose}><p><b>{t('Your challenge is in the list.')}</b></p>{loaded && <loaded.CallBack slow={slow} />}</Told>;
}

/** The reader's games in progress.  A reader who waits for an opponent goes to the game when it starts, but not to a
 * correspondence game against a person, which may start at any time. */
function useMine(name: string | undefined): readonly GameRow[] {
  const known = useRef<ReadonlySet<number> | null>(null);
  // Games of others that the lobby watches have events, too.
  const { value } = useAnswer<{ games: readonly GameRow[] }>(
    name === undefined ? null : `/api/games?player=${encodeURIComponent(name)}&state=running`,
    ({ event, kind, game }) => event === 'game' && (kind === 'begun' || known.current?.has(Number(game)) === true));
  useEffect(() => {
    if (!value) return;
    const begun = known.current && value.games.find(({ id }) => !known.current!.has(id));
    known.current = new Set(value.games.map(({ id }) => id));
    if (!begun) return;
    say(t('Your game has started.'));
    const address = `/games/${begun.id}`;
    if (document.hidden) void import('../account/CallBack').then(({ notifyHere }) => notifyHere(t('Your game has started.'), address)).catch(() => {});
    if (begun.speed !== 'correspondence' || isEngine(begun.black.name) || isEngine(begun.white.name)) go(address);
  }, [value]);
  return value?.games ?? [];
}

function Mine({ games, name }: { games: readonly GameRow[]; name: string }) {
  const turn = games.filter((game) => isTurnOf(game, name));
  return (
    <section aria-labelledby="mine">
      <h2 id="mine">{t('Your games')}</h2>
      {turn[0] && <p><ButtonLink href={`/games/${turn[0].id}`}>{t('Go to the next game where it is your turn')}</ButtonLink></p>}
      {games.length > 0 ? <BoardRows games={[...turn, ...games.filter((game) => !turn.includes(game))]} name={name} />
        : <p class="quiet">{t('You have no games in progress. Accept a challenge or create one.')}</p>}
    </section>
  );
}

/** others: whether the page shows games of the reader above, which this list leaves out. */
function Running({ games, others }: { games: readonly GameRow[]; others: boolean }) {
  const finished = <a href="/games?state=finished">{t('Look at finished games')}</a>;
  return (
    <section aria-labelledby="running">
      <h2 id="running">{t('Games in progress')}</h2>
      {games.length > 0 ? <BoardRows games={games.slice(0, BOARDS_MAX)} />
        : <p class="quiet">{others ? tx('No games of other players in progress. {finished}', { finished }) : tx('No games in progress. {finished}', { finished })}</p>}
      {games.length > BOARDS_MAX && <p><a href="/games?state=running">{tc('games', 'More')}</a></p>}
    </section>
  );
}

function Online() {
  const me = useMe();
  const { value } = useAnswer<{ players: readonly Player[] }>('/api/players', ({ event, players }) => event === 'lobby' && players === true, RARELY_MS, CALM_MS);
  const engines = useAnswer<{ engines: readonly unknown[] }>('/api/engines').value?.engines;
  return (
    <Card aria-labelledby="online">
      <h2 id="online">{t('Players online')}</h2>
      {value?.players.length === 0 && <p class="quiet">{t('Nobody is signed in.')}</p>}
      {engines?.length === 0 && (
        <p class="quiet">{tx('This server has no engine players. {computer}', {
          computer: <a href="#practice">{t('Play the engine of your browser')}</a>,
        })}</p>
      )}
      <ul class="players">
        {value?.players.map(({ name, rating, engine }) => (
          <li key={name}>
            <PlayerLink name={name} />{rating !== undefined && <span class="quiet"> {rating}</span>}
            {engine ? <Badge>{t('level {level}', { level: engine })}</Badge> : null}
            {me && name !== me.name && <a href={`/?to=${encodeURIComponent(name)}#offer`} onClick={(event) => {
              event.preventDefault();
              go(`/?to=${encodeURIComponent(name)}`);
              document.getElementById('offer')?.scrollIntoView();
            }} aria-label={t('Challenge {name}', { name: shownName(name) })}>{t('Challenge')}</a>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
