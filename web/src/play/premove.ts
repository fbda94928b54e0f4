// premove.ts: moves that were said and not yet sent: they wait for a second yes, or for the opponent's move.

import { useLayoutEffect, useState } from 'preact/hooks';
import type { Game, View } from '../game';

export interface PendingMove {
  usi: string;
  /** As people write it, where that is known. */
  text: string;
}

/** So long one may look for moves that could be said in advance. */
export const PREMOVES_MS = 80;

/** Something that was meant for the game as it stands, and is forgotten when that is no longer so.  here: the event of
 * its latest move.  may: whether there can be such a thing now. */
export function useForPosition<T>(here: number, may: boolean): [T | null, (value: T | null) => void] {
  const [kept, keep] = useState<{ here: number; value: T } | null>(null);
  return [may && kept?.here === here ? kept.value : null, (value) => keep(value === null ? null : { here, value })];
}

/** A move said in advance, which is made as soon as it can be.  here: the event of the game's latest move; mayMake: it could
 * be made now; over: nothing can be made any more.  Where the game has gone back, or it is one's turn though nobody has
 * moved, it is not what was meant: drop is called. */
export function usePremove(here: number, mayMake: boolean, over: boolean, make: (move: PendingMove) => void,
  drop: (move: PendingMove) => void): [PendingMove | null, (move: PendingMove | null) => void] {
  const [kept, keep] = useState<{ here: number; move: PendingMove } | null>(null);
  // Before anybody can point at something else.
  useLayoutEffect(() => {
    if (!kept || (here >= kept.here && !mayMake)) return;
    keep(null);
    (here > kept.here ? make : drop)(kept.move);
  });
  return [over || !kept ? null : kept.move, (move) => keep(move && { here, move })];
}

/** Moves that may be said in advance, once there was time to look for them. */
export function usePremoves(game: Game, view: View, wanted: boolean): readonly string[] | null {
  const [found, setFound] = useState<{ view: View; moves: readonly string[] } | null>(null);
  useLayoutEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => { if (game.view === view) setFound({ view, moves: game.premoves(PREMOVES_MS) }); }, 30);
    return () => clearTimeout(timer);
  }, [game, view, wanted]);
  return wanted && found?.view === view ? found.moves : null;
}
