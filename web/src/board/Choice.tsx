// Choice.tsx: the choice of a promotion, or of castling, asked for when the rest of a move is known.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { t } from '../words';
import { nameOf } from './pieceSets';
import type { DrawableVariant } from './drawableVariant';
import type { Look } from './look';
import { PieceView } from './PieceView';
import { CASTLES, type Step } from './moves';

export interface ChoiceProps {
  variant: DrawableVariant;
  look: Look;
  step: Step;
  /** The side to move and the kind that moves. */
  colour: Colour;
  kind: number;
  upright: boolean;
  onMove(usi: string): void;
  onCancel(): void;
}

export function Choice({ variant, look, step, colour, kind: mover, upright, onMove, onCancel }: ChoiceProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => { dialog.current?.showModal(); }, []);
  const forms = [...step.ends].map(([mark, usi]) => {
    if (step.ends.has(CASTLES)) return { usi, kind: mover, mark, text: mark === CASTLES ? t('Castle') : t('Move without castling') };
    const kind = mark === '' ? mover
      : mark === '+' ? variant.kinds[mover]?.promoted ?? mover
        : variant.kinds.findIndex((row) => row?.id === mark.slice(1));
    const text = mark === '' ? t('Do not promote') : t('Promote to {piece}', { piece: nameOf(variant, kind, colour) });
    return { usi, kind, mark, text };
  }).sort((a, b) => Number(a.mark === '') - Number(b.mark === ''));
  return (
    <dialog ref={dialog} class="choice" aria-label={step.ends.has(CASTLES) ? t('Castle?') : t('Promote?')} onClose={onCancel}>
      {forms.map(({ usi, kind, text }) => (
        <button type="button" key={usi} data-move={usi} onClick={() => {
          // Closing the dialog first gives the focus back.
          dialog.current?.close();
          onMove(usi);
        }}>
          <svg viewBox="0 0 100 109" aria-hidden="true">
            <PieceView variant={variant} piece={{ kind, colour }} set={look.set} upright={upright}
              readable={look.far === 'upright'} x={50} y={54.5} />
          </svg>
          {text}
        </button>
      ))}
    </dialog>
  );
}
