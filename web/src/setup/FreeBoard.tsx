// FreeBoard.tsx: pieces moved freely on the board of a game, by a switch; then the game goes on from there.

import { useMemo, useState } from 'preact/hooks';
import type { Variant } from '../../../src/wasm/shoogi.mjs';
import { look, naming } from '../board/look';
import { isBounded, MOVES_MAX, parse } from '../board/moves';
import { called, squaresOf } from '../board/squares';
import { Tick } from '../design/parts';
import type { View } from '../game';
import { t } from '../words';
import { freed, movedFreely } from './free';
import { sfenOf, type Placed } from './placed';
import { viewOf } from './tools';

export interface FreeBoard {
  /** What the board shows while pieces move freely; else null. */
  view: View | null;
  set(free: boolean): void;
  onMove(said: string): void;
  /** Leaves the position on the board. */
  leave(): void;
}

/** A move as its places: "7g-5c", "P*5e". */
function inWords(variant: Variant, said: string): string {
  const { path } = parse(said);
  const style = naming(look(), variant);
  return path.map((place) => (place.endsWith('*') ? place : called(place, variant.files, variant.ranks, style))).join(path[0]!.endsWith('*') ? '' : '-');
}

/** sfen: the position of the game; onReport: says a text; onResume: begins a game from a position that the rules allow. */
export function useFreeBoard(variant: Variant | undefined, { sfen, onReport, onResume }: {
  sfen(): string; onReport(text: string): void; onResume(sfen: string): void;
}): FreeBoard {
  const [placed, setPlaced] = useState<{ of: Variant; now: Placed; last: readonly string[] } | null>(null);
  // Another game has its own pieces.
  const free = placed?.of === variant ? placed : null;
  return {
    view: useMemo(() => free && viewOf(free.of, free.now, { name: 'move' }, free.last), [free]),
    leave: () => setPlaced(null),
    onMove(said) {
      setPlaced({ ...free!, now: movedFreely(free!.of, free!.now, said), last: squaresOf(said) });
      onReport(inWords(free!.of, said));
    },
    set(on) {
      if (!variant) return;
      if (on) {
        setPlaced({ of: variant, now: freed(variant, sfen()), last: [] });
        return onReport(t('Pieces move freely, without rules.'));
      }
      const here = sfenOf(variant, free!.now);
      try {
        if (!isBounded(variant, here)) return onReport(t('This position has more than {n} legal moves, too many for this page.', { n: MOVES_MAX }));
      } catch {
        return onReport(t('The rules do not allow this position.'));
      }
      setPlaced(null);
      onResume(here);
    },
  };
}

export const FreeSwitch = ({ board }: { board: FreeBoard }) => (
  <Tick role="switch" title={t('Move pieces freely, without rules')} value={board.view !== null} onChange={board.set} />
);
