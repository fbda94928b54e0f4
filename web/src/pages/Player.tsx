// Player.tsx: a player: ratings, the latest games, the results against the reader, and what the reader may do.

import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answer';
import { notFound } from '../api';
import type { GameRow } from '../answers';
import { Avatar, Badge, Button, ButtonLink, Card } from '../design/parts';
import { BoardRows } from '../lobby/BoardRows';
import type { OfferProps } from '../lobby/Offer';
import '../lobby/lobby.css';
import { useLoad } from '../load';
import { go, useTitle, type PageProps } from '../navigation';
import { profileOf } from '../PlayerLink';
import { shownName } from '../playerName';
import { api, inWords, useEvents, useMe } from '../server';
import { useGames } from '../serverGames';
import { useWork } from '../useWork';
import { dateInWords, listed, t, tc, tn } from '../words';

interface Rated {
  variant: string;
  speed: string;
  rating: string;
  games: number;
}

interface Profile {
  name: string;
  guest: boolean;
  engine: number;
  created_ms: number;
  seen_ms: number;
  ratings: readonly Rated[];
  ignored?: boolean;
  against_you?: { won: number; lost: number; drawn: number };
}

/** So many games of a kind have a board here; the library has all. */
const BOARDS_MAX = 8;

interface Point {
  game: number;
  rating: number;
  deviation: number;
  at_ms: number;
}

export default function Player({ place }: PageProps) {
  const name = place.rest[0] ?? '';
  useTitle(shownName(name));
  const { value, error, refresh } = useAnswer<Profile>(`/api/players/${encodeURIComponent(name)}`);
  if (error !== undefined && !value) {
    return <><h1>{shownName(name)}</h1><p role="alert" class="fault">{notFound(error) ? t('There is no player called {name}.', { name }) : inWords(error)}</p></>;
  }
  return value ? <Shown player={value} refresh={refresh} /> : <p class="waiting">{t('Loading')}</p>;
}

function Shown({ player, refresh }: { player: Profile; refresh(): void }) {
  const { name, guest, engine, created_ms, seen_ms, ratings, ignored = false, against_you: against } = player;
  const me = useMe();
  const query = `player=${encodeURIComponent(name)}`;
  const running = useAnswer<{ games: readonly GameRow[] }>(`/api/games?${query}&state=running`).value?.games ?? [];
  const found = useAnswer<{ found: readonly { game?: GameRow }[] }>(`/api/search?${query}&state=finished`).value?.found;
  const latest = found?.flatMap(({ game }) => game ?? []).slice(0, BOARDS_MAX) ?? [];
  const Activity = useLoad(async () => (await import('../lobby/Activity')).Activity, '').value;
  const reader = me ? { name: me.name } : {};
  return (
    <div class="stack profile">
      <header class="row">
        <Avatar name={name} />
        <div class="grow">
          <h1>{shownName(name)}</h1>
          <p class="quiet">{listed([
            engine > 0 ? t('engine, level {level}', { level: engine }) : guest ? `${t('guest')} (${name})` : t('member since {date}', { date: dateInWords(created_ms) }),
            engine > 0 ? '' : t('last seen {date}', { date: dateInWords(seen_ms) }),
          ].filter(Boolean))}</p>
        </div>
        {me && against && <Score name={name} reader={me.name} score={against} />}
      </header>
      {me !== undefined && me?.name !== name && <Deeds name={name} engine={engine > 0} ignored={ignored} refresh={refresh} />}
      {ratings.length > 0 && <Ratings name={name} ratings={ratings} />}
      {Activity && <Activity name={name} />}
      {running.length > 0 && <section><h2>{t('Games in progress')}</h2><BoardRows games={running.slice(0, BOARDS_MAX)} {...reader} /></section>}
      <section>
        <h2>{t('Latest games')}</h2>
        {latest.length > 0 && <BoardRows games={latest} {...reader} />}
        {found && latest.length === 0 && <p class="quiet">{tc('games played', 'No games found.')}</p>}
        <p class="actions"><a href={`/games?${query}`}>{t('All games of {name}', { name: shownName(name) })}</a>
          {me?.name === name && <ButtonLink href="/replay">{t('Import a game')}</ButtonLink>}</p>
      </section>
    </div>
  );
}

/** The results of the player and the reader against each other. */
function Score({ name, reader, score: { won, lost, drawn } }: { name: string; reader: string; score: NonNullable<Profile['against_you']> }) {
  if (won + lost + drawn === 0) return null;
  return (
    <p class="score"><small>{t('Against each other')}</small> {shownName(name)} <b>{won} – {lost}</b> {shownName(reader)}{' '}
      {drawn > 0 && <small>{t('{drawn} drawn', { drawn })}</small>}</p>
  );
}

