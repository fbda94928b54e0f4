// Deeds.tsx: what a player can do in his game besides moving.

import type { Colour } from '../../../src/wasm/shoogi.mjs';
import type { GameAnswer } from '../answers';
import { other } from '../sides';
import { t } from '../words';
import type { Question } from './Ask';

export interface DeedsProps {
  game: GameAnswer;
  /** null: one only watches. */
  mine: Colour | null;
  /** How many moves are on the board, where these are not all. */
  at: number | null;
  onCall(command: string, fields?: Readonly<Record<string, unknown>>): void;
  onAsk(question: Question): void;
  onFlip(): void;
}

export function Deeds({ game, mine, at, onCall, onAsk, onFlip }: DeedsProps) {
  const offered = mine && !game.result ? game.offers[other(mine)] : [];
  const asked = mine && !game.result ? game.offers[mine] : [];
  const last = game.moves.at(-1);
  const wanted = mine && offered.includes('takeback') ? game.takeback?.[other(mine)] : null;
  const resign = () => onAsk({
    text: t('Give this game up?'),
    choices: [{ answer: 'yes', name: t('Resign') }],
    then: (answer) => onCall('resign', { answers: [answer] }),
  });
  const remove = () => onAsk({
    text: t('When your opponent wants it, too, nobody sees this game any more.'),
    choices: [{ answer: 'yes', name: t('Have it deleted') }],
    then: () => onCall('delete'),
  });
  const fast = game.clock !== null && game.speed !== 'correspondence';
  return (
    <div class="deeds" role="group" aria-label={t('Actions')}>
      {offered.includes('draw') && <p class="said" role="status">{t('Your opponent offers a draw.')}</p>}
      {offered.includes('impasse') && <p class="said" role="status">{t('Your opponent wants the impasse counted.')}</p>}
      {wanted != null && (
        <p class="said" role="status">{t('Your opponent asks to go back to move {n}.', { n: wanted })}{' '}
          <button type="button" onClick={() => onCall('undo', { to: wanted })}>{t('Agree')}</button></p>
      )}
      {!game.adjourned && offered.includes('adjourn') && <p class="said" role="status">{t('Your opponent wants to adjourn.')}</p>}
      {!game.result && game.adjourned === 'agreed' && <p class="said" role="status">{t('The next move will be sealed: nobody sees it until the game goes on.')}</p>}
      {!game.result && game.adjourned === 'sealed' && <p class="said" role="status">{t('The game is adjourned, and the next move is sealed.')}</p>}
      {mine && !game.result && game.adjourned === 'sealed' && (
        <button type="button" disabled={asked.includes('resume')} onClick={() => onCall('resume')}>
          {asked.includes('resume') ? t('You want to go on') : offered.includes('resume') ? t('Go on, as your opponent wants') : t('Go on')}</button>
      )}
      {mine && !game.result && fast && !game.adjourned && (
        <button type="button" disabled={asked.includes('adjourn')} onClick={() => onCall('adjourn')}>
          {asked.includes('adjourn') ? t('You want to adjourn') : offered.includes('adjourn') ? t('Agree to adjourn') : t('Adjourn')}</button>
      )}
      {mine && !game.result && (
        <>
          <button type="button" disabled={asked.includes('draw')} onClick={() => onCall('draw')}>
            {offered.includes('draw') ? t('Accept the draw') : asked.includes('draw') ? t('Draw offered') : t('Offer a draw')}</button>
          {game.impasse && <button type="button" disabled={asked.includes('impasse')} onClick={() => onCall('impasse')}>
            {offered.includes('impasse') ? t('Agree to count the impasse') : asked.includes('impasse') ? t('You want the impasse counted') : t('Impasse')}</button>}
          {last && !game.adjourned && <button type="button" onClick={() => onCall('undo', last.by === mine ? {} : { opponent: true })}>
            {last.by === mine ? t('Take back') : t('Give the move back')}</button>}
          {at !== null && !game.adjourned && <button type="button" onClick={() => onCall('undo', { to: at + 1 })}>{t('Ask to go back to here')}</button>}
          <button type="button" onClick={resign}>{t('Resign')}</button>
        </>
      )}
      {mine && game.result && <button type="button" onClick={() => onCall('rematch')}>{t('Play again')}</button>}
      {mine && game.result && <button type="button" onClick={remove}>{t('Delete the game')}</button>}
      {mine && game.no_analysis !== undefined && (
        <label class="tick"><input type="checkbox" checked={game.no_analysis}
          onChange={(event) => onCall('analysis', { wish: event.currentTarget.checked ? 'off' : 'on' })} /> {t('No analysis, please')}</label>
      )}
      <button type="button" onClick={onFlip}>{t('Turn the board')}</button>
    </div>
  );
}
