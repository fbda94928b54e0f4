// terms.ts: the terms of a challenge, in words.

import type { Challenge } from './answers';
import { shownName } from './playerName';
import { timeInWords } from './timeInWords';
import { momentInWords, t } from './words';

export function termsInWords(challenge: Partial<Challenge>): string[] {
  const { variant, colour, grades, time_control: clock, rated, undo, illegal_loses, pattern, ratings, move, start, until_ms: until } = challenge;
  // Of an unlisted challenge the page knows nothing.
  if (variant === undefined) return [];
  const plays: Record<string, string> = {
    black: t('plays Black'), white: t('plays White'), random: t('random colour'),
  };
  return [
    timeInWords(clock ?? null), rated ? t('rated') : '',
    grades ? t('grades decide the colour') : plays[colour ?? ''] ?? '', undo ? t('moves may be taken back') : '',
    illegal_loses ? t('an illegal move loses') : '',
    start === undefined ? '' : t('from a position'),
    ratings ? t('rating {range}', { range: ratings }) : '', move ? t('first move {move}', { move }) : '', pattern && pattern !== '*' ? t('for {pattern}', { pattern: shownName(pattern) }) : '',
    until === undefined ? '' : t('until {date}', { date: momentInWords(until) }),
  ].filter(Boolean);
}
