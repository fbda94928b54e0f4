// Rematch.tsx: asking for another game after the end of one, and answering the opponent who asks.

import { useState } from 'preact/hooks';
import type { Answer } from '../api';
import { Button } from '../design/parts';
import { go } from '../navigation';
import { accept, decline, refreshOffers, useOffers } from '../offers';
import { shownName } from '../playerName';
import { api, inWords } from '../server';
import { t } from '../words';

/** game: a finished game of the reader. */
export function Rematch({ game, opponent }: { game: number; opponent: string }) {
  const offers = useOffers().filter(({ rematch_of, again }) => rematch_of === game || again === game);
  const [fault, setFault] = useState('');
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const call = (done: Promise<Answer | void>) => {
    setBusy(true);
    setFault('');
    setSaid('');
    done.then((answer) => {
      refreshOffers();
      if (answer?.game && answer.game !== game) go(`/games/${answer.game}`);
      else if (answer?.text && !answer.challenge) setSaid(answer.text);
    }, (error: unknown) => setFault(inWords(error))).finally(() => setBusy(false));
  };
  const replay = offers.find(({ again }) => again === game);
  const theirs = offers.find(({ mine, again }) => !mine && again === undefined);
  const own = offers.find(({ mine, again }) => mine && again === undefined);
  return (
    <>
      {fault && <p role="alert" class="fault">{fault}</p>}
      {said && <p role="status" class="said">{said}</p>}
      {replay && (
        <Button kind="primary" onClick={() => call(accept(replay))}>{t('Replay the game')}</Button>
      )}
      {theirs ? (
        <>
          <p class="said" role="status">{t('{name} asks for a rematch.', { name: shownName(opponent) })}</p>
          <span class="wanted"><Button kind="primary" onClick={() => call(accept(theirs))}>{t('Accept the rematch')}</Button></span>
          <Button onClick={() => call(decline(theirs))}>{t('Decline the rematch')}</Button>
        </>
      ) : own ? (
        <>
          <Button disabled>{t('Rematch offered')}</Button>
          <Button onClick={() => call(decline(own))}>{t('Withdraw the rematch')}</Button>
        </>
      ) : <Button kind="primary" disabled={busy} onClick={() => call(api.post('rematch', { game }))}>{t('Rematch')}</Button>}
    </>
  );
}
