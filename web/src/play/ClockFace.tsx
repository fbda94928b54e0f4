// ClockFace.tsx: the clock of one player, counting by the server's time.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import type { Clock } from '../answers';
import { duration, isCounted, serverNow, shown } from '../clock';
import { useSetting } from '../settings';
import { t, tn } from '../words';
import { countSecond, play } from './sound';

export interface ClockFaceProps {
  clock: Clock;
  colour: Colour;
  /** The reader's own clock. */
  own: boolean;
  /** Called once when the time is up or the reading is no longer valid: the server decides. */
  onPast(): void;
}

/** With so little left a sound warns the player, and the colour says so. */
const LOW_MS = 10000;
/** With so little left without periods, or in one, the colour warns. */
const SOON_MS = 60000;
/** Without periods the last minute is counted like one. */
const LAST_MS = 60000;
/** The longest timer of a browser. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export function ClockFace({ clock, colour, own, onPast }: ClockFaceProps) {
  const runs = clock.running === colour;
  const moves = runs || (clock.running !== null && clock[clock.running].hourglass === true);
  const until_ms = clock.until_ms ?? Infinity;
  const { vacation_until_ms = 0 } = clock[colour];
  const [, tick] = useState(0);
  const now = shown(clock, colour, serverNow());
  useEffect(() => {
    if (!moves && until_ms === Infinity) return;
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      const { left_ms, grace_ms, expired } = shown(clock, colour, serverNow());
      const known_ms = until_ms - serverNow();
      if (expired || known_ms <= 0) return onPast();
      // The next change of the text: a second, or a tenth of one.
      const step = left_ms <= 10000 ? 100 : 1000;
      const still_ms = !moves ? Infinity : runs ? ((grace_ms > 0 ? grace_ms : left_ms) % step) + 5 : step;
      timer = setTimeout(() => {
        tick((n) => n + 1);
        next();
      }, Math.min(TIMER_MS_MAX, Math.max(20, Math.min(still_ms, known_ms + 5))));
    };
    next();
    return () => clearTimeout(timer);
  }, [clock, colour, moves]);

  const { period_ms = 0 } = clock[colour];
  // In periods of a few seconds each move would sound.
  const low = own && runs && now.grace_ms === 0 && now.left_ms > 0
    && now.left_ms <= Math.min(LOW_MS, now.inPeriod ? period_ms / 3 : LOW_MS) && now.periods <= 1;
  const [countdown] = useSetting('countdown');
  // The countdown says the same, and more.
  useEffect(() => { if (low && countdown === 'no') play('low'); }, [low]);
  const last = now.inPeriod || now.periods === 0;
  const second = own && runs && last && now.grace_ms === 0 ? Math.ceil(now.left_ms / 1000) : 0;
  const counted = useRef(second);
  useEffect(() => {
    // Seconds that passed while the page was hidden are not counted.
    if (second === counted.current - 1 && isCounted(second, now.inPeriod ? period_ms : LAST_MS)) countSecond(second);
    counted.current = second;
  }, [second]);

  const hurry = !runs || now.grace_ms > 0 || !last ? '' : now.left_ms <= LOW_MS ? 'short' : now.inPeriod || now.left_ms <= SOON_MS ? 'soon' : '';
  const classes = ['clock', runs ? 'runs' : '', hurry];
  return (
    <span class={classes.join(' ')} role="timer" aria-label={t('Time left')} aria-live="off">
      {duration(now.left_ms)}
      {vacation_until_ms > serverNow() && <small> {t('on vacation')}</small>}
      {now.grace_ms > 0 && runs && <small> +{duration(now.grace_ms)}</small>}
      {now.periods > 0 && <small> {now.inPeriod
        ? tn(now.periods, '{n} period of {time} left', '{n} periods of {time} left', { time: duration(period_ms) })
        : tn(now.periods, 'and {n} period of {time}', 'and {n} periods of {time}', { time: duration(period_ms) })}</small>}
    </span>
  );
}
