// told.ts: what happens in a game, said aloud and sounded, and whose turn it is in words.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Colour, Variant } from '../../../src/wasm/shoogi.mjs';
import type { GameAnswer } from '../answers';
import { moveInWords } from '../board/aloud';
import type { naming } from '../board/look';
import type { Game, View } from '../game';
import { resultInWords } from '../result';
import { say } from '../say';
import { colourName } from '../sides';
import { t } from '../words';
import { knock } from './sound';

/** Whose turn it is. */
export function standing(view: View, mine: Colour | null, game: GameAnswer): string {
  const check = view.checkers.size > 0 ? `${t('Check.')} ` : '';
  if (mine !== null && game.turn === mine) return `${check}${t('It is your turn.')}`;
  return `${check}${t('{colour} to move.', { colour: colourName(game.turn ?? view.side) })}`;
}

/** Says each new move and the end, and sounds them. */
export function useTold(tip: Game, known: readonly { usi: string }[], game: GameAnswer, mine: Colour | null,
  style: ReturnType<typeof naming>, variant: Variant): void {
  const heard = useRef(known.length);
  // While the board stands at what is to be told.
  useLayoutEffect(() => {
    const before = heard.current;
    heard.current = known.length;
    if (known.length !== before + 1) return;
    knock();
    const last = known.at(-1)!;
    const { view: after } = tip;
    if (tip.played.length !== known.length) return;
    const earlier = tip.before();
    const words = earlier && !last.usi.startsWith('HANDICAP:') ? moveInWords(variant, earlier, after, last.usi, style) : last.usi;
    say(`${words}. ${game.result ? resultInWords(game.result) : standing(after, mine, game)}`);
  }, [known.length]);
  const ended = useRef(game.result !== null);
  useLayoutEffect(() => {
    if (game.result && !ended.current) say(resultInWords(game.result));
    ended.current = game.result !== null;
  }, [game.result]);
}
