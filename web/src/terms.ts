// terms.ts: the terms of a challenge, in words.

import type { Challenge } from './answers';
import { handicapInWords } from './handicap';
import { shownName } from './playerName';
import { timeInWords } from './timeInWords';
import { momentInWords, t } from './words';

/** The terms that differ from the defaults.  The colour is the one that the reader plays. */
export function termsInWords(challenge: Partial<Challenge>): string[] {
  const { variant, colour, mine, grades, time_control: clock, rated, undo, illegal_loses, pattern, ratings, move, start, long_start: long, until_ms: until } = challenge;
  // Of an unlisted challenge the page knows nothing.
  if (variant === undefined) return [];
  const plays = colour === 'random' ? t('random colour')
    : !colour ? '' : (colour === 'black') === (mine === true) ? t('you play Black') : t('you play White');
  return [
    timeInWords(clock ?? null), rated ? t('rated') : '',
    grades ? t('grades decide the colour') : plays, undo ? t('moves may be taken back') : '',
    illegal_loses ? t('an illegal move loses') : '',
    start === undefined && !long ? '' : t('from a position'),
    ratings ? t('rating {range}', { range: ratings }) : '', move ? handicapInWords(move) ?? t('first move {move}', { move }) : '', pattern && pattern !== '*' ? t('for {pattern}', { pattern: shownName(pattern) }) : '',
    until === undefined ? '' : t('until {date}', { date: momentInWords(until) }),
  ].filter(Boolean);
}
