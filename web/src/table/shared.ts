// shared.ts: a free board that two people share through the server, built from its events.
//
// The server checks the form and the author of a line; only the page knows its effect on the board.  So a line may
// be impossible, if it was typed blindly: it is skipped and shown with its error.

import { Fault } from '../textFault';
import { back, begin, play, readLog, type Log } from './log';
import type { Side } from './spaces';

/** An event, as the server sends it. */
export interface Done {
  number: number;
  kind: string;
  text: string;
  by: string;
}

export interface Seats {
  id: number;
  title: string;
  first: string | null;
  second: string | null;
  hidden: boolean;
}

export interface TableAnswer extends Seats {
  setup: string;
  seat: Side | null;
  key?: string;
  lines: readonly Done[];
  more: boolean;
}

/** A line that counts. */
interface Line {
  number: number;
  by: string;
  text: string;
  /** The number of moves with it. */
  moves: number;
  /** Its error; '' if it was played. */
  fault: string;
}

export interface Shared extends Seats {
  seat: Side | null;
  key: string | undefined;
  events: number;
  log: Log;
  lines: readonly Line[];
  said: readonly { number: number; by: string; text: string }[];
}

/** Throws a Fault if the setup has an error. */
export function sharedOf({ setup, lines, key, id, title, first, second, hidden, seat }: TableAnswer): Shared {
  const shared: Shared = {
    id, title, first, second, hidden, seat, key, events: 0, log: begin(readLog(setup)), lines: [], said: [],
  };
  return lines.reduce((before, line) => after(before, line) ?? before, shared);
}

/** The board after an event; null if events are missing and the board has to be fetched again. */
export function after(shared: Shared, { number, kind, text, by }: Done): Shared | null {
  if (number <= shared.events) return shared;
  if (number !== shared.events + 1) return null;
  const next = { ...shared, events: number };
  const { log, lines } = shared;
  switch (kind) {
    case 'move': {
      const [done, fault] = attempt(log, text);
      return { ...next, log: done, lines: [...lines, { number, by, text, moves: done.moves.length, fault }] };
    }
    case 'undo': {
      const rest = lines.slice(0, -1);
      return { ...next, lines: rest, log: back(log, rest.at(-1)?.moves ?? 0) };
    }
    case 'comment': return { ...next, said: [...shared.said, { number, by, text }] };
    // A new player takes the free seat.
    case 'join': return { ...next, [shared.first === null ? 'first' : 'second']: by };
    default: return next;
  }
}

function attempt(log: Log, text: string): readonly [Log, string] {
  try {
    return [play(log, text), ''];
  } catch (error) {
    if (error instanceof Fault) return [log, error.message];
    throw error;
  }
}

/** The last line that counts, if it is one's own and can be taken back. */
export const ownLast = ({ lines }: Shared, me: string): Line | null => (lines.at(-1)?.by === me ? lines.at(-1)! : null);
