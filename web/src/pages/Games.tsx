// Games.tsx: games that were or are being played, by player and by variant.

import { useEffect, useState } from 'preact/hooks';
import type { GameRow } from '../answers';
import { useAnswer } from '../answer';
import { GameRows } from '../lobby/GameRows';
import '../lobby/lobby.css';
import type { Variants } from './Lobby';
import { go, type PageProps } from '../router';
import { api, inWords, useMe } from '../server';
import { useTitle } from '../Shell';
import { t } from '../words';

interface Page {
  games: readonly GameRow[];
  more: boolean;
}

type State = 'finished' | 'running';

export default function Games({ place }: PageProps) {
  useTitle(t('Games'));
  const me = useMe();
  const variants = useAnswer<Variants>('/api/variants').value?.variants ?? [];
  const asked = place.query;
  const state: State = asked.get('state') === 'running' ? 'running' : 'finished';
  const player = asked.get('player') ?? '';
  const variant = asked.get('variant') ?? '';
  const [typed, setTyped] = useState(player);
  useEffect(() => setTyped(player), [player]);

  const [pages, setPages] = useState<readonly Page[]>([]);
  const [fault, setFault] = useState('');
  const load = async (after: number) => {
    const query = new URLSearchParams({ state, ...(player && { player }), ...(variant && { variant }) });
    if (after) query.set('after', String(after));
    setFault('');
    try {
      const page = await api.get<Page>(`/api/games?${query}`);
      setPages((before) => (after ? [...before, page] : [page]));
    } catch (error) {
      setFault(inWords(error));
      if (!after) setPages([]);
    }
  };
  useEffect(() => { if (me !== undefined) void load(0); }, [state, player, variant, me]);

  const show = (change: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams(Object.entries({ state, player, variant, ...change }).filter(([, value]) => value));
    go(`/games?${query}`, 'replace');
  };
  const games = pages.flatMap((page) => page.games);
  const last = pages.at(-1);
  return (
    <>
      <h1>{t('Games')}</h1>
      <p><a href="/study">{t('Studies')}</a></p>
      <form class="tools" onSubmit={(event) => {
        event.preventDefault();
        show({ player: typed.trim() });
      }}>
        <label>{t('Which')} <select value={state} onChange={(event) => show({ state: event.currentTarget.value })}>
          <option value="finished">{t('that are over')}</option>
          <option value="running">{t('that go on')}</option>
        </select></label>
        <label>{t('Game')} <select value={variant} onChange={(event) => show({ variant: event.currentTarget.value })}>
          <option value="">{t('any')}</option>
          {variants.map(({ name }) => <option key={name}>{name}</option>)}
        </select></label>
        <label>{t('Player')} <input value={typed} spellcheck={false} autocomplete="off"
          onInput={(event) => setTyped(event.currentTarget.value)} /></label>
        <button type="submit">{t('Show')}</button>
        {me && player !== me.name && <button type="button" onClick={() => show({ player: me.name })}>{t('My own')}</button>}
      </form>
      {fault && <p role="alert" class="fault">{fault}</p>}
      {last && games.length === 0 && !fault && <p class="quiet">{t('There are none.')}</p>}
      <GameRows games={games} {...(me && { name: me.name })} />
      {last?.more && <button type="button" onClick={() => void load(games.at(-1)!.id)}>{t('More')}</button>}
    </>
  );
}
