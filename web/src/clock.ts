// clock.ts: the reading of a clock at any moment, from the server's last message.

import type { Clock, Reading } from './answers';
import type { Colour } from '../../src/wasm/shoogi.mjs';
import { t } from './words';

/** How far the server's clock is ahead of ours: the largest value seen, because the fastest message gave it. */
let ahead_ms = -Infinity;

const here_ms = (): number => performance.timeOrigin + performance.now();

/** Learns the time from a message just received. */
export function syncClock(server_ms: number): void {
  ahead_ms = Math.max(ahead_ms, server_ms - here_ms());
}

/** The current time of the server. */
export const serverNow = (): number => here_ms() + (Number.isFinite(ahead_ms) ? ahead_ms : 0);

export interface Shown {
  /** Of the bank, or of the period once the bank is empty. */
  left_ms: number;
  /** The free time left in this turn. */
  grace_ms: number;
  inPeriod: boolean;
  periods: number;
  expired: boolean;
}

/** What is left of a reading after more time has run: free time first, then the bank, then the periods. */
export function remaining(reading: Reading, ran_ms: number): Shown {
  const { grace_ms = 0, bank_ms, period_ms = 0, periods = 0 } = reading;
  let ran = Math.max(0, ran_ms);
  const grace = Math.max(0, grace_ms - ran);
  ran = Math.max(0, ran - grace_ms);
  if (ran < bank_ms) return { left_ms: bank_ms - ran, grace_ms: grace, inPeriod: false, periods, expired: false };
  ran -= bank_ms;
  let left = period_ms, count = periods;
  while (count > 1 && ran >= left) {
    ran -= left;
    left = period_ms;
    count--;
  }
  const left_ms = period_ms > 0 ? Math.max(0, left - ran) : 0;
  return { left_ms, grace_ms: grace, inPeriod: period_ms > 0, periods: count, expired: left_ms === 0 && grace === 0 };
}

/** The reading of one side at a time of the server. */
export function shown(clock: Clock, colour: Colour, now_ms: number): Shown {
  const { running } = clock;
  const reading = clock[colour];
  if (running === null) return remaining(reading, 0);
  const ran_ms = Math.min(now_ms, clock.until_ms ?? Infinity) - clock.at_ms;
  if (running === colour) return remaining(reading, ran_ms);
  const { grace_ms = 0, bank_ms, hourglass } = clock[running];
  const paid_ms = hourglass ? Math.min(bank_ms, Math.max(0, ran_ms - grace_ms)) : 0;
  return remaining({ ...reading, bank_ms: reading.bank_ms + paid_ms }, 0);
}

/** The seconds that a countdown says: 30, 20, and each of the last ten; in a short period only the last half. */
export const isCounted = (second: number, span_ms: number): boolean =>
  second > 0 && second * 2000 <= span_ms && (second <= 10 || second === 20 || second === 30);

const two = (n: number): string => String(n).padStart(2, '0');

/** "9:59", "1:02:03", "2d 03:15"; tenths below ten seconds. */
export function duration(ms: number): string {
  if (ms > 0 && ms < 10000) return `0:${two(Math.floor(ms / 1000))}.${Math.floor(ms / 100) % 10}`;
  const s = Math.ceil(ms / 1000);
  if (s >= 86400) {
    const time = `${two(Math.floor(s / 3600) % 24)}:${two(Math.floor(s / 60) % 60)}`;
    return t('{days}d {time}', { days: Math.floor(s / 86400), time });
  }
  const [h, min] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return h > 0 ? `${h}:${two(min)}:${two(s % 60)}` : `${min}:${two(s % 60)}`;
}
