// ClockFace.tsx: what one player has left, running smoothly by the server's time.

import { useEffect, useState } from 'preact/hooks';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import type { Clock } from '../answers';
import { duration, serverNow, shown } from '../clock';
import { t, tn } from '../words';

export interface ClockFaceProps {
  clock: Clock;
  colour: Colour;
  /** Called once when it shows nothing left: the server has the word. */
  onFallen(): void;
}

export function ClockFace({ clock, colour, onFallen }: ClockFaceProps) {
  const runs = clock.running === colour;
  const [, tick] = useState(0);
  const now = shown(clock, colour, serverNow());
  useEffect(() => {
    if (!runs) return;
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      const { left_ms, grace_ms, fallen } = shown(clock, colour, serverNow());
      if (fallen) return onFallen();
      // When the text will be another: at the next second, or the next tenth of one.
      const step = left_ms <= 10000 ? 100 : 1000;
      timer = setTimeout(() => {
        tick((n) => n + 1);
        next();
      }, Math.max(20, ((grace_ms > 0 ? grace_ms : left_ms) % step) + 5));
    };
    next();
    return () => clearTimeout(timer);
  }, [clock, colour, runs]);

  const classes = ['clock', runs ? 'runs' : '', runs && now.left_ms < 20000 ? 'short' : ''];
  return (
    <span class={classes.join(' ')} role="timer" aria-label={t('Time left')} aria-live="off">
      {duration(now.left_ms)}
      {now.grace_ms > 0 && runs && <small> +{duration(now.grace_ms)}</small>}
      {now.periods > 0 && <small> {now.inPeriod ? `(${now.periods})`
        : tn(now.periods, 'and {n} period', 'and {n} periods')}</small>}
    </span>
  );
}
