// pair.ts: finds a game with any player by given terms.

import type { Challenge } from './answers';
import type { Answer } from './api';
import { sfenAsWord } from './positions';
import { api } from './server';

export interface Terms {
  variant: string;
  /** As the server writes it; '': none. */
  clock: string;
  rated?: boolean;
  undo?: boolean;
  /** The position from which the game begins, if it is not the first of its game. */
  start?: string | undefined;
}

/** Whether a challenge has these terms and is for everybody; it may differ in takebacks. */
export const fits = ({ variant, clock, rated = false, start }: Terms, one: Challenge): boolean =>
  one.variant === variant && one.start === start && !one.long_start && (one.time_control ?? '') === clock && one.rated === rated && one.pattern === '*';

/** The fields of a new challenge for anybody, of a random colour. */
export const forAnybody = ({ start, ...terms }: Terms) => ({ ...terms, ...(start !== undefined && { start: sfenAsWord(start) }), colour: 'random', pattern: '*' });

/** Accepts a challenge with these terms; if there is none, makes one, unless the reader has one already.  not: the player
 * whose challenges are passed over.  Returns the number of the game, or null if it does not begin at once. */
export async function pair(terms: Terms, not?: string): Promise<number | null> {
  const { challenges } = await api.get<{ challenges: readonly Challenge[] }>('/api/challenges');
  const alike = challenges.filter((one) => fits(terms, one));
  const found = alike.find((one) => one.can_answer && one.by !== not);
  if (!found && alike.some((one) => one.mine)) return null;
  const { game }: Answer = await api.post('new', found ? { number: found.id } : forAnybody(terms));
  return game || null;
}
