// shared.ts: a table without rules that two people share through the server, as what they did makes it.
//
// The server knows the form of a line and whose it is; what it does to the board is known here alone.  So a line may come
// that cannot be done, from somebody who typed it blindly: it is passed over, and answer.

import { Fault } from '../textFault';
import { back, begin, play, readLog, type Log } from './log';
import type { Side } from './spaces';

/** What was done, as the server tells it. */
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
  /** How many moves the log has with it. */
  moves: number;
  /** Why it could not be done; '' if it was. */
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

/** A Fault if the table cannot be set up here. */
export function sharedOf({ setup, lines, key, id, title, first, second, hidden, seat }: TableAnswer): Shared {
  const shared: Shared = {
    id, title, first, second, hidden, seat, key, events: 0, log: begin(readLog(setup)), lines: [], said: [],
  };
  return lines.reduce((before, line) => after(before, line) ?? before, shared);
}

/** The table after what was done; null if there is a gap before it, and the table is to be had anew. */
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
    // Who sits down takes the seat that is free.
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

/** The last line that counts, if it is somebody's own: he may take it back. */
export const ownLast = ({ lines }: Shared, me: string): Line | null => (lines.at(-1)?.by === me ? lines.at(-1)! : null);
