// terms.ts: the terms of a challenge, in words.

import type { Challenge } from './answers';
import { handicapInWords, handicapsIn, isHandicap, type NamedHandicap } from './handicap';
import { useLoad } from './load';
import { shownName } from './playerName';
import { api } from './server';
import { timeInWords } from './timeInWords';
import { momentInWords, t } from './words';

/** The named handicaps of a game of the server. */
export async function handicapsOf(game: string): Promise<NamedHandicap[]> {
  return handicapsIn((await api.get<{ definition: string }>(`/api/variants/${encodeURIComponent(game)}`)).definition);
}

/** The terms that differ from the defaults, with a handicap by its name as soon as that is known.  The colour is the one that the
 * reader plays. */
export function useTerms(challenge: Partial<Challenge>): string[] {
  const game = isHandicap(challenge.move ?? '') ? challenge.variant : undefined;
  const { value } = useLoad(async () => (game === undefined ? [] : handicapsOf(game)), game);
  return termsInWords(challenge, value);
}

function termsInWords(challenge: Partial<Challenge>, named?: readonly NamedHandicap[]): string[] {
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
    ratings ? t('rating {range}', { range: ratings }) : '', move ? handicapInWords(move, named) ?? t('first move {move}', { move }) : '', pattern && pattern !== '*' ? t('for {pattern}', { pattern: shownName(pattern) }) : '',
    until === undefined ? '' : t('until {date}', { date: momentInWords(until) }),
  ].filter(Boolean);
}
