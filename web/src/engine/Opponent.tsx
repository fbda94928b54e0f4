// Opponent.tsx: the engine in the reader's own browser as one side of the board, at a chosen level.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { Select } from '../design/parts';
import { sideOptions } from '../sides';
import { t } from '../words';
import { ask, type Question } from './engine';
import { LEVELS } from './levels';
import './engine.css';

/** The node limit of the highest level; lower levels search less. */
const NODES = 300_000;

/** Level 0: no engine. */
export interface EngineSide {
  level: number;
  colour: Colour;
}

export interface OpponentProps {
  engineSide: EngineSide;
  position: Omit<Question, 'ask'>;
  /** Whether it is the engine's turn in a running game. */
  asked: boolean;
  onChoose(engineSide: EngineSide): void;
  onMove(usi: string): void;
  /** The engine wins by a declaration. */
  onDeclare(): void;
  /** Whether the choices stand open; undefined: they do not fold. */
  open?: boolean;
  children?: ComponentChildren;
}

export function Opponent({ engineSide, position, asked, onChoose, onMove, onDeclare, open, children }: OpponentProps) {
  const { level, colour } = engineSide;
  const [seed] = useState(() => Math.floor(Math.random() * 2 ** 31));
  const [fault, setFault] = useState('');
  const here = `${position.definition} ${position.start} ${position.moves.join(' ')}`;
  useEffect(() => {
    setFault('');
    if (!asked || level === 0) return undefined;
    return ask({ ...position, ask: { level, seed, nodes: NODES } }, (reply) => {
      if ('move' in reply && reply.move === 'win') onDeclare();
      else if ('move' in reply && reply.move !== '') onMove(reply.move);
      else if ('fault' in reply) setFault(reply.fault);
    });
  }, [asked, level, here]);
  const choices = (
    <>
      <Select title={t('Opponent')} name="level" value={String(level)} onChoose={(value) => onChoose({ level: Number(value), colour })}
        options={[['0', t('none: you move both sides')],
          ...Array.from({ length: LEVELS }, (_, i) => [String(i + 1), t('computer, level {level}', { level: i + 1 })] as const)]} />
      {level > 0 && (
        <Select title={t('The computer plays')} name="side" value={colour} options={sideOptions()}
          onChoose={(value) => onChoose({ level, colour: value as Colour })} />
      )}
      {children}
    </>
  );
  return (
    <>
      {open === undefined ? <div class="line">{choices}</div>
        : <details open={open}><summary>{t('Opponent and time')}</summary><div class="line">{choices}</div></details>}
      {asked && level > 0 && open === undefined && !fault && <p class="quiet">{t('The computer is thinking.')}</p>}
      {fault && <p role="alert" class="fault">{t('The engine has failed: {fault}', { fault })}</p>}
    </>
  );
}
