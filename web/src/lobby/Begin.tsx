// Begin.tsx: the ways into a game: with anybody, with a friend, against the computer, or by a clock and a game.
// What comes of them stands where nothing moves under the pointer: at the foot of the window, or in a dialog.

import { useState } from 'preact/hooks';
import type { Challenge } from '../answers';
import { CopyField } from '../CopyField';
import { Button, Dialog } from '../design/parts';
import { go } from '../navigation';
import { api, authenticate, inWords, useMe } from '../server';
import type { ServerGames } from '../serverGames';
import { clockInWords, isSlow } from '../timeInWords';
import { t, tn } from '../words';
import { Computer } from './Computer';

interface Pairing {
  game: string;
  /** As the server writes it. */
  clock: string;
}

const USUAL: Pairing = { game: 'shogi', clock: '10m/30s' };
/** The usual games and clocks, those of Shogi first. */
const PAIRINGS: readonly Pairing[] = [
  { game: 'shogi', clock: '3m+2s' }, USUAL, { game: 'shogi', clock: '3d' }, { game: 'chu', clock: '30m/1m' },
  { game: 'mini', clock: '3m+2s' }, { game: 'kyoto', clock: '10m/30s' }, { game: 'chu', clock: '3d' },
];

/** The fields of a new challenge with these terms. */
const termsOf = ({ game, clock }: Pairing) => ({ variant: game, clock, colour: 'random', pattern: '*' });

const fits = ({ game, clock }: Pairing, { variant, time_control, rated, pattern }: Challenge): boolean =>
  variant === game && time_control === clock && !rated && pattern === '*';

interface BeginProps extends ServerGames {
  /** Those that are open. */
  challenges: readonly Challenge[];
  /** slow: the game that was offered is by correspondence. */
  onOffered(slow: boolean): void;
  onFault(fault: string): void;
}

export function Begin({ games, titled, challenges: open, onOffered, onFault }: BeginProps) {
  const me = useMe();
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState('');

  /** One thing at a time: a second click does nothing. */
  const act = (how: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    onFault('');
    const work = async () => {
      if (me === null) await authenticate('/api/login', { guest: true });
      await how();
    };
    work().catch((error: unknown) => onFault(inWords(error))).finally(() => setBusy(false));
  };
  /** Accepts a challenge with these terms, or makes one that others see. */
  const pair = (pairing: Pairing) => act(async () => {
    const { challenges } = await api.get<{ challenges: readonly Challenge[] }>('/api/challenges');
    const found = challenges.find((one) => one.can_answer && fits(pairing, one));
    const { game } = found ? await api.post('new', { number: found.id })
      : challenges.some((one) => one.mine && fits(pairing, one)) ? { game: null }
        : await api.post('new', termsOf(pairing));
    if (game) return go(`/games/${game}`);
    onOffered(isSlow(pairing.clock));
  });
  const invite = () => act(async () => {
    const { key } = await api.post('new', { ...termsOf(USUAL), link: true });
    setLink(`${location.origin}/?key=${String(key)}`);
  });
  const known = new Set(games.map(({ name }) => name));
  const waiting = (pairing: Pairing): number => open.filter((one) => !one.mine && fits(pairing, one)).length;
  const terms = `${titled(USUAL.game)} · ${clockInWords(USUAL.clock)}`;
  return (
    <div class="begin stack">
      <Button kind="primary" large icon="piece" onClick={() => pair(USUAL)}>{t('Play now')}<small>{terms}</small></Button>
      <Button large icon="friend" onClick={invite}>{t('Play a friend')}<small>{t('by a link')}</small></Button>
      <Computer games={games} titled={titled} />
      <section aria-labelledby="pairing">
        <h2 id="pairing">{t('Quick pairing')}</h2>
        <div class="pairings">
          {PAIRINGS.filter(({ game }) => known.size === 0 || known.has(game)).map((pairing) => {
            const count = waiting(pairing);
            return (
              <button type="button" key={`${pairing.game} ${pairing.clock}`} class={count > 0 ? 'button has' : 'button'} onClick={() => pair(pairing)}>
                {clockInWords(pairing.clock)}<small>{titled(pairing.game)}{count > 0 && <b> · {tn(count, '{n} waiting', '{n} waiting')}</b>}</small>
              </button>
            );
          })}
          <a class="button" href={me ? '#offer' : '/account?then=/'}>{t('More')}<small>{t('any game, any clock')}</small></a>
        </div>
      </section>
      {link && (
        <Dialog title={t('Play a friend')} onClose={() => setLink('')}>
          <p class="quiet">{terms}</p>
          <p>{t('Send this link to your friend. The game opens here when your friend follows it.')}</p>
          <CopyField text={link} title={t('Link to the challenge')} />
          <Button onClick={() => setLink('')}>{t('Close')}</Button>
        </Dialog>
      )}
    </div>
  );
}
