// announce.ts: announces and sounds the events of a game, and tells whose turn it is.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import type { GameAnswer } from '../answers';
import { moveInWords } from '../board/speech';
import type { naming } from '../board/look';
import type { Game, View } from '../game';
import { isHandicap } from '../handicap';
import { resultInWords } from '../result';
import { say } from '../liveRegion';
import { colourName } from '../sides';
import { t, tn } from '../words';
import { play } from './sound';

/** Whose turn it is.  view: null if the position is not on the board. */
export function turnInWords(view: View | null, mine: Colour | null, game: GameAnswer): string {
  const check = view && view.checkers.size > 0 ? `${t('Check.')} ` : '';
  if (mine !== null && game.turn === mine) return `${check}${t('It is your turn.')}`;
  return `${check}${t('{colour} to move.', { colour: colourName(game.turn ?? view?.side ?? 'black') })}`;
}

/** Announces new moves, takebacks and the result, with a sound. */
export function useAnnouncements(tip: Game, known: readonly { usi: string; text: string }[], game: GameAnswer, mine: Colour | null,
  style: ReturnType<typeof naming>): void {
  const heard = useRef({ moves: known.length, ended: game.result !== null });
  // Before the board changes again.
  useLayoutEffect(() => {
    const { moves, ended } = heard.current;
    heard.current = { moves: known.length, ended: game.result !== null };
    const made = known.length - moves;
    if (made === 0 && (ended || !game.result)) return;
    // A board with an earlier position cannot describe the move.
    const here = tip.played.length === known.length;
    const before = made === 1 && here ? beforeLatest(tip) : null;
    const set = before && pieces(tip.view) < pieces(before) ? 'capture' : 'move';
    const ends = game.result !== null && !ended;
    if (ends) play(...(made > 0 ? [set, 'end'] as const : ['end'] as const));
    else if (made > 0) play(set, ...(here && tip.view.checkers.size > 0 ? ['check'] as const : mine !== null && game.turn === mine ? ['turn'] as const : []));
    const happened = made === 1 ? [`${before ? latestInWords(tip, before, style) : known.at(-1)!.text}.`]
      : made > 1 ? [tn(made, '{n} move was played.', '{n} moves were played.')]
        : made < 0 ? [t('Taken back to move {n}.', { n: known.length })] : [];
    say([...happened, game.result ? resultInWords(game.result, game) : turnInWords(here ? tip.view : null, mine, game)].join(' '));
  }, [known.length, game.result]);
}

const pieces = ({ pieces: rows }: View): number => rows.reduce((sum, row) => sum + row.filter((piece) => piece != null).length, 0);

/** The position before the latest move on a board; null before a handicap. */
const beforeLatest = (tip: Game): View | null => (isHandicap(tip.played.at(-1)!.usi) ? null : tip.before());

const latestInWords = (tip: Game, before: View, style: ReturnType<typeof naming>): string =>
  moveInWords(tip.variant, before, tip.view, tip.played.at(-1)!.usi, style);

/** The latest move on a board. */
export function moveWords(tip: Game, style: ReturnType<typeof naming>): string {
  const before = beforeLatest(tip);
  return before ? latestInWords(tip, before, style) : tip.played.at(-1)!.usi;
}
