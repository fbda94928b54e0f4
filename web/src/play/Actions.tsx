// Actions.tsx: the actions of a player besides moves.

import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { isEngine, type GameAnswer } from '../answers';
import { other } from '../sides';
import { t } from '../words';
import type { Question } from './Ask';
import { Rematch } from './Rematch';

export interface ActionsProps {
  game: GameAnswer;
  /** null for spectators. */
  mine: Colour | null;
  /** The number of moves on the board; null if it shows all. */
  at: number | null;
  onCall(command: string, fields?: Readonly<Record<string, unknown>>): void;
  onAsk(question: Question): void;
  /** to: the number of the first move to take back, the player's own latest. */
  onTakeBack(to: number): void;
  onFlip(): void;
}

export function Actions({ game, mine, at, onCall, onAsk, onTakeBack, onFlip }: ActionsProps) {
  const offered = mine && !game.result ? game.offers[other(mine)] : [];
  const asked = mine && !game.result ? game.offers[mine] : [];
  const last = game.moves.at(-1);
  const ownLatest = mine === null ? 0 : game.moves.map(({ by }) => by).lastIndexOf(mine) + 1;
  const mayTakeBack = mine !== null && !game.result && !game.adjourned && (game.undo || !game.rated);
  const againstEngine = mine !== null && isEngine(game[other(mine)].name);
  const askedBack = mine !== null && asked.includes('takeback') && game.takeback?.[mine] === ownLatest;
  const wanted = mine && offered.includes('takeback') ? game.takeback?.[other(mine)] : null;
  const resign = () => onAsk({
    text: t('Resign this game?'),
    choices: [{ answer: 'yes', name: t('Resign') }],
    then: (answer) => onCall('resign', { answers: [answer] }),
  });
  const remove = () => onAsk({
    text: t('If your opponent agrees, this game is deleted for everyone.'),
    choices: [{ answer: 'yes', name: t('Ask to delete') }],
    then: () => onCall('delete'),
  });
  const impasse = () => onAsk({
    text: t('End the game by impasse? If both players agree, it ends at once, and the rules decide the result.'),
    choices: [{ answer: 'yes', name: offered.includes('impasse') ? t('Accept the impasse count') : t('Claim impasse') }],
    then: () => onCall('impasse'),
  });
  const fast = game.clock !== null && game.speed !== 'correspondence';
  return (
    <div class="actions" role="group" aria-label={t('Actions')}>
      {offered.includes('draw') && <p class="said" role="status">{t('Your opponent offers a draw.')}</p>}
      {offered.includes('impasse') && <p class="said" role="status">{t('Your opponent asks to count the impasse.')}</p>}
      {wanted != null && (
        <p class="said" role="status">{t('Your opponent asks for a takeback to move {n}.', { n: wanted })}{' '}
          <button type="button" onClick={() => onCall('undo', { to: wanted })}>{t('Accept')}</button></p>
      )}
      {!game.adjourned && offered.includes('adjourn') && <p class="said" role="status">{t('Your opponent asks to adjourn.')}</p>}
      {!game.result && game.adjourned === 'agreed' && <p class="said" role="status">{t('The next move will be sealed: nobody sees it until the game resumes.')}</p>}
      {!game.result && game.adjourned === 'sealed' && <p class="said" role="status">{t('The game is adjourned, with the next move sealed.')}</p>}
      {mine && !game.result && game.adjourned === 'sealed' && (
        <button type="button" disabled={asked.includes('resume')} onClick={() => onCall('resume')}>
          {asked.includes('resume') ? t('Resume offered') : offered.includes('resume') ? t('Accept and resume') : t('Resume')}</button>
      )}
      {mine && !game.result && game.impasse && (game.entered.length > 0 || offered.includes('impasse')) && (
        <button type="button" disabled={asked.includes('impasse')} onClick={impasse}>
          {offered.includes('impasse') ? t('Accept the impasse count') : asked.includes('impasse') ? t('Impasse proposed') : t('Claim impasse')}</button>
      )}
      {mine && !game.result && fast && !game.adjourned && (
        <button type="button" disabled={asked.includes('adjourn')} onClick={() => onCall('adjourn')}>
          {asked.includes('adjourn') ? t('Adjournment offered') : offered.includes('adjourn') ? t('Accept adjournment') : t('Adjourn')}</button>
      )}
      {mine && !game.result && (
        <>
          <button type="button" disabled={asked.includes('draw')} onClick={() => onCall('draw')}>
            {offered.includes('draw') ? t('Accept the draw') : asked.includes('draw') ? t('Draw offered') : t('Offer a draw')}</button>
          {mayTakeBack && ownLatest > 0 && <button type="button" disabled={askedBack} onClick={() => onTakeBack(ownLatest)}>
            {askedBack ? t('Takeback requested') : againstEngine || (game.undo && last?.by === mine) ? t('Take back') : t('Ask for a takeback')}</button>}
          {mayTakeBack && game.undo && !againstEngine && last?.by === other(mine)
            && <button type="button" onClick={() => onCall('undo', { opponent: true })}>{t('Give a takeback')}</button>}
          {mayTakeBack && at !== null && <button type="button" onClick={() => onCall('undo', { to: at + 1 })}>{t('Ask for a takeback to here')}</button>}
          <button type="button" onClick={resign}>{t('Resign')}</button>
        </>
      )}
      {mine && game.result && <Rematch game={game.id} opponent={game[other(mine)].name} />}
      {mine && game.result && <button type="button" onClick={remove}>{t('Delete the game')}</button>}
      {mine && game.no_analysis !== undefined && (
        <label class="tick"><input type="checkbox" checked={game.no_analysis}
          onChange={(event) => onCall('analysis', { wish: event.currentTarget.checked ? 'off' : 'on' })} /> {t('Ask others not to analyse')}</label>
      )}
      <button type="button" onClick={onFlip}>{t('Flip the board')}</button>
    </div>
  );
}
