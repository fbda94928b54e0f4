// free.ts: pieces moved freely, without rules, on the board of a game.

import type { Variant } from '../../../src/wasm/shoogi.mjs';
import { parse } from '../board/moves';
import { squareAt } from '../board/squares';
import { other } from '../sides';
import { placedOf, type Placed } from './placed';
import { apply, handKindOf, inHand } from './tools';

/** The position of an SFEN, to move its pieces freely. */
export function freed(variant: Variant, sfen: string): Placed {
  const position = variant.start(sfen);
  try {
    // Rights to castle belong to the rules.
    const { rights: _, ...placed } = placedOf(variant, position);
    return placed;
  } finally {
    position.free();
  }
}

/** Moves any piece anywhere.  A captured piece goes to the hand in a game with drops, and the other side is to move. */
export function movedFreely(variant: Variant, placed: Placed, said: string): Placed {
  const on = (square: string) => {
    const { file, rank } = squareAt(square);
    return placed.pieces[rank]?.[file] ?? null;
  };
  const [from, to] = parse(said).path as [string, string];
  const mover = from.endsWith('*') ? placed.side : on(from)?.colour ?? placed.side;
  const victim = on(to);
  const kept = victim && victim.colour !== mover ? handKindOf(variant, victim.kind) : 0;
  const next = { ...apply(variant, placed, { name: 'move' }, said), side: other(mover) };
  return kept !== 0 ? inHand(next, mover, kept, 1) : next;
}
