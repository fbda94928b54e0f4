// offers.ts: the challenges that wait for the reader's answer, and the reader's own, wherever on the site the reader is.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAnswer } from './answer';
import type { Challenge } from './answers';
import type { Answer, ServerEvent } from './api';
import { play } from './play/sound';
import { api, useEvents, useMe } from './server';

/** A challenge to the reader alone, or one of the reader's own. */
export interface Offer extends Partial<Omit<Challenge, 'id' | 'by'>> {
  id: number;
  by: string;
}

/** The news of an unlisted challenge are all that the page knows of it; so many are kept. */
const UNLISTED_MAX = 10;
/** No event comes when a challenge is withdrawn, so those that wait are fetched every so often. */
const WAITING_MS = 20000;

let offers: readonly Offer[] = [];
let refreshNow = () => {};
const watchers = new Set<() => void>();

function show(next: readonly Offer[]): void {
  offers = next;
  for (const watcher of [...watchers]) watcher();
}

/** Fetches the offers again, after an action of the reader. */
export const refreshOffers = (): void => refreshNow();

/** Whether an offer waits for the reader's answer. */
export const waits = (offer: Offer): boolean => !offer.mine || offer.again !== undefined;

export function useOffers(): readonly Offer[] {
  const [known, setKnown] = useState(offers);
  useLayoutEffect(() => {
    const watcher = () => setKnown(offers);
    watchers.add(watcher);
    watcher();
    return () => { watchers.delete(watcher); };
  }, []);
  return known;
}

/** The challenges of a list that concern a player alone. */
export const concerning = (challenges: readonly Challenge[], name: string): Challenge[] =>
  challenges.filter(({ mine, pattern, by }) => mine || by === name || pattern.toLowerCase() === name.toLowerCase());

/** Whether an event changes the offers. */
function changes({ event, kind, challenge, id }: ServerEvent, name: string): boolean {
  if (event === 'notice') return challenge !== undefined;
  if (event === 'game') return kind === 'begun';
  if (event === 'challenge') return concerning([challenge as Challenge], name).length > 0;
  return event === 'challenge_gone' && offers.some((offer) => offer.id === id);
}

/** Keeps the offers up to date: once on the page. */
export function useOffersUpdates(): void {
  const me = useMe();
  const name = me?.name ?? '';
  const waiting = useOffers().some(waits);
  const [unlisted, setUnlisted] = useState<readonly Offer[]>([]);
  const { value, refresh } = useAnswer<{ challenges: readonly Challenge[] }>(
    me ? '/api/challenges' : null, (event) => changes(event, name), waiting ? WAITING_MS : 0);
  useEvents((event) => {
    const { kind, key, challenge, by, game } = event;
    if (event.event === 'notice' && kind === 'challenge' && typeof key === 'string')
      setUnlisted((before) => [...before.slice(1 - UNLISTED_MAX),
        { id: Number(challenge), by: String(by), key, ...(typeof game === 'number' && { rematch_of: game }) }]);
    if (event.event === 'challenge_gone') setUnlisted((before) => before.filter(({ id }) => id !== event['id']));
  }, []);
  useEffect(() => setUnlisted([]), [name]);
  useLayoutEffect(() => {
    refreshNow = refresh;
    return () => { refreshNow = () => {}; };
  }, [refresh]);
  const known = useRef<ReadonlySet<number> | null>(null);
  useEffect(() => {
    const next = me ? [...concerning(value?.challenges ?? [], name), ...unlisted] : [];
    const fresh = value && next.filter(waits).some(({ id }) => known.current && !known.current.has(id));
    if (value) known.current = new Set(next.map(({ id }) => id));
    if (fresh) play('challenge');
    show(next);
  }, [value, unlisted, name]);

  accepted = (offer) => setUnlisted((before) => before.filter(({ id }) => id !== offer.id));
}

let accepted: (offer: Offer) => void = () => {};

/** Accepts an offer; the answer has the number of the game, unless the other player must agree, too. */
export async function accept(offer: Offer): Promise<Answer> {
  const answer = await (offer.key && !offer.mine ? api.post('accept', { number: offer.key }) : api.post('new', { number: offer.id }));
  accepted(offer);
  refreshOffers();
  return answer;
}

/** Declines an offer, or withdraws one's own. */
export async function decline(offer: Offer): Promise<void> {
  await api.post(offer.mine || offer.again !== undefined ? 'remove' : 'decline', { number: offer.id });
  accepted(offer);
  refreshOffers();
}
