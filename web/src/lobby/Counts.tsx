// Counts.tsx: how many people are online and how many games are being played, kept up to date by the events of the lobby.

import { useAnswer } from '../answer';
import { useEvents } from '../server';
import { tn } from '../words';
import { RARELY_MS } from './running';

interface Going { online: number; running: number }

/** What is nobody or none is left out. */
export function Counts() {
  const { value, change } = useAnswer<Going>('/api/lobby', undefined, RARELY_MS);
  useEvents(({ event, online, running }) => {
    if (event === 'lobby' && typeof online === 'number' && typeof running === 'number') change(() => ({ online, running }));
  }, [change]);
  const { online = 0, running = 0 } = value ?? {};
  return (
    <p class="quiet counts">
      {online > 0 && <a href="#online">{tn(online, '{n} player online', '{n} players online')}</a>}
      {running > 0 && <a href="/games?state=running">{tn(running, '{n} game in progress', '{n} games in progress')}</a>}
    </p>
  );
}