/** What the reader may do: challenge, ignore. */
function Deeds({ name, engine, ignored, refresh }: { name: string; engine: boolean; ignored: boolean; refresh(): void }) {
  const me = useMe();
  const server = useGames();
  const [Offer, setOffer] = useState<ComponentType<OfferProps> | null>(null);
  const [offered, setOffered] = useState(false);
  const { run, outcome } = useWork();
  const challenge = async () => {
    const loaded = await import('../lobby/Offer');
    setOffer(() => loaded.Offer);
    return '';
  };
  // A game that the other player accepts opens, as in the lobby.
  useEvents(({ event, kind, game }) => { if ((Offer || offered) && event === 'game' && kind === 'begun') go(`/games/${String(game)}`); }, [Offer, offered]);
  // The command ignores a player, or stops ignoring one.
  const ignore = async () => {
    const { text = '' } = await api.post('ignore', { name });
    refresh();
    return shownName(text);
  };
  return (
    <>
      <p class="actions">
        {me ? <Button kind="primary" aria-expanded={Offer !== null} onClick={() => (Offer ? setOffer(null) : run(challenge))}>{t('Challenge')}</Button>
          : <ButtonLink kind="primary" href={`/account?then=${encodeURIComponent(profileOf(name))}`}>{t('Sign in to play')}</ButtonLink>}
        {me && !engine && <Button onClick={() => run(ignore)}>{ignored ? t('Stop ignoring') : t('Ignore messages')}</Button>}
        {ignored && <Badge kind="warns">{t('ignored')}</Badge>}
      </p>
      {outcome}
      {Offer && <Offer {...server} to={name} asked={new URLSearchParams()} onOffered={() => {
        setOffer(null);
        setOffered(true);
        run(async () => t('Your challenge is sent to {name}.', { name: shownName(name) }));
      }} />}
    </>
  );
}

/** The name of a speed in the reader's language.  tools/languages finds only words that stand here in full. */
const speedInWords = (speed: string): string => ({
  ultrabullet: tc('speed', 'ultrabullet'), bullet: tc('speed', 'bullet'), blitz: tc('speed', 'blitz'), rapid: tc('speed', 'rapid'),
  classical: tc('speed', 'classical'), correspondence: tc('speed', 'correspondence'),
}[speed] ?? speed);

function Ratings({ name, ratings }: { name: string; ratings: readonly Rated[] }) {
  const { titled } = useGames();
  const most = ratings.reduce((one, two) => (two.games > one.games ? two : one));
  const [at, setAt] = useState(ratings.indexOf(most));
  const chosen = ratings[at] ?? most;
  const fields = new URLSearchParams({ variant: chosen.variant, speed: chosen.speed }).toString();
  const { value } = useAnswer<{ ratings: readonly Point[] }>(`/api/players/${encodeURIComponent(name)}/ratings?${fields}`);
  return (
    <Card aria-labelledby="ratings">
      <h2 id="ratings">{t('Ratings')}</h2>
      <p class="row">
        {ratings.map((one, i) => (
          <Button key={`${one.variant} ${one.speed}`} aria-pressed={i === at} onClick={() => setAt(i)}>
            <span>{titled(one.variant)} <span class="quiet">{speedInWords(one.speed)}</span> {one.rating}{' '}
              <small class="quiet">{tn(one.games, '{n} game', '{n} games')}</small></span>
          </Button>
        ))}
      </p>
      {value && <Graph points={value.ratings} />}
    </Card>
  );
}

const SIZE = { width: 600, height: 160, left: 44 };

/** The ratings in the order of the games, with a scale. */
function Graph({ points }: { points: readonly Point[] }) {
  if (points.length < 2) return null;
  const all = points.map(({ rating }) => rating);
  const [low, high] = [Math.floor((Math.min(...all) - 10) / 50) * 50, Math.ceil((Math.max(...all) + 10) / 50) * 50];
  const x = (i: number) => SIZE.left + (i * (SIZE.width - SIZE.left - 4)) / (points.length - 1);
  const y = (rating: number) => SIZE.height - 4 - ((rating - low) * (SIZE.height - 8)) / (high - low);
  const steps = [low, (low + high) / 2, high];
  return (
    <svg class="rating-graph" viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img"
      aria-label={t('Ratings from {first} on {date} to {last}', { first: all[0]!, date: dateInWords(points[0]!.at_ms), last: all.at(-1)! })}>
      {steps.map((step) => <path key={step} class="scale" d={`M${SIZE.left} ${y(step)}H${SIZE.width}`} />)}
      {steps.map((step) => <text key={step} x="0" y={y(step) + (step === low ? 0 : step === high ? 10 : 5)}>{step}</text>)}
      <path class="line" d={`M${points.map(({ rating }, i) => `${x(i).toFixed(1)} ${y(rating).toFixed(1)}`).join('L')}`} />
    </svg>
  );
}
