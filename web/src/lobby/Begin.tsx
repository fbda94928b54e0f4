// Begin.tsx: the ways into a game: with anybody, with a friend, against the computer, or by a clock and a game.
// What comes of them stands where nothing moves under the pointer: at the foot of the window, or in a dialog.

import { useState } from 'preact/hooks';
import { linkTo, type Challenge } from '../answers';
import { CopyField } from '../CopyField';
import { Button, Dialog } from '../design/parts';
import { go } from '../navigation';
import { fits, forAnybody, pair, type Terms } from '../pair';
import { api, authenticate, inWords, useMe } from '../server';
import type { ServerGames } from '../serverGames';
import { clockInWords, isSlow } from '../timeInWords';
import { t, tc, tn } from '../words';
import { Computer } from './Computer';

const USUAL: Terms = { variant: 'shogi', clock: '10m/30s' };
/** The usual games and clocks, those of Shogi first. */
const PAIRINGS: readonly Terms[] = [
  { variant: 'shogi', clock: '3m+2s' }, USUAL, { variant: 'shogi', clock: '3d' }, { variant: 'chu', clock: '30m/1m' },
  { variant: 'mini', clock: '3m+2s' }, { variant: 'kyoto', clock: '10m/30s' }, { variant: 'chu', clock: '3d' },
];

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
  const play = (terms: Terms) => act(async () => {
    const game = await pair(terms);
    if (game !== null) return go(`/games/${game}`);
    onOffered(isSlow(terms.clock));
  });
  const invite = () => act(async () => {
    const { challenge, key } = await api.post<{ challenge: number; key: string }>('new', { ...forAnybody(USUAL), link: true });
    setLink(linkTo({ id: challenge, key }));
  });
  const known = new Set(games.map(({ name }) => name));
  const waiting = (terms: Terms): number => open.filter((one) => !one.mine && fits(terms, one)).length;
  const terms = `${titled(USUAL.variant)} · ${clockInWords(USUAL.clock)}`;
  return (
    <div class="begin stack">
      <Button kind="primary" large icon="piece" onClick={() => play(USUAL)}>{t('Play now')}<small>{terms}</small></Button>
      <Button large icon="friend" onClick={invite}>{t('Play a friend')}<small>{t('by a link')}</small></Button>
      <Computer games={games} titled={titled} />
      <section aria-labelledby="pairing">
        <h2 id="pairing">{t('Quick pairing')}</h2>
        <div class="pairings">
          {PAIRINGS.filter(({ variant }) => known.size === 0 || known.has(variant)).map((pairing) => {
            const count = waiting(pairing);
            return (
              <Button key={`${pairing.variant} ${pairing.clock}`} onClick={() => play(pairing)}>
                {clockInWords(pairing.clock)}<small>{titled(pairing.variant)}{count > 0 && <b> · {tn(count, '{n} waiting', '{n} waiting')}</b>}</small>
              </Button>
            );
          })}
          <a class="button" href={me ? '#offer' : '/?offer'}>{tc('options', 'More')}<small>{t('any game, any clock')}</small></a>
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
