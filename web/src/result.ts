// result.ts: how a game ended, in words.

import type { Result } from './answers';
import { colourName, other } from './sides';
import { msg, t } from './words';

/** Ends that have a sentence of their own, by the server's word for the reason. */
const sentences: Readonly<Record<string, string>> = {
  resignation: msg('{loser} resigned: {winner} wins.'),
  'illegal move': msg('Illegal move by {loser}: {winner} wins.'),
  'no legal move': msg('{loser} has no legal move: {winner} wins.'),
  'perpetual check': msg('Perpetual check by {loser}: {winner} wins.'),
  time: msg("{loser}'s time has run out: {winner} wins."),
};

export function resultInWords({ outcome, reason }: Result): string {
  if (outcome === 'draw') return t('The game is drawn: {reason}.', { reason: t(reason) });
  if (outcome === 'no-contest') return t('No contest: {reason}. Neither has won.', { reason: t(reason) });
  const values = { winner: colourName(outcome), loser: colourName(other(outcome)), reason: t(reason) };
  return t(sentences[reason] ?? '{winner} wins: {reason}.', values);
}
