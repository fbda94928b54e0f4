// Invited.tsx: the challenge of a link, on a page of its own.

import { useState } from 'preact/hooks';
import type { Challenge } from '../answers';
import { go, useTitle } from '../navigation';
import { api, authenticate, inWords, useMe } from '../server';
import { useGames } from '../serverGames';
import { colourName, other } from '../sides';
import { t } from '../words';
import { termsInWords } from '../terms';

/** challenge: null if it is no longer open.  by: its number or key, as in the link. */
export function Invited({ challenge, by }: { challenge: Challenge | null; by: string }) {
  const me = useMe();
  const { titled } = useGames();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  useTitle(t('Invitation'));
  const lobby = <p><a href="/">{t('Go to the lobby')}</a></p>;
  if (!challenge) return <><h1>{t('Invitation')}</h1><p>{t('That challenge is no longer open.')}</p>{lobby}</>;

  const act = (how: () => Promise<void>) => {
    setBusy(true);
    setFault('');
    how().catch((error: unknown) => setFault(inWords(error))).finally(() => setBusy(false));
  };
  const play = async () => {
    const { game } = await api.post('accept', { number: by });
    go(game ? `/games/${game}` : '/', 'replace');
  };
  const asGuest = async () => {
    if (!me) await authenticate('/api/login', { guest: true });
    await play();
  };
  const account = `/account?then=${encodeURIComponent(`${location.pathname}${location.search}`)}`;
  const { colour, grades, rated, comment, pattern, can_answer: may } = challenge;
  const own = grades ? t('The grades of both players decide who plays Black.')
    : colour === 'black' || colour === 'white' ? t('You play {colour}.', { colour: colourName(other(colour)) }) : t('The colours are drawn at random.');
  return (
    <>
      <h1>{t('{name} invites you to {game}', { name: challenge.by, game: titled(challenge.variant) })}</h1>
      <ul class="terms">{termsInWords({ ...challenge, grades: false, colour: '', pattern: '' }).map((term) => <li key={term}>{term}</li>)}</ul>
      <p>{own}</p>
      {comment && <p><q>{comment}</q></p>}
      {me === undefined ? null : me ? (may ? (
        <p class="buttons">
          <button type="button" disabled={busy} onClick={() => act(play)}>{t('Play')}</button>
          {pattern.toLowerCase() === me.name.toLowerCase() && (
            <button type="button" disabled={busy} onClick={() => act(async () => {
              await api.post('decline', { number: challenge.id });
              go('/', 'replace');
            })}>{t('Decline')}</button>
          )}
        </p>
      ) : <p>{me.guest && rated ? t('This game is rated, and guests have no rating. Sign out, and sign up to play it.')
        : t('This challenge is for other players: {pattern}.', { pattern })}</p>) : (
        <p class="buttons">
          {may && !rated && <button type="button" disabled={busy} onClick={() => act(asGuest)}>{t('Play as a guest')}</button>}{' '}
          <a href={account}>{rated ? t('Sign in or sign up to play') : t('Sign in to play')}</a>
        </p>
      )}
      {fault && <p role="alert" class="fault">{fault}</p>}
      {lobby}
    </>
  );
}
