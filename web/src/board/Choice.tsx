// Choice.tsx: the choice of a promotion, or of castling, on the square where the move ends.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { t } from '../words';
import { nameOf } from './pieceSets';
import type { DrawableVariant } from './drawableVariant';
import type { Look } from './look';
import { PieceButton } from './PieceButton';
import { CASTLES, parse, type Step } from './moves';

export interface ChoiceProps {
  variant: DrawableVariant;
  look: Omit<Look, 'coords'>;
  step: Step;
  /** The side to move and the kind that moves. */
  colour: Colour;
  kind: number;
  upright: boolean;
  onMove(usi: string): void;
  onCancel(): void;
}

/** The least size of what a finger chooses, in pixels. */
const FINGER = 44;

/** The square where the moves of a choice end. */
const squareOf = (step: Step): string => parse([...step.ends.values()][0]!).path.at(-1)!;

/** Lays the choice over its square, away from the nearer edge of the window; without a board, into the middle. */
function lay(dialog: HTMLDialogElement, square: string): void {
  const at = document.querySelector(`[data-square="${square}"]`)?.getBoundingClientRect();
  const [width, height] = [Math.max(FINGER, at?.width ?? 64), Math.max(FINGER * 1.09, at?.height ?? 70)];
  dialog.style.setProperty('--width', `${width}px`);
  dialog.style.setProperty('--height', `${height}px`);
  const middle = { x: at ? at.left + at.width / 2 : innerWidth / 2, y: at ? at.top + at.height / 2 : innerHeight / 2 };
  const up = middle.y > innerHeight / 2;
  dialog.classList.toggle('up', up);
  const { offsetWidth, offsetHeight } = dialog;
  const inside = (value: number, size: number, most: number) => Math.max(0, Math.min(value, most - size));
  dialog.style.left = `${inside(middle.x - offsetWidth / 2, offsetWidth, innerWidth)}px`;
  dialog.style.top = `${inside(up ? middle.y + height / 2 - offsetHeight : middle.y - height / 2, offsetHeight, innerHeight)}px`;
}

export function Choice({ variant, look, step, colour, kind: mover, upright, onMove, onCancel }: ChoiceProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef(onCancel);
  cancel.current = onCancel;
  const square = squareOf(step);
  const castles = step.ends.has(CASTLES);
  useLayoutEffect(() => {
    const box = dialog.current!;
    const away = new AbortController();
    const { signal } = away;
    // It is not modal: nothing dims, and a press elsewhere cancels.
    box.show();
    box.querySelector<HTMLElement>('button')!.focus({ preventScroll: true });
    const place = () => lay(box, square);
    place();
    addEventListener('scroll', place, { signal, capture: true, passive: true });
    addEventListener('resize', place, { signal });
    // At once: the click of this press must not find the piece still selected, or it would move there.
    addEventListener('pointerdown', (event) => {
      if (box.contains(event.target as Node)) return;
      box.close();
      cancel.current();
    }, { signal, capture: true });
    return () => away.abort();
  }, [square]);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = (event.target as Element).closest('button');
    const to = { ArrowDown: at?.nextElementSibling, ArrowRight: at?.nextElementSibling, ArrowUp: at?.previousElementSibling, ArrowLeft: at?.previousElementSibling }[event.key];
    if (event.key === 'Escape') dialog.current?.close();
    else if (to instanceof HTMLElement) to.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const forms = [...step.ends].map(([mark, usi]) => {
    if (castles) return { usi, kind: mover, mark, text: mark === CASTLES ? t('Castle') : t('Move without castling') };
    const kind = mark === '' ? mover
      : mark === '+' ? variant.kinds[mover]?.promoted ?? mover
        : variant.kinds.findIndex((row) => row?.id === mark.slice(1));
    const text = mark === '' ? t('Do not promote') : t('Promote to {piece}', { piece: nameOf(variant, kind, colour) });
    return { usi, kind, mark, text };
  }).sort((a, b) => Number(a.mark === '') - Number(b.mark === ''));
  return (
    <dialog ref={dialog} class={castles ? 'choice worded' : 'choice'} aria-label={castles ? t('Castle?') : t('Promote?')} onClose={onCancel} onKeyDown={onKeyDown}>
      {forms.map(({ usi, kind, text }) => (
        <PieceButton key={usi} variant={variant} piece={{ kind, colour }} set={look.set} upright={upright} readable={look.far === 'upright'}
          data-move={usi} title={text} aria-label={text} onClick={() => {
            // Closing the dialog first gives the focus back.
            dialog.current?.close();
            onMove(usi);
          }}>{castles && text}</PieceButton>
      ))}
    </dialog>
  );
}
