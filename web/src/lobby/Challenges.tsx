// Challenges.tsx: the open challenges, updated as they come and go.

import { useEffect, useState } from 'preact/hooks';
import type { Fetched } from '../answer';
import { linkTo, type Challenge } from '../answers';
import { Button, ButtonLink, Card } from '../design/parts';
import { PlayerLink } from '../PlayerLink';
import { useGames } from '../serverGames';
import { useLobbyEvents } from '../lobbyEvents';
import { go } from '../navigation';
import { answerFault } from '../offers';
import { api, useEvents, useMe } from '../server';
import { useTerms } from '../terms';
import { listed, t, tx } from '../words';
import { ListedStart } from './StartBoard';

/** Whether a reader may hope to accept it: others are not shown.  Both must accept a replay, one of them first. */
const isForReader = ({ mine, can_answer, again }: Challenge): boolean => mine === true || can_answer === true || again !== undefined;

/** All open challenges, which this keeps up to date. */
export function Challenges({ value, change, refresh }: Fetched<{ challenges: readonly Challenge[] }>) {
  const me = useMe();
  const [fault, setFault] = useState('');
  const [copied, setCopied] = useState(0);
  // The page connects readers who are signed in; the lobby's events are for others, too.
  useEffect(() => { if (me === null) api.open(); }, [me]);
  useLobbyEvents(true, refresh);
  useEvents((event) => {
    if (event.event === 'challenge') {
      const said = event['challenge'] as Challenge;
      const mine = said.by === me?.name;
      // Only the server can match the pattern.
      if (said.pattern !== '*') return refresh();
      const challenge = { ...said, mine, can_answer: !mine && !(said.rated && me?.guest) };
      change(({ challenges }) => ({ challenges: [...challenges.filter(({ id }) => id !== challenge.id), challenge] }));
    } else if (event.event === 'challenge_gone') {
      change(({ challenges }) => ({ challenges: challenges.filter(({ id }) => id !== event['id']) }));
    }
  }, [change, refresh, me?.name]);

  const call = (command: string, fields: Readonly<Record<string, unknown>>) => {
    setFault('');
    api.post(command, fields).then(
      ({ game }) => { if (game) go(`/games/${game}`); },
      (error: unknown) => {
        setFault(answerFault(error));
        refresh();
      },
    );
  };
  const share = (challenge: Challenge) => {
    const link = linkTo(challenge);
    navigator.clipboard.writeText(link).then(() => setCopied(challenge.id), () => setFault(link));
  };
  const challenges = value?.challenges.filter(isForReader) ?? [];
  return (
    <Card aria-labelledby="challenges">
      <h2 id="challenges">{t('Open challenges')}</h2>
      {fault && <p role="alert" class="fault">{fault}</p>}
      {value && challenges.length === 0 && (me
        ? <p class="quiet">{tx('No open challenges. {create}', { create: <a href="#offer">{t('Create one')}</a> })}</p>
        : <p class="quiet">{tx('No open challenges. {enter}, and create one, or {computer}.', {
          enter: <a href="/account?then=/">{t('Sign in or play as a guest')}</a>,
          computer: <a href="#practice">{t('play the computer at once')}</a>,
        })}</p>)}
      <ul class="rows challenges">
        {challenges.map((challenge) => (
          <li key={challenge.id} class={challenge.mine ? 'mine' : undefined}>
            <ListedStart challenge={challenge} />
            <Terms challenge={challenge} />
            <span class="actions">
              {challenge.mine ? (
                <>
                  <Button onClick={() => share(challenge)}>
                    {copied === challenge.id ? t('Link copied') : t('Copy link')}</Button>
                  <Button onClick={() => call('remove', { number: challenge.id })}>{t('Remove')}</Button>
                </>
              ) : me ? (
                <>
                  {challenge.can_answer
                    ? <Button onClick={() => call('new', { number: challenge.id })}>{t('Play')}</Button>
                    : <span class="quiet">{t('Waiting for your opponent.')}</span>}
                  {challenge.pattern.toLowerCase() === me.name.toLowerCase() && (
                    <Button onClick={() => call('decline', { number: challenge.id })}>{t('Decline')}</Button>
                  )}
                </>
              ) : <ButtonLink href={`/account?then=${encodeURIComponent(`/?challenge=${challenge.id}`)}`}>{t('Sign in to play')}</ButtonLink>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The terms of a challenge, which the reader may accept or not. */
function Terms({ challenge }: { challenge: Challenge }) {
  const { titled } = useGames();
  const { by, variant, comment, mine } = challenge;
  const game = <strong>{titled(variant)}</strong>;
  const terms = useTerms(challenge);
  return (
    <span>
      {mine ? tx('Your challenge: {variant}', { variant: game }) : tx('{variant} against {name}', { variant: game, name: <PlayerLink name={by} /> })}
      <span class="quiet"> {listed(terms)}</span>
      {comment && <q class="quiet">{comment}</q>}
    </span>
  );
}
