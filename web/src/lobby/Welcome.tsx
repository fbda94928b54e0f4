// Welcome.tsx: what this is, and who the reader is here.

import { isTurnOf, type GameRow } from '../answers';
import { shownName } from '../playerName';
import { useMe } from '../server';
import { t, tn, tx } from '../words';
import { Counts } from './Counts';

/** It has the same height for everybody, so that nothing moves when a stranger becomes a guest.
 *  games: the reader's. */
export function Welcome({ games }: { games: readonly GameRow[] }) {
  const me = useMe();
  const waiting = me ? games.filter((game) => isTurnOf(game, me.name)) : [];
  return (
    <div class="welcome">
      <h1>{t('Play shogi and its variants against people anywhere.')}</h1>
      <p class="quiet">
        {me === null && <a href="/account">{t('Sign in, sign up, or play as a guest')}</a>}
        {me && (waiting.length > 0
          ? <a href={`/games/${waiting[0]!.id}`}>{tn(waiting.length, 'It is your turn in {n} game', 'It is your turn in {n} games')}</a>
          : me.guest ? tx('You play as {name}. {link} for a name of your own.', { name: <b>{shownName(me.name)}</b>, link: <a href="/account">{t('Sign up')}</a> })
            : tx('You are signed in as {name}', { name: <a href={`/players/${encodeURIComponent(me.name)}`}>{me.name}</a> }))}
      </p>
      <Counts />
    </div>
  );
}
