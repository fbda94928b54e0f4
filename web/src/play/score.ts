// score.ts: the engine's scores in words, as shoogi analyse and ANALYSE write them.

import { MATE_CP } from '../engine/ended';
import { t, tn } from '../words';

const WON_CP = 29000;
/** SHG_SCALE of src/base/winning_chance.h. */
const SCALE = 400;

/** Black's winning chances, from 0 to 1. */
export const chanceOf = (score: number): number => 1 / (1 + Math.exp(-score / SCALE));

/** The same in percent. */
export const percentOf = (score: number): number => Math.round(100 * chanceOf(score));

/** A move of an engine line; 'win' is a declaration. */
export const moveOfLine = (text: string): string => (text === 'win' ? t('declaration') : text);

/** The longest part of a line that is shown. */
export const LINE_MOVES = 12;

/** The moves of a line with their numbers.  ply: that of the first. */
export const lineInWords = (line: readonly string[], ply: number): string =>
  line.slice(0, LINE_MOVES).map((text, i) => `${ply + i}. ${moveOfLine(text)}`).join(' ');

/** A score for Black, in hundredths of a pawn. */
export function scoreInWords(score: number): string {
  const plies = MATE_CP - Math.abs(score);
  // The record does not say how soon.
  if (plies === 0) return score > 0 ? t('Black wins') : t('White wins');
  if (score > WON_CP) return tn(plies, 'Black wins in {n} ply', 'Black wins in {n} plies');
  if (score < -WON_CP) return tn(plies, 'White wins in {n} ply', 'White wins in {n} plies');
  return `${score > 0 ? '+' : score < 0 ? '−' : ''}${Math.abs(score)} (${percentOf(score)} %)`;
}
