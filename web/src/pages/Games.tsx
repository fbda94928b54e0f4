// Games.tsx: the search for games of this server and uploaded records.

import { useEffect, useState } from 'preact/hooks';
import type { GameRow } from '../answers';
import { Button, ButtonLink, Empty, Select, Text, type SelectProps, type TextProps } from '../design/parts';
import { DownloadAll } from '../records/DownloadAll';
import { recordTitle } from '../recordTitle';
import { useGames } from '../serverGames';
import { GameRows } from '../lobby/GameRows';
import '../lobby/lobby.css';
import { go, useTitle, type PageProps } from '../navigation';
import { api, inWords, useMe } from '../server';
import { listed, t, tc, tn } from '../words';

interface RecordRow {
  id: number;
  by: string;
  variant: string;
  black: string;
  white: string;
  event: string;
  played: string;
  outcome: string;
  moves: number;
}

interface Page {
  /** move: the one after which the searched position occurs. */
  found: readonly { game?: GameRow; record?: RecordRow; move?: number }[];
  more: boolean;
  before?: number;
}

/** The search fields, by the server's names. */
const NAMES = ['in', 'state', 'player', 'variant', 'result', 'since', 'until', 'position'] as const;
/** Those that are wanted less often. */
const MORE: readonly string[] = ['state', 'result', 'since', 'until', 'position'];
type Asked = Record<(typeof NAMES)[number], string>;

export default function Games({ place }: PageProps) {
  useTitle(t('Games'));
  const me = useMe();
  const { games, titled } = useGames();
  const query = NAMES.map((name) => [name, place.query.get(name) ?? ''] as const).filter(([, value]) => value !== '');
  const asked = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
  const [terms, setTerms] = useState<Asked>(() => ({ ...none(), ...Object.fromEntries(query) }));
  useEffect(() => setTerms({ ...none(), ...Object.fromEntries(query) }), [asked]);

  const [pages, setPages] = useState<readonly Page[]>([]);
  const [fault, setFault] = useState('');
  const load = async (before: number | undefined) => {
    setFault('');
    try {
      const page = await api.get<Page>(`/api/search?${asked}${before === undefined ? '' : `&before=${before}`}`);
      setPages((pages) => (before === undefined ? [page] : [...pages, page]));
    } catch (error) {
      setFault(inWords(error));
      if (before === undefined) setPages([]);
    }
  };
  useEffect(() => { if (me !== undefined) void load(undefined); }, [asked, me]);

  const show = (wanted: Asked) => {
    const said = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value.trim())).toString();
    if (said === asked) void load(undefined); // there may be new results
    else go(`/games?${said}`);
  };
  const change = (name: keyof Asked, value: string) => setTerms({ ...terms, [name]: value });
  const field = (name: keyof Asked, title: string, more: Partial<TextProps> = {}) =>
    <Text name={name} title={title} value={terms[name]} onChange={(value) => change(name, value)} {...more} />;
  const choice = (name: keyof Asked, title: string, options: SelectProps['options']) =>
    <Select name={name} title={title} value={terms[name]} options={options} onChoose={(value) => change(name, value)} />;

  const found = pages.flatMap((page) => page.found);
  const last = pages.at(-1);
  return (
    <>
      <div class="row">
        <h1 class="grow">{t('Games')}</h1>
        <div class="row">
          {me && <Button onClick={() => show({ ...none(), player: me.name })}>{t('My games')}</Button>}
          <ButtonLink href="/study">{t('Studies')}</ButtonLink>
          <ButtonLink href="/replay">{t('Import a game')}</ButtonLink>
        </div>
      </div>
      <form class="card search" onSubmit={(event) => {
        event.preventDefault();
        show(terms);
      }}>
        {choice('in', t('Search in'), [['', t('games played here')], ['records', t('uploaded records')]])}
        {choice('variant', t('Game'), [['', t('any')], ...games.map(({ name, title }) => [name, title] as const)])}
        {field('player', t('Player'))}
        <Button type="submit" kind="primary">{t('Search')}</Button>
        <details open={query.some(([name]) => MORE.includes(name))}>
          <summary>{tc('options', 'More')}</summary>
          <div>
            {choice('state', t('Status'), [['', t('all')], ['finished', t('finished')], ['running', t('in progress')]])}
            {choice('result', t('Result'), [
              ['', t('any')], ['black', t('Black won')], ['white', t('White won')], ['draw', t('draw')], ['no-contest', t('no result')],
            ])}
            {field('since', t('From'), { type: 'date' })}
            {field('until', t('Until'), { type: 'date' })}
            {field('position', t('Position (SFEN)'))}
          </div>
        </details>
      </form>
      {fault && <p role="alert" class="fault">{fault}</p>}
      {last && found.length === 0 && !fault && <Empty>{tc('games played', 'No games found.')}</Empty>}
      <GameRows games={found.flatMap(({ game }) => game ?? [])} {...(me && { name: me.name })}
        at={new Map(found.flatMap(({ game, move }) => (game && move !== undefined ? [[game.id, move]] : [])))} />
      <ul class="rows">
        {found.flatMap(({ record }) => (record ? [
          <li key={record.id}>
            <a href={`/records/${record.id}`}>
              <strong>{titled(record.variant)}</strong>{' '}
              <span>{recordTitle(record)}</span>{' '}
              <span class="quiet">{listed([record.event, record.played, tn(record.moves, '{n} move', '{n} moves')].filter(Boolean))}</span>
            </a>
          </li>,
        ] : []))}
      </ul>
      {last?.more && <Button onClick={() => void load(last.before)}>{tc('games', 'More')}</Button>}
      {found.length > 0 && <DownloadAll query={asked} title={t('Download all found games')} />}
    </>
  );
}

const none = (): Asked => ({ in: '', state: '', player: '', variant: '', result: '', since: '', until: '', position: '' });
