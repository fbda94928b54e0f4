// Offers.tsx: what the opponent asks in a game, each with its answers.

import { useState } from 'preact/hooks';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import type { GameAnswer } from '../answers';
import { Button } from '../design/parts';
import { other } from '../sides';
import { t } from '../words';

interface Ask {
  kind: string;
  text: string;
  accept: string;
  command: string;
  fields?: Readonly<Record<string, unknown>>;
}

/** The open requests of the opponent of a side. */
function asks(game: GameAnswer, mine: Colour): readonly Ask[] {
  const offered = game.offers[other(mine)];
  const back = game.takeback?.[other(mine)] ?? 0;
  const all: readonly Ask[] = [
    { kind: 'draw', text: t('Your opponent offers a draw.'), accept: t('Accept the draw'), command: 'draw' },
    { kind: 'impasse', text: t('Your opponent asks to count the impasse.'), accept: t('Accept the impasse count'), command: 'impasse' },
    { kind: 'takeback', text: t('Your opponent asks for a takeback to move {n}.', { n: back }), accept: t('Accept'), command: 'undo', fields: { to: back } },
    { kind: 'adjourn', text: t('Your opponent asks to adjourn.'), accept: t('Accept adjournment'), command: 'adjourn' },
    { kind: 'resume', text: t('Your opponent is ready to resume.'), accept: t('Accept and resume'), command: 'resume' },
  ];
  return all.filter(({ kind }) => offered.includes(kind) && (kind !== 'adjourn' || !game.adjourned));
}

export interface OffersProps {
  game: GameAnswer;
  mine: Colour;
  onCall(command: string, fields?: Readonly<Record<string, unknown>>): void;
}

export function Offers({ game, mine, onCall }: OffersProps) {
  const asked = asks(game, mine);
  const known = asked.map(({ text }) => text).join(' ');
  // The server learns of a refusal by the next move; here it only puts the question away.
  const [declined, decline] = useState<{ known: string; kinds: readonly string[] }>({ known, kinds: [] });
  const away = declined.known === known ? declined.kinds : [];
  return (
    <>
      {asked.filter(({ kind }) => !away.includes(kind)).map(({ kind, text, accept, command, fields }) => (
        <div class="offer" key={kind}>
          <p role="status">{text}</p>
          <Button kind="primary" onClick={() => onCall(command, fields)}>{accept}</Button>
          <Button onClick={() => decline({ known, kinds: [...away, kind] })}>{t('Decline')}</Button>
        </div>
      ))}
    </>
  );
}
