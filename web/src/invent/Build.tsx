// Build.tsx: a game put together without writing: the size of the board, and known pieces placed on it.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Shoogi, Variant } from '../../../src/wasm/shoogi.mjs';
import { Board } from '../board/Board';
import { useLook } from '../board/look';
import { titleOf } from '../board/pieceSets';
import { PieceButton } from '../board/PieceButton';
import { squareAt } from '../board/squares';
import { say } from '../liveRegion';
import type { Placed } from '../setup/placed';
import { viewOf } from '../setup/tools';
import { t } from '../words';
import { definitionOf, firstPlan, KING, KNOWN, opposite, resized, SIDE_LEAST, SIDE_MOST, withPiece, type Plan } from './plan';
import '../setup/setup.css';

/** The position of a plan, with the kinds of a variant that has all pieces. */
function placedBy(variant: Variant, plan: Plan): Placed {
  const pieces: Placed['pieces'][number][number][][] = Array.from({ length: plan.ranks }, () => Array<null>(plan.files).fill(null));
  const put = (square: string, id: string, colour: 'black' | 'white') => {
    const { file, rank } = squareAt(square);
    pieces[rank]![file] = { kind: variant.kinds.findIndex((row) => row?.id === id), colour };
  };
  for (const [square, id] of plan.pieces) {
    put(square, id, 'black');
    put(opposite(plan, square), id, 'white');
  }
  return { pieces, hands: { black: new Map(), white: new Map() }, side: 'black' };
}

const kept: { plan: Plan | null } = { plan: null };

/** onText: called with the definition whenever the plan changes. */
export function Build({ shoogi, onText }: { shoogi: Shoogi; onText(text: string): void }) {
  const [plan, setPlan] = useState(() => kept.plan ?? firstPlan());
  /** The piece to place; '': none, a square is emptied. */
  const [chosen, choose] = useState('P');
  const look = useLook();
  const { files, ranks } = plan;
  const variant = useMemo(() => shoogi.variant(definitionOf({ title: '', files, ranks, zone: 0, hand: false, pieces: new Map([['1a', KING]]) }, true)), [shoogi, files, ranks]);
  useEffect(() => () => variant.free(), [variant]);
  const view = useMemo(() => viewOf(variant, placedBy(variant, plan), { name: 'put', piece: { kind: 1, colour: 'black' } }), [variant, plan]);
  const change = (next: Plan) => {
    kept.plan = next;
    setPlan(next);
    onText(definitionOf(next));
  };
  const number = (label: string, value: number, [least, most]: readonly [number, number], next: (value: number) => Plan) => (
    <label>{label} <input type="number" min={least} max={most} value={value} onChange={(event) => {
      const { valueAsNumber: typed } = event.currentTarget;
      if (Number.isInteger(typed) && typed >= least && typed <= most) change(next(typed));
      else event.currentTarget.value = String(value);
    }} /></label>
  );
  const kindOf = (id: string) => variant.kinds.findIndex((row) => row?.id === id);
  const called = (id: string) => titleOf(variant, kindOf(id), 'black');
  const sides = [SIDE_LEAST, SIDE_MOST] as const;
  return (
    <section class="building" aria-label={t('Put together')}>
      <div class="plan">
        <label>{t('Name of the game')} <input value={plan.title} maxLength={60} onInput={(event) => change({ ...plan, title: event.currentTarget.value.replace(/[\r\n]/g, ' ') })} /></label>
        {number(t('Files'), files, sides, (value) => resized(plan, value, ranks))}
        {number(t('Ranks'), ranks, sides, (value) => resized(plan, files, value))}
        {number(t('Promotion zone'), plan.zone, [0, Math.floor(ranks / 2)], (zone) => ({ ...plan, zone }))}
        <label class="tick"><input type="checkbox" checked={plan.hand} onChange={() => change({ ...plan, hand: !plan.hand })} /> {t('Captured pieces go to the hand')}</label>
      </div>
      <p class="hint">{t("Choose a piece, then squares for it. White's pieces follow.")}</p>
      <div class="palette" data-board={look.theme}><div class="row" role="group" aria-label={t('Pieces')}>
        {KNOWN.map(({ id }) => (
          <PieceButton class="palette-piece" key={id} variant={variant} piece={{ kind: kindOf(id), colour: 'black' }} set={look.set} upright
            aria-pressed={chosen === id} title={called(id)} data-put={id} onClick={() => choose(id)}>
            <span class="sr-only">{called(id)}</span>
          </PieceButton>
        ))}
        <button type="button" aria-pressed={chosen === ''} onClick={() => choose('')}>{t('Remove')}</button>
        <button type="button" onClick={() => change({ ...plan, pieces: new Map() })}>{t('Clear board')}</button>
      </div></div>
      <Board variant={variant} view={view} turned={false} movers={['black', 'white']}
        onMove={(square) => {
          const next = withPiece(plan, square, chosen === '' || plan.pieces.get(square) === chosen ? null : chosen);
          change(next);
          const id = next.pieces.get(square);
          say(id === undefined ? t('{square} is empty', { square }) : t('{piece} on {square}', { piece: called(id), square }));
        }} />
    </section>
  );
}
