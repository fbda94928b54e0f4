// TypedMove.tsx: a form for typed moves, in any notation; it asks for a promotion that the text leaves open.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Typed, View } from '../game';
import { inLanguage, sentence } from '../message';
import { t } from '../words';
import { Choice } from './Choice';
import { moverOf } from './pieceSets';
import type { DrawableVariant } from './drawableVariant';
import { inOwnSquares, useLook } from './look';
import { parse, type Step } from './moves';

export interface TypedMoveProps {
  variant: DrawableVariant;
  view: View;
  turned: boolean;
  /** Reads a text as Game.typed does, in the position shown; throws the error. */
  read(text: string): Typed;
  onMove(usi: string): void;
  /** Shows an error; the default is a line of the form. */
  onFault?(fault: string): void;
  disabled?: boolean;
}

export function TypedMove({ variant, view, turned, read, onMove, onFault, disabled = false }: TypedMoveProps) {
  const look = useLook();
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const [asked, ask] = useState<{ view: View; step: Step; from: string } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setFault(''), [view.pieces]);
  const play = (usi: string) => {
    ask(null);
    setText('');
    onMove(usi);
    // The focus stays here for the next move.
    input.current?.focus();
  };
  const showFault = (words: string) => {
    setFault(onFault ? '' : words);
    onFault?.(words);
  };
  return (
    <form class="typed" onSubmit={(event) => {
      event.preventDefault();
      setFault('');
      try {
        const { usi, open } = read(text.trim());
        if (open) ask({ ...open, from: parse(usi).path[0] ?? '' });
        else play(usi);
      } catch (error) {
        showFault(sentence(inLanguage((error as Error).message)));
      }
    }}>
      <label>{t('Move')} <input ref={input} name="move" value={text} autocomplete="off" placeholder={inOwnSquares(variant) ? 'a3-a4' : '7g7f'} spellcheck={false}
        disabled={disabled} aria-invalid={fault !== ''} onInput={(event) => setText(event.currentTarget.value)} /></label>
      <button type="submit" disabled={disabled}>{t('Play')}</button>
      {fault !== '' && <p class="fault" role="alert">{fault}</p>}
      {asked && asked.view.pieces === view.pieces && (
        <Choice variant={variant} look={look} step={asked.step} colour={asked.view.side} kind={moverOf(variant, asked.view, asked.from)}
          upright={(asked.view.side === 'white') === turned} onMove={play} onCancel={() => ask(null)} />
      )}
    </form>
  );
}
