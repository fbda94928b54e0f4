// Hand.tsx: the men that a side has in hand.

import type { Colour, Piece } from '../../../src/wasm/shoogi.mjs';
import type { View } from '../game';
import { colourName } from '../sides';
import { t } from '../words';
import { nameOf } from './faces';
import type { Men } from './pieces';
import type { Look } from './look';
import { Man } from './Man';

export interface HandProps {
  variant: Men;
  view: View;
  look: Look;
  colour: Colour;
  where: 'near' | 'far';
  /** The place that is picked, such as "P*", if it is in this hand. */
  picked: string | undefined;
  /** Whether something can be done with a place of this hand. */
  isLive(place: string): boolean;
  onPick(place: string): void;
  onLook(man: Piece): void;
  /** Walked off towards the board. */
  onLeave(): void;
}

export function Hand(props: HandProps) {
  const { variant, view, look, colour, where, picked, isLive, onPick, onLook, onLeave } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    const here = (event.target as Element).closest('button');
    const next = { ArrowRight: here?.nextElementSibling, ArrowLeft: here?.previousElementSibling }[event.key];
    if (next instanceof HTMLElement) next.focus();
    else if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    else onLeave();
    event.preventDefault();
  };
  return (
    <div class={`hand ${where}`} role="group" aria-label={t("{side}'s pieces in hand", { side: colourName(colour) })} onKeyDown={onKeyDown}>
      {view.hands[colour].map(({ kind, count, place, face }) => (
        <button type="button" key={kind} class={`held${face ? ' face' : ''}${picked === place ? ' picked' : ''}`}
          aria-disabled={!isLive(place)} aria-pressed={picked === place} data-hand={`${colour} ${place}`}
          onFocus={() => onLook({ kind, colour })} onPointerEnter={() => onLook({ kind, colour })}
          onClick={() => onPick(place)}>
          <span class="aloud">{t('{man}, {count} in hand', { man: nameOf(variant, kind, colour), count })}</span>
          <svg viewBox="0 0 100 109" aria-hidden="true">
            <Man variant={variant} man={{ kind, colour }} set={look.set} upright={where === 'near'}
              readable={look.far === 'upright'} x={50} y={54.5} />
          </svg>
          {count > 1 && !face && <span class="count" data-count={count} />}
        </button>
      ))}
    </div>
  );
}
