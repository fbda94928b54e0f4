// Invited.tsx: the challenge of a link, on a page of its own.

import { useEffect, useState } from 'preact/hooks';
import { linkTo, type Challenge } from '../answers';
import { Refused, type Answer } from '../api';
import { CopyField } from '../CopyField';
import { Button, ButtonLink } from '../design/parts';
import { go, useTitle } from '../navigation';
import { PlayerLink } from '../PlayerLink';
import { shownName } from '../playerName';
import { toPicture } from '../positions';
import { api, authenticate, inWords, useEvents, useMe } from '../server';
import { useGames } from '../serverGames';
import { colourName, other } from '../sides';
import { useTerms } from '../terms';
import { timeInWords } from '../timeInWords';
import { t, tx } from '../words';
import { FirstPosition, startOf } from './MiniBoard';
import { StartBoard } from './StartBoard';

/** The games that invitations became in this browser, by the number or key of the link. */
const ACCEPTED = 'shoogi-invitations';
const accepted = (): Record<string, number> => {
  try {
    return JSON.parse(sessionStorage.getItem(ACCEPTED) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
};
function keepAccepted(by: string, game: number): void {
  try {
    sessionStorage.setItem(ACCEPTED, JSON.stringify({ ...accepted(), [by]: game }));
  } catch {
    // The link then says only that it is used up.
  }
}

/** How an invitation ended: by the answer of the server, which forgets old ones. */
const ends = (): Readonly<Record<string, string>> => ({
  accepted: t('Somebody else has accepted this invitation.'), declined: t('This invitation was declined.'),
  withdrawn: t('This invitation was withdrawn.'), expired: t('This invitation has expired.'),
});

/** Why there is no challenge, and what to do next.  by: its number or key, as in the link. */
function Gone({ by, refusal }: { by: string; refusal: Answer }) {
  const kept = accepted()[by];
  const game = kept ?? refusal.game;
  const complete = /^\d+(-\w{16})?$/.test(by);
  const text = kept !== undefined ? t('You have accepted this invitation.')
    : game !== undefined ? t('The game of this invitation has begun.')
      : complete ? ends()[String(refusal['ended'])] ?? t('This invitation is no longer open: it was accepted or withdrawn, or it has expired.')
        : t('This link is not complete. Copy all of it.');
  return (
    <>
      <h1>{t('Invitation')}</h1>
      <p>{text}</p>
      {game === undefined && complete && <p>{t('Ask the player who sent it for a new one, or find another opponent in the lobby.')}</p>}
      <p class="actions">
        {game !== undefined && <ButtonLink kind="primary" href={`/games/${game}`}>{t('Go to the game')}</ButtonLink>}
        <ButtonLink {...(game === undefined && { kind: 'primary' })} href="/">{t('Go to the lobby')}</ButtonLink>
        {refusal['ended'] === 'accepted' && game === undefined && <ButtonLink href="/games?state=running">{t('Games in progress')}</ButtonLink>}
      </p>
    </>
  );
}

/** challenge: the answer of the server; if it is not open, its refusal.  by: its number or key, as in the link. */
export function Invited({ challenge, by }: { challenge: Challenge | Refused; by: string }) {
  useTitle(t('Invitation'));
  return challenge instanceof Refused ? <Gone by={by} refusal={challenge.answer} /> : <Open challenge={challenge} by={by} />;
}

function Open({ challenge, by }: { challenge: Challenge; by: string }) {
  const { titled } = useGames();
  const { variant, colour, grades, comment, mine } = challenge;
  const colours = grades ? t('The grades of both players decide who plays Black.')
    : colour !== 'black' && colour !== 'white' ? t('The colours are drawn at random.')
      : t('You play {colour}.', { colour: colourName(mine ? colour : other(colour)) });
  const terms = useTerms({ ...challenge, time_control: null, grades: false, colour: '', pattern: '' }).slice(1);
  const game = titled(variant);
  return (
    <div class="invitation card">
      {challenge.move ? <FirstPosition game={variant} start={null} picture={toPicture(variant, challenge.start ?? '', challenge.move)} />
        : challenge.start !== undefined ? <StartBoard variant={variant} sfen={challenge.start} />
        : !variant.startsWith('@') && <FirstPosition game={variant} start={startOf(variant)} />}
      <div class="stack">
        <h1>{mine ? t('Your invitation to {game}', { game }) : tx('{name} invites you to {game}', { name: <PlayerLink name={challenge.by} />, game })}</h1>
        <ul class="terms">
          <li>{timeInWords(challenge.time_control)}</li>
          <li>{colours}</li>
          {terms.map((term) => <li key={term}>{term}</li>)}
        </ul>
        {comment && <p><q>{comment}</q></p>}
        {mine ? <Own challenge={challenge} /> : <Answers challenge={challenge} by={by} />}
        <p class="actions"><a href={`/rules/${encodeURIComponent(variant)}`}>{t('Rules of {game}', { game })}</a> <a href="/">{t('Go to the lobby')}</a></p>
      </div>
    </div>
  );
}

/** For the player whose challenge it is. */
function Own({ challenge }: { challenge: Challenge }) {
  const [fault, setFault] = useState('');
  useEvents(({ event, kind, game }) => { if (event === 'game' && kind === 'begun') go(`/games/${String(game)}`, 'replace'); }, []);
  return (
    <>
      <p>{t('This is your own invitation. Send its link to your opponent: the game begins here when it is accepted.')}</p>
      <CopyField text={linkTo(challenge)} title={t('Link to the challenge')} />
      <p class="actions"><Button onClick={() => {
        setFault('');
        api.post('remove', { number: challenge.id }).then(() => go('/', 'replace'), (error: unknown) => setFault(inWords(error)));
      }}>{t('Withdraw')}</Button></p>
      {fault && <p role="alert" class="fault">{fault}</p>}
    </>
  );
}

function Answers({ challenge, by }: { challenge: Challenge; by: string }) {
  const me = useMe();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  useEffect(() => setFault(''), [me]);
  const act = (how: () => Promise<void>) => {
    setBusy(true);
    setFault('');
    how().catch((error: unknown) => setFault(inWords(error))).finally(() => setBusy(false));
  };
  const play = async () => {
    const { game } = await api.post('accept', { number: by });
    if (game) keepAccepted(by, game);
    go(game ? `/games/${game}` : '/', 'replace');
  };
  const asGuest = async () => {
    await authenticate('/api/login', { guest: true });
    await play();
  };
  const decline = async () => {
    await api.post('decline', { number: challenge.id });
    go('/', 'replace');
  };
  const { rated, pattern, can_answer: may } = challenge;
  const account = `/account?then=${encodeURIComponent(`${location.pathname}${location.search}`)}`;
  if (me === undefined) return null;
  if (me && !may) {
    return <p>{me.guest && rated ? t('This game is rated, and guests have no rating. Sign out, and sign up to play it.')
      : t('This challenge is for other players: {pattern}.', { pattern: shownName(pattern) })}</p>;
  }
  return (
    <>
      <p class="actions">
        {me ? <Button kind="primary" disabled={busy} onClick={() => act(play)}>{t('Play')}</Button>
          : rated || !may ? null : <Button kind="primary" disabled={busy} onClick={() => act(asGuest)}>{t('Play as a guest')}</Button>}
        {me && pattern.toLowerCase() === me.name.toLowerCase() && <Button disabled={busy} onClick={() => act(decline)}>{t('Decline')}</Button>}
        {me ? null : rated || !may ? <ButtonLink kind="primary" href={account}>{t('Sign in or sign up to play')}</ButtonLink>
          : <a href={account}>{t('Sign in to play')}</a>}
      </p>
      {fault && <p role="alert" class="fault">{fault}</p>}
    </>
  );
}
