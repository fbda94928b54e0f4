// TypedMove.tsx: a form for typed moves, in any notation; it asks for a promotion that the text leaves open.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Typed, View } from '../game';
import { inLanguage, sentence } from '../message';
import { Button, Text } from '../design/parts';
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
  disabled?: boolean;
}

export function TypedMove({ variant, view, turned, read, onMove, disabled = false }: TypedMoveProps) {
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
  return (
    <form class="typed line" onSubmit={(event) => {
      event.preventDefault();
      setFault('');
      try {
        const { usi, open } = read(text.trim());
        if (open) ask({ ...open, from: parse(usi).path[0] ?? '' });
        else play(usi);
      } catch (error) {
        setFault(sentence(inLanguage((error as Error).message)));
      }
    }}>
      <Text title={t('Move')} control={input} name="move" value={text} placeholder={inOwnSquares(variant) ? 'a3-a4' : '7g7f'}
        disabled={disabled} fault={fault} onChange={(typed) => {
          setFault('');
          setText(typed);
        }} />
      <Button type="submit" disabled={disabled}>{t('Play')}</Button>
      {asked && asked.view.pieces === view.pieces && (
        <Choice variant={variant} look={look} step={asked.step} colour={asked.view.side} kind={moverOf(variant, asked.view, asked.from)}
          upright={(asked.view.side === 'white') === turned} onMove={play} onCancel={() => ask(null)} />
      )}
    </form>
  );
}
