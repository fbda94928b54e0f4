// result.ts: the result of a game, in words.

import type { Colour } from '../../src/wasm/shoogi.mjs';
import type { Result } from './answers';
import { shownName } from './playerName';
import { colourName, other } from './sides';
import { msg, t } from './words';

/** Reasons with a sentence of their own, by the server's word. */
const sentences: Readonly<Record<string, string>> = {
  resignation: msg('{loser} resigned: {winner} wins.'),
  'illegal move': msg('Illegal move by {loser}: {winner} wins.'),
  'no legal move': msg('{loser} has no legal move: {winner} wins.'),
  'perpetual check': msg('Perpetual check by {loser}: {winner} wins.'),
  time: msg("{loser} lost on time: {winner} wins."),
};

/** Reasons that only the server has, and the outcomes of the library. */
const words: Readonly<Record<string, string>> = {
  black: msg('Black wins'), white: msg('White wins'), draw: msg('draw'), 'no contest': msg('no result'),
  agreement: msg('agreement'), abandoned: msg('abandoned'), aborted: msg('aborted'), resignation: msg('resignation'), time: msg('time'),
};

/** An outcome or a reason on its own. */
export const endInWords = (word: string): string => t(words[word] ?? word);

/** players: to name them instead of their colours. */
export function resultInWords({ outcome, reason }: Result, players?: Readonly<Record<Colour, { name: string }>>): string {
  if (outcome === 'draw') return t('The game is drawn: {reason}.', { reason: endInWords(reason) });
  if (outcome === 'no-contest') return t('No result: {reason}. Neither player wins.', { reason: endInWords(reason) });
  const name = (colour: Colour) => (players
    ? t('{name} ({colour})', { name: shownName(players[colour].name), colour: colourName(colour) }) : colourName(colour));
  const values = { winner: name(outcome), loser: name(other(outcome)), reason: endInWords(reason) };
  return t(sentences[reason] ?? '{winner} wins: {reason}.', values);
}
