// Actions.tsx: the actions of a player besides moves: the usual ones as buttons, the others in a menu.

import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { isEngine, type GameAnswer } from '../answers';
import { Button, Tick } from '../design/parts';
import { other } from '../sides';
import { t } from '../words';
import type { Question } from './Ask';
import { More, type MoreItem } from './More';

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
  /** Shows only the board, the hands and the clocks. */
  onZen(): void;
}

export function Actions(props: ActionsProps) {
  const { game, mine, onCall, onAsk, onTakeBack, onFlip } = props;
  const running = mine !== null && !game.result;
  const asked = running ? game.offers[mine] : [];
  const ownLatest = mine === null ? 0 : game.moves.map(({ by }) => by).lastIndexOf(mine) + 1;
  const againstEngine = mine !== null && isEngine(game[other(mine)].name);
  const askedBack = running && asked.includes('takeback') && game.takeback?.[mine] === ownLatest;
  const resign = () => onAsk({
    text: t('Resign this game?'),
    choices: [{ answer: 'yes', name: t('Resign') }],
    then: (answer) => onCall('resign', { answers: [answer] }),
  });
  const sealed = running && game.adjourned === 'sealed';
  return (
    <div class="actions" role="group" aria-label={t('Actions')}>
      {sealed && !game.offers[other(mine)].includes('resume') && (
        <Button disabled={asked.includes('resume')} onClick={() => onCall('resume')}>
          {asked.includes('resume') ? t('Resume offered') : t('Resume')}</Button>
      )}
      {running && mayTakeBack(game) && ( /* The button is there from the beginning, so that the first move moves nothing. */
        <Button disabled={askedBack || ownLatest === 0} onClick={() => onTakeBack(ownLatest)}>
          {askedBack ? t('Takeback requested') : againstEngine || (game.undo && game.moves.at(-1)?.by === mine) ? t('Take back') : t('Ask for a takeback')}</Button>
      )}
      {running && <Button onClick={resign}>{t('Resign')}</Button>}
      <Button onClick={onFlip}>{t('Flip the board')}</Button>
      {!running && <Button onClick={props.onZen}>{t('Zen mode')}</Button>}
      {running && <More items={[...whileRunning(props, mine), zenOf(props)]}><NoAnalysis {...props} /></More>}
    </div>
  );
}

/** The wish that others do not analyse the game. */
const NoAnalysis = ({ game, onCall }: ActionsProps) => (game.no_analysis === undefined ? null : (
  <Tick title={t('Ask others not to analyse')} value={game.no_analysis} onChange={(on) => onCall('analysis', { wish: on ? 'off' : 'on' })} />
));

const zenOf = ({ onZen }: ActionsProps): MoreItem => ({ name: t('Zen mode'), onChoose: onZen });

/** The menu of a finished game. */
export const MoreAfterwards = (props: ActionsProps) => (
  <More items={[{ name: t('Flip the board'), onChoose: props.onFlip }, zenOf(props), ...(props.mine ? afterwards(props) : [])]}><NoAnalysis {...props} /></More>
);

const mayTakeBack = (game: GameAnswer): boolean => !game.result && !game.adjourned && (game.undo || !game.rated);

/** The rest of what a player may do in a running game. */
function whileRunning({ game, at, onCall, onAsk }: ActionsProps, mine: Colour): MoreItem[] {
  const asked = game.offers[mine];
  const offered = game.offers[other(mine)];
  const last = game.moves.at(-1);
  const fast = game.clock !== null && game.speed !== 'correspondence';
  const againstEngine = isEngine(game[other(mine)].name);
  /** An action that needs the opponent's agreement; what has been asked already waits for it. */
  const proposal = (command: string, name: string, waiting: string, text: string): MoreItem => ({
    name: asked.includes(command) ? waiting : name,
    disabled: asked.includes(command),
    onChoose: () => onAsk({ text, choices: [{ answer: 'yes', name }], then: () => onCall(command) }),
  });
  const items: (MoreItem | false)[] = [
    !offered.includes('draw') && proposal('draw', t('Offer a draw'), t('Draw offered'), t('Offer your opponent a draw?')),
    game.impasse === true && game.entered.length > 0 && !offered.includes('impasse')
      && proposal('impasse', t('Claim impasse'), t('Impasse proposed'),
        t('End the game by impasse? If both players agree, it ends at once, and the rules decide the result.')),
    fast && !game.adjourned && !offered.includes('adjourn')
      && proposal('adjourn', t('Adjourn'), t('Adjournment offered'),
        t('Adjourn the game? If your opponent agrees, the next move is sealed and the clocks stop until both of you resume.')),
    mayTakeBack(game) && game.undo && !againstEngine && last?.by === other(mine)
      && { name: t('Give a takeback'), onChoose: () => onCall('undo', { opponent: true }) },
    mayTakeBack(game) && at !== null && { name: t('Ask for a takeback to here'), onChoose: () => onCall('undo', { to: at + 1 }) },
  ];
  return items.filter((item) => item !== false);
}

const afterwards = ({ onCall, onAsk }: ActionsProps): MoreItem[] => [{
  name: t('Delete the game'),
  onChoose: () => onAsk({
    text: t('If your opponent agrees, this game is deleted for everyone.'),
    choices: [{ answer: 'yes', name: t('Ask to delete') }],
    then: () => onCall('delete'),
  }),
}];
