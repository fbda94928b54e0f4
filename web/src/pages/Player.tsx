// Player.tsx: a player: ratings, the latest games, the results against the reader, and what the reader may do.

import { useState } from 'preact/hooks';
import { useAnswer } from '../answer';
import { notFound } from '../api';
import type { GameRow } from '../answers';
import { GameRows } from '../lobby/GameRows';
import '../lobby/lobby.css';
import { useTitle, type PageProps } from '../navigation';
import { api, inWords, useMe } from '../server';
import { useGames } from '../serverGames';
import { currentLanguage, listed, t, tc, tn } from '../words';

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
  against_you?: { won: number; lost: number; drawn: number };
}

interface Point {
  game: number;
  rating: number;
  deviation: number;
  at_ms: number;
}

export default function Player({ place }: PageProps) {
  const name = place.rest[0] ?? '';
  useTitle(name);
  const { value, error } = useAnswer<Profile>(`/api/players/${encodeURIComponent(name)}`);
  if (error !== undefined && !value) {
    return <><h1>{name}</h1><p role="alert" class="fault">{notFound(error) ? t('There is no player called {name}.', { name }) : inWords(error)}</p></>;
  }
  return value ? <Shown player={value} /> : <p class="waiting">{t('Loading')}</p>;
}

const date = (ms: number): string => new Date(ms).toLocaleDateString(currentLanguage(), { dateStyle: 'medium' });

function Shown({ player }: { player: Profile }) {
  const { name, guest, engine, created_ms, seen_ms, ratings, against_you: against } = player;
  const me = useMe();
  const query = `player=${encodeURIComponent(name)}`;
  const running = useAnswer<{ games: readonly GameRow[] }>(`/api/games?${query}&state=running`).value?.games ?? [];
  const latest = useAnswer<{ found: readonly { game?: GameRow }[] }>(`/api/search?${query}&state=finished`).value?.found ?? [];
  const other = me && me.name !== name;
  return (
    <>
      <h1>{name}</h1>
      <p class="quiet">{listed([
        engine > 0 ? t('engine, level {level}', { level: engine }) : guest ? t('guest') : t('member since {date}', { date: date(created_ms) }),
        engine > 0 ? '' : t('last seen {date}', { date: date(seen_ms) }),
      ].filter(Boolean))}</p>
      {other && <Deeds name={name} engine={engine > 0} />}
      {other && against && against.won + against.lost + against.drawn > 0 && (
        <p>{t('Against you: {won} won, {lost} lost, {drawn} drawn.', { won: against.won, lost: against.lost, drawn: against.drawn })}</p>
      )}
      {ratings.length > 0 && <Ratings name={name} ratings={ratings} />}
      {running.length > 0 && <section><h2>{t('Games in progress')}</h2><GameRows games={running} name={name} /></section>}
      <section>
        <h2>{t('Latest games')}</h2>
        {latest.length > 0 ? <GameRows games={latest.flatMap(({ game }) => game ?? [])} name={name} /> : <p class="quiet">{t('No games found.')}</p>}
        <p><a href={`/games?${query}`}>{t('All games of {name}', { name })}</a></p>
      </section>
    </>
  );
}

/** What the reader may do: challenge, write, ignore. */
function Deeds({ name, engine }: { name: string; engine: boolean }) {
  const [said, setSaid] = useState('');
  const [fault, setFault] = useState('');
  const call = (command: string, fields: Readonly<Record<string, unknown>>) => {
    setFault('');
    setSaid('');
    api.post(command, fields).then(({ text = '' }) => setSaid(text), (error: unknown) => setFault(inWords(error)));
  };
  return (
    <>
      <p class="actions">
        <a class="button" href={`/?to=${encodeURIComponent(name)}`}>{t('Challenge')}</a>{' '}
        {!engine && <button type="button" onClick={() => call('ignore', { name })}>{t('Ignore or stop ignoring')}</button>}
      </p>
      {said && <p role="status" class="said">{said}</p>}
      {fault && <p role="alert" class="fault">{fault}</p>}
    </>
  );
}

function Ratings({ name, ratings }: { name: string; ratings: readonly Rated[] }) {
  const { titled } = useGames();
  const most = ratings.reduce((one, two) => (two.games > one.games ? two : one));
  const [at, setAt] = useState(ratings.indexOf(most));
  const chosen = ratings[at] ?? most;
  const fields = new URLSearchParams({ variant: chosen.variant, speed: chosen.speed }).toString();
  const { value } = useAnswer<{ ratings: readonly Point[] }>(`/api/players/${encodeURIComponent(name)}/ratings?${fields}`);
  return (
    <section>
      <h2>{t('Ratings')}</h2>
      <ul class="rows ratings">
        {ratings.map((one, i) => (
          <li key={`${one.variant} ${one.speed}`}>
            <button type="button" aria-pressed={i === at} onClick={() => setAt(i)}>
              <strong>{titled(one.variant)}</strong> {tc('speed', one.speed)}: {one.rating} <span class="quiet">{tn(one.games, '{n} game', '{n} games')}</span>
            </button>
          </li>
        ))}
      </ul>
      {value && <Graph points={value.ratings} />}
    </section>
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
      aria-label={t('Ratings from {first} on {date} to {last}', { first: all[0]!, date: date(points[0]!.at_ms), last: all.at(-1)! })}>
      {steps.map((step) => <path key={step} class="scale" d={`M${SIZE.left} ${y(step)}H${SIZE.width}`} />)}
      {steps.map((step) => <text key={step} x="0" y={y(step) + (step === low ? 0 : step === high ? 10 : 5)}>{step}</text>)}
      <path class="line" d={`M${points.map(({ rating }, i) => `${x(i).toFixed(1)} ${y(rating).toFixed(1)}`).join('L')}`} />
    </svg>
  );
}
