// pair.ts: a game with anybody who wants to play by the same terms.

import type { Challenge } from './answers';
import type { Answer } from './api';
import { api } from './server';

export interface Terms {
  variant: string;
  /** As the server writes it; '': none. */
  clock: string;
  rated?: boolean;
  undo?: boolean;
}

/** Whether a challenge that everybody may accept has these terms; takebacks do not count. */
export const fits = ({ variant, clock, rated = false }: Terms, one: Challenge): boolean =>
  one.variant === variant && (one.time_control ?? '') === clock && one.rated === rated && one.pattern === '*';

/** The fields of a new challenge for anybody, of a random colour. */
export const forAnybody = (terms: Terms) => ({ ...terms, colour: 'random', pattern: '*' });

/** Accepts a challenge with these terms, or makes one, unless the reader has one.  not: a player whose challenge is not accepted.
 * Returns the number of the game, if it begins at once. */
export async function pair(terms: Terms, not?: string): Promise<number | null> {
  const { challenges } = await api.get<{ challenges: readonly Challenge[] }>('/api/challenges');
  const alike = challenges.filter((one) => fits(terms, one));
  const found = alike.find((one) => one.can_answer && one.by !== not);
  if (!found && alike.some((one) => one.mine)) return null;
  const { game }: Answer = await api.post('new', found ? { number: found.id } : forAnybody(terms));
  return game || null;
}
