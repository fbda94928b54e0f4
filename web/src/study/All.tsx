// All.tsx: the list of studies, and the form for a new one.

import { useState } from 'preact/hooks';
import { Button, ButtonLink, Card, Empty, Select, Text, Tick } from '../design/parts';
import { WhenVisible } from '../design/WhenVisible';
import { Position } from '../lobby/Position';
import '../lobby/lobby.css';
import { useLoad } from '../load';
import { go, useTitle } from '../navigation';
import { PlayerLink } from '../PlayerLink';
import { sfenIn } from '../positions';
import { GameOptions } from '../rules/GameOptions';
import { api, inWords, useMe } from '../server';
import { useGames } from '../serverGames';
import { useWork } from '../useWork';
import { dateInWords, listed, t, tx } from '../words';

/** A study in a list. */
export interface StudyRow {
  id: number;
  name: string;
  by: string;
  variant: string;
  definition: number;
  /** The start position of the first chapter; '' for the first position of the game. */
  start: string;
  hidden: boolean;
  created_ms: number;
}

/** The fields of the search and where it continues, by the server's names. */
const SEARCHED = ['words', 'variant', 'player', 'before'] as const;

export function All({ asked }: { asked: URLSearchParams }) {
  useTitle(t('Studies'));
  const me = useMe();
  const { titled } = useGames();
  const found = SEARCHED.map((name) => [name, asked.get(name) ?? ''] as const).filter(([, value]) => value !== '');
  const query = new URLSearchParams(found.map(([name, value]) => [name, value])).toString();
  const searches = ['words', 'player', 'before'].some((one) => asked.has(one));
  // If a link fills in the form of a new study, the form stands above the list.
  const forms = !searches && ['name', 'variant', 'sfen'].some((one) => asked.has(one));
  const { value, error } = useLoad(
    () => api.get<{ studies: readonly StudyRow[]; more: boolean; before: number }>(`/api/studies?${forms ? '' : query}`),
    `${forms ? '' : query} ${me?.name ?? ''}`);
  const older = () => {
    const next = new URLSearchParams(query);
    next.set('before', String(value!.before));
    return `/study?${next}`;
  };
  return (
    <>
      <div class="row">
        <h1 class="grow">{t('Studies')}</h1>
        <div class="row">
          {me && <ButtonLink kind="primary" href="#new">{t('New study')}</ButtonLink>}
          {me && <ButtonLink href={`/study?player=${encodeURIComponent(me.name)}`}>{t('My studies')}</ButtonLink>}
          <ButtonLink href="/replay">{t('Make one from a record')}</ButtonLink>
        </div>
      </div>
      <p>{t('A study has chapters of moves and variations that several people can edit together.')}</p>
      {forms && me && <Create asked={asked} />}
      <Search key={query} asked={asked} filled={!forms} />
      {error !== undefined && <p role="alert" class="fault">{inWords(error)}</p>}
      <ul class="tiles studies">
        {value?.studies.map((row) => (
          <li key={row.id}>
            <div class="card tile">
              <WhenVisible class="picture"><Latest row={row} /></WhenVisible>
              <span class="words"><a class="whole" href={`/study/${row.id}`}><strong>{row.name}</strong></a>{' '}
                <span>{tx('{game}, by {name}', { game: titled(row.variant), name: <PlayerLink name={row.by} /> })}</span>{' '}
                <span class="quiet">{listed([dateInWords(row.created_ms), row.hidden ? t('hidden') : ''].filter(Boolean))}</span></span>
            </div>
          </li>
        ))}
      </ul>
      {value?.studies.length === 0 && <Empty>{value.more || found.length > 0 ? t('No studies found.') : t('No studies yet.')}</Empty>}
      {value?.more && <p><a href={older()}>{t('Older studies')}</a></p>}
      {me ? !forms && <Create asked={asked} /> : me === null && <p><ButtonLink href="/account?then=/study">{t('Sign in to create a study')}</ButtonLink></p>}
    </>
  );
}

/** filled: the fields are those of the address. */
function Search({ asked, filled }: { asked: URLSearchParams; filled: boolean }) {
  const { games } = useGames();
  const first = (name: string) => (filled ? asked.get(name) ?? '' : '');
  const [words, setWords] = useState(first('words'));
  const [variant, setVariant] = useState(first('variant'));
  const [player, setPlayer] = useState(first('player'));
  return (
    <form class="card search" role="search" aria-label={t('Search studies')} onSubmit={(event) => {
      event.preventDefault();
      const said = Object.entries({ variant, player: player.trim() }).filter(([, value]) => value !== '');
      go(`/study?${new URLSearchParams([['words', words.trim()], ...said])}`);
    }}>
      <Text title={t('Words')} name="words" value={words} maxlength={60} onChange={setWords} />
      <Select title={t('Game')} name="searched" value={variant} onChoose={setVariant}
        options={[['', t('any')], ...games.map(({ name, title }) => [name, title] as const)]} />
      <Text title={t('Player')} name="player" value={player} onChange={setPlayer} />
      <Button type="submit">{t('Search')}</Button>
    </form>
  );
}

/** A small board of a study, at the end of its main line.  It shows the start position while the page fetches the study, and if the
 * main line has no moves. */
function Latest({ row: { id, variant, definition, start } }: { row: StudyRow }) {
  const { value } = useLoad(async () => (await import('./latest')).latestOf(id), id);
  return <Position game={variant} definition={definition} sfen={value ?? start} />;
}

function Create({ asked }: { asked: URLSearchParams }) {
  const { titled, games } = useGames();
  const { run, busy, outcome } = useWork();
  const [name, setName] = useState(asked.get('name') ?? '');
  const [variant, setVariant] = useState(asked.get('variant') ?? 'shogi');
  const [start, setStart] = useState(sfenIn(asked) ?? '');
  const [hidden, setHidden] = useState(false);
  const make = async () => {
    const { study } = await api.post<{ study: number }>('studies', {
      name, variant, ...(start.trim() !== '' && { start: start.trim() }), ...(hidden && { hidden }),
    });
    go(`/study/${study}`);
    return '';
  };
  return (
    <Card aria-labelledby="new">
      <form class="form" onSubmit={(event) => {
        event.preventDefault();
        run(make);
      }}>
        <h2 id="new">{t('New study')}</h2>
        <Text title={t('Name')} name="name" value={name} required maxlength={60} onChange={setName} />
        <Select title={t('Game')} name="variant" value={variant} onChoose={setVariant}>
          <GameOptions games={games} />
          {!games.some((game) => game.name === variant) && <option value={variant}>{titled(variant)}</option>}
        </Select>
        <Text title={t('Position (SFEN); leave empty for the start of the game')} name="start" value={start} onChange={setStart} />
        <Tick title={t('Only editors can see it')} value={hidden} onChange={setHidden} />
        <Button type="submit" disabled={busy}>{t('Create study')}</Button>
        {outcome}
      </form>
    </Card>
  );
}
