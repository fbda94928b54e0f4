// Challenged.tsx: challenges to the reader, wherever on the site they are, with buttons that answer.

import { useEffect, useState } from 'preact/hooks';
import { Button } from './design/parts';
import { say } from './liveRegion';
import { useLoad } from './load';
import { go, usePlace } from './navigation';
import { accept, answerFault, decline, useOffers, useOffersUpdates, waits, type Offer } from './offers';
import { PlayerLink } from './PlayerLink';
import { shownName } from './playerName';
import { useGames } from './serverGames';
import { useTerms } from './terms';
import { listed, msg, t, tx } from './words';

/** The largest number at once. */
const SHOWN_MAX = 3;

/** Challenges to the reader alone, with their answers, until one is given or they are put off. */
export function Challenged() {
  const { path } = usePlace();
  useOffersUpdates();
  const [later, putOff] = useState<ReadonlySet<number>>(new Set());
  // The page of a finished game has its own buttons for another one.
  const shown = useOffers().filter((offer) => waits(offer) && !later.has(offer.id)
    && path !== `/games/${offer.rematch_of ?? offer.again}`).slice(-SHOWN_MAX);
  if (shown.length === 0) return null;
  return (
    <aside class="notice-bar notices" aria-label={t('Challenges for you')}>
      {shown.map((offer) => (
        <OfferNotice key={offer.id} offer={offer} onLater={() => putOff(new Set([...later, offer.id]))} />
      ))}
    </aside>
  );
}

function OfferNotice({ offer, onLater }: { offer: Offer; onLater(): void }) {
  const [fault, setFault] = useState('');
  const { titled } = useGames();
  const { by, variant, rematch_of: rematch, again, comment } = offer;
  const [game, id] = [variant === undefined ? '' : titled(variant), again ?? 0];
  const words = again !== undefined ? msg('Game {id} ended without a winner and can be replayed.')
    : rematch !== undefined ? msg('{name} asks for a rematch.')
      : variant === undefined ? msg('{name} challenges you.') : msg('{name} challenges you to {game}.');
  const text = t(words, { name: shownName(by), game, id });
  useEffect(() => say(text), [text]);
  const call = (done: Promise<{ game?: number } | void>) => {
    setFault('');
    done.then((answer) => {
      if (answer?.game) go(`/games/${answer.game}`);
      else onLater();
    }, (error: unknown) => setFault(answerFault(error)));
  };
  const from = offer.start !== undefined || offer.long_start === true;
  const terms = useTerms({ ...offer, pattern: '*' });
  const board = useLoad(async () => (from ? import('./lobby/StartBoard') : null), from).value;
  const asks = (
    <p>
      <span>{tx(words, { name: <PlayerLink name={by} />, game, id })} <span class="quiet">{listed(terms)}</span>{comment && <> <q>{comment}</q></>}</span>
      <span>
        <Button onClick={() => call(accept(offer))}>{t('Accept')}</Button>{' '}
        <Button onClick={() => call(decline(offer))}>{t('Decline')}</Button>{' '}
        <Button onClick={onLater}>{t('Later')}</Button>
      </span>
      {fault && <span role="alert" class="fault">{fault}</span>}
    </p>
  );
  return board ? <div class="with-start"><board.ListedStart challenge={{ ...offer, variant: variant! }} />{asks}</div> : asks;
}
