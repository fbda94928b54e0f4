// offers.ts: the challenges that wait for the reader's answer, and the reader's own, wherever on the site the reader is.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAnswer } from './answer';
import type { Challenge } from './answers';
import { notFound, type Answer, type ServerEvent } from './api';
import { useLobbyEvents } from './lobbyEvents';
import { play } from './play/sound';
import { api, inWords, useEvents, useMe } from './server';
import { t } from './words';

/** A challenge to the reader alone, or one of the reader's own. */
export interface Offer extends Partial<Omit<Challenge, 'id' | 'by'>> {
  id: number;
  by: string;
}

/** Unlisted challenges are in no list: the page keeps so many. */
const UNLISTED_MAX = 10;

let offers: readonly Offer[] = [];
/** Those of notices with a key, which are in no list. */
let unlisted: readonly Offer[] = [];
let listed: readonly Offer[] = [];
let refreshNow = () => {};
const watchers = new Set<() => void>();

function show(): void {
  offers = [...listed, ...unlisted];
  for (const watcher of [...watchers]) watcher();
}

function forget(gone: number): void {
  unlisted = unlisted.filter(({ id }) => id !== gone);
  show();
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
const concerning = (challenges: readonly Challenge[], name: string): Challenge[] =>
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
  const { value, refresh } = useAnswer<{ challenges: readonly Challenge[] }>(me ? '/api/challenges' : null, (event) => changes(event, name));
  // Only the events of the lobby report that a challenge is withdrawn.
  useLobbyEvents(useOffers().some(waits), refresh);
  useEvents((event) => {
    const { kind, key, challenge, by, game, id } = event;
    if (event.event === 'challenge_gone') forget(Number(id));
    if (event.event !== 'notice' || kind !== 'challenge' || typeof key !== 'string') return;
    const offer: Offer = { id: Number(challenge), by: String(by), key, ...(typeof game === 'number' && { rematch_of: game }) };
    unlisted = [...unlisted.slice(1 - UNLISTED_MAX), offer];
    play('challenge');
    show();
    // The notice has neither game nor terms.
    void api.get<Challenge>(`/api/challenges/${key}`).then((challenge) => {
      unlisted = unlisted.map((one) => (one.id === offer.id ? { ...challenge, ...offer } : one));
      show();
    }, () => {});
  }, []);
  useLayoutEffect(() => () => { unlisted = []; }, [name]);
  useLayoutEffect(() => {
    refreshNow = refresh;
    return () => { refreshNow = () => {}; };
  }, [refresh]);
  const known = useRef<ReadonlySet<number> | null>(null);
  useEffect(() => {
    listed = me ? concerning(value?.challenges ?? [], name) : [];
    if (value) {
      if (known.current && listed.some((offer) => waits(offer) && !known.current!.has(offer.id))) play('challenge');
      known.current = new Set(listed.map(({ id }) => id));
    }
    show();
  }, [value, name]);
}

/** Accepts an offer; the answer has the number of the game, unless the other player must agree, too. */
export async function accept(offer: Offer): Promise<Answer> {
  try {
    const answer = await (offer.key && !offer.mine ? api.post('accept', { number: offer.key }) : api.post('new', { number: offer.id }));
    forget(offer.id);
    return answer;
  } finally {
    refreshOffers(); // it may be gone
  }
}

/** The error of an answer to a challenge, in words. */
export const answerFault = (error: unknown): string => (notFound(error) ? t('This challenge is no longer open.') : inWords(error));

/** Declines an offer, or withdraws one's own. */
export async function decline(offer: Offer): Promise<void> {
  try {
    await api.post(offer.mine || offer.again !== undefined ? 'remove' : 'decline', { number: offer.id });
    forget(offer.id);
  } finally {
    refreshOffers();
  }
}
