// TriedClock.tsx: the reader's clock in a game against the engine in the browser.
//
// It runs while the page is open: a game that is continued later continues with the time that was left.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Select } from '../design/parts';
import type { Clock } from '../tried';
import { t } from '../words';

/** Main time and byoyomi in seconds; the first is none. */
export const CONTROLS = ['0+0', '180+10', '600+30', '1800+60'] as const;

/** The clock as it was at the start. */
export const full = (clock: Clock): Clock => ({ ...clock, left_ms: clock.main_s * 1000 });

/** A clock at the start; undefined for none. */
export function clockOf(control: string): Clock | undefined {
  const [main_s = 0, byoyomi_s = 0] = control.split('+').map(Number);
  return main_s + byoyomi_s > 0 ? { main_s, byoyomi_s, left_ms: main_s * 1000 } : undefined;
}

const controlOf = (clock: Clock | undefined): string => (clock ? `${clock.main_s}+${clock.byoyomi_s}` : CONTROLS[0]);

/** The clock after some thinking; null if the time has run out. */
export function after(clock: Clock, spent_ms: number): Clock | null {
  const over_ms = spent_ms - clock.left_ms;
  if (over_ms <= 0) return { ...clock, left_ms: clock.left_ms - spent_ms };
  return over_ms < clock.byoyomi_s * 1000 ? { ...clock, left_ms: 0 } : null;
}

function face(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}

/** The choice of a clock, before the first move. */
export function TriedTime({ clock, onChoose }: { clock: Clock | undefined; onChoose(clock: Clock | undefined): void }) {
  return (
    <Select title={t('Your time')} name="clock" value={controlOf(clock)} onChoose={(value) => onChoose(clockOf(value))}
      options={CONTROLS.map((one) => {
        const chosen = clockOf(one);
        return [one, chosen ? t('{minutes} min, then {seconds} s a move', { minutes: chosen.main_s / 60, seconds: chosen.byoyomi_s }) : t('no clock')];
      })} />
  );
}

export interface TriedClockProps {
  clock: Clock;
  /** Whether the reader's time runs; another turn is another key. */
  runs: boolean;
  turn: string;
  /** Called at the end of a turn and when the page is left, with what is left. */
  onSpent(clock: Clock): void;
  onPast(): void;
}

const TICK_MS = 200;
/** With less, the clock has another colour. */
const LOW_MS = 10000;

export function TriedClock({ clock, runs, turn, onSpent, onPast }: TriedClockProps) {
  const [spent, setSpent] = useState(0);
  const now = useRef({ clock, onSpent, onPast });
  now.current = { clock, onSpent, onPast };
  useEffect(() => {
    setSpent(0);
    if (!runs) return undefined;
    let begun = performance.now();
    let past = false;
    const keep = () => {
      const left = after(now.current.clock, performance.now() - begun);
      begun = performance.now();
      if (left && !past) now.current.onSpent(left);
    };
    const timer = setInterval(() => {
      const ms = performance.now() - begun;
      setSpent(ms);
      if (past || after(now.current.clock, ms)) return;
      past = true;
      clearInterval(timer);
      now.current.onPast();
    }, TICK_MS);
    addEventListener('pagehide', keep);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [runs, turn]);
  const left_ms = clock.left_ms - spent;
  const byoyomi_ms = clock.byoyomi_s * 1000 + Math.min(0, left_ms);
  return (
    <span class={['tried-clock', runs ? 'runs' : '', runs && left_ms + clock.byoyomi_s * 1000 < LOW_MS ? 'short' : ''].join(' ')} role="timer" aria-label={t('Your time')}>
      {left_ms > 0 ? face(left_ms) : t('{time} for this move', { time: face(byoyomi_ms) })}
    </span>
  );
}
