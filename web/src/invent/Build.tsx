// Build.tsx: a game put together without writing: the size of the board, and known pieces placed on it.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Shoogi, Variant } from '../../../src/wasm/shoogi.mjs';
import { Board } from '../board/Board';
import { useLook } from '../board/look';
import { titleOf } from '../board/pieceSets';
import { PieceButton } from '../board/PieceButton';
import { squareAt } from '../board/squares';
import { Button, Count, Text, Tick } from '../design/parts';
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

/** 1 is below the least side, so typing 12 does not first cut the board down to 1 and remove its pieces. */
const SIDES = { min: SIDE_LEAST, max: SIDE_MOST };

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
  const kindOf = (id: string) => variant.kinds.findIndex((row) => row?.id === id);
  const called = (id: string) => titleOf(variant, kindOf(id), 'black');
  return (
    <section class="building" aria-label={t('Put together')}>
      <div class="planned">
        <Text title={t('Name of the game')} name="title" value={plan.title} maxlength={60} onChange={(title) => change({ ...plan, title })} />
        <Count title={t('Files')} name="files" value={files} {...SIDES} onChange={(value) => change(resized(plan, value, ranks))} />
        <Count title={t('Ranks')} name="ranks" value={ranks} {...SIDES} onChange={(value) => change(resized(plan, files, value))} />
        <Count title={t('Promotion zone')} name="zone" value={plan.zone} min={0} max={Math.floor(ranks / 2)} onChange={(zone) => change({ ...plan, zone })} />
        <Tick title={t('Captured pieces go to the hand')} value={plan.hand} onChange={(hand) => change({ ...plan, hand })} />
      </div>
      <p class="hint">{t("Choose a piece, then squares for it. White's pieces follow.")}</p>
      <div class="palette" data-board={look.theme}><div class="row" role="group" aria-label={t('Pieces')}>
        {KNOWN.map(({ id }) => (
          <PieceButton class="palette-piece" key={id} variant={variant} piece={{ kind: kindOf(id), colour: 'black' }} set={look.set} upright
            aria-pressed={chosen === id} title={called(id)} data-put={id} onClick={() => choose(id)}>
            <span class="sr-only">{called(id)}</span>
          </PieceButton>
        ))}
        <Button aria-pressed={chosen === ''} onClick={() => choose('')}>{t('Remove')}</Button>
        <Button onClick={() => change({ ...plan, pieces: new Map() })}>{t('Clear board')}</Button>
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
