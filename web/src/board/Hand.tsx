// Hand.tsx: the pieces in hand of one side.

import type { Colour, Piece } from '../../../src/wasm/shoogi.mjs';
import type { View } from '../game';
import { colourName } from '../sides';
import { t } from '../words';
import { checksInWords } from './checks';
import { nameOf } from './pieceSets';
import type { DrawableVariant } from './drawableVariant';
import type { Look } from './look';
import { PieceButton } from './PieceButton';

export interface HandProps {
  variant: DrawableVariant;
  view: View;
  look: Omit<Look, 'coords'>;
  colour: Colour;
  where: 'near' | 'far';
  /** The selected place, such as "P*", if it is in this hand. */
  picked: string | undefined;
  /** Whether a place of this hand can be selected. */
  isLive(place: string): boolean;
  onPick(place: string): void;
  onInspect(piece: Piece): void;
  /** The focus leaves the hand towards the board. */
  onLeave(): void;
}

export function Hand(props: HandProps) {
  const { variant, view, look, colour, where, picked, isLive, onPick, onInspect, onLeave } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    const here = (event.target as Element).closest('button');
    const next = { ArrowRight: here?.nextElementSibling, ArrowLeft: here?.previousElementSibling }[event.key];
    if (next instanceof HTMLElement) next.focus();
    else if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    else onLeave();
    event.preventDefault();
  };
  return (
    <div class={`hand ${where}`} data-side={colour} role="group" aria-label={t("{side}'s pieces in hand", { side: colourName(colour) })} onKeyDown={onKeyDown}>
      {view.hands[colour].map(({ kind, count, place, face }) => (
        <PieceButton key={kind} class={`held${face ? ' face' : ''}${picked === place ? ' picked' : ''}`}
          variant={variant} piece={{ kind, colour }} set={look.set} upright={where === 'near'} readable={look.far === 'upright'}
          aria-disabled={!isLive(place)} aria-pressed={picked === place} data-hand={`${colour} ${place}`}
          onFocus={() => onInspect({ kind, colour })} onPointerEnter={() => onInspect({ kind, colour })}
          onClick={() => onPick(place)}>
          <span class="sr-only">{t('{piece}, {count} in hand', { piece: nameOf(variant, kind, colour), count })}</span>
          {count > 1 && !face && <span class="count" data-count={count} />}
        </PieceButton>
      ))}
      {view.checks && <span class="checks">{checksInWords(view.checks, colour)}</span>}
    </div>
  );
}
