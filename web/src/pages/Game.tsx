// Game.tsx: one game, played or watched.

import { useEffect, useReducer, useState } from 'preact/hooks';
import { notFound } from '../api';
import { useLoad } from '../load';
import { LiveGame } from '../liveGame';
import { Playing } from '../play/Playing';
import { variantOf } from '../play/rules';
import { useTitle, type PageProps } from '../navigation';
import { api, inWords, useMe } from '../server';
import { playersInWords } from '../sides';
import { t } from '../words';
import { sideOf } from '../answers';

/** A game by its number, rendered again at each event. */
function useLiveGame(id: number, key: string | null): LiveGame | null {
  const me = useMe();
  const [live, setLive] = useState<LiveGame | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (me === undefined) return;
    // A reader who is not signed in needs a connection only here.
    api.open();
    // A signed-in reader opens a protected game once per connection.
    const show = () => { if (me && key) void api.post('open', { key }).catch(() => {}); };
    show();
    const stopShowing = api.on(({ event }) => { if (event === 'reconnected') show(); });
    const started = new LiveGame(api, id, me?.name, key);
    const stop = started.watch(() => redraw(0));
    setLive(started);
    return () => {
      stopShowing();
      stop();
      started.end();
      setLive(null);
    };
  }, [id, key, me?.name, me === undefined]);

  // Spectators get events if they subscribe, and again after a reconnect.
  const game = live?.game;
  const watches = game != null && !game.result && sideOf(game, me?.name) === null;
  useEffect(() => {
    if (!watches) return;
    const place = `games/${id}/watch?${live?.shown ?? ''}`;
    const watch = () => void api.post(place, { on: true }).then(() => live?.fetch(), () => {});
    watch();
    const stop = api.on(({ event }) => { if (event === 'reconnected') watch(); });
    return () => {
      stop();
      if (api.line === 'online') void api.post(place, { on: false }).catch(() => {});
    };
  }, [watches, id]);
  return live;
}

export default function Game({ place }: PageProps) {
  const id = Number(place.rest[0]);
  const live = useLiveGame(id, place.query.get('key'));
  const game = live?.game;
  const title = t('Game {id}', { id });
  const me = useMe();
  const mine = game ? sideOf(game, me?.name) : null;
  const players = game ? playersInWords(game) : title;
  useTitle(game && mine && game.turn === mine ? t('Your turn: {players}', { players }) : players);
  const { value: variant, error } = useLoad(
    () => (game ? variantOf(game.definition) : new Promise<never>(() => {})), game?.definition);
  const fault = live?.fault ?? error;
  // A deleted game disappears for those who still have it open.
  if (fault && (!game || notFound(fault))) return <><h1>{title}</h1><p role="alert" class="fault">{inWords(fault)}</p><p><a href="/games">{t('Look at finished games')}</a></p></>;
  if (!live || !game || !variant) return <p class="waiting">{error ? inWords(error) : t('Loading')}</p>;
  return <Playing live={live} game={game} variant={variant} asked={place.query} />;
}
