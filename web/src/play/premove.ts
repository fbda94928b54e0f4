// premove.ts: moves not yet sent: they wait for confirmation, or for the opponent's move.

import { useLayoutEffect, useState } from 'preact/hooks';
import type { Game, View } from '../game';

export interface PendingMove {
  usi: string;
  /** In notation, where known. */
  text: string;
}

/** The time limit of a search for premoves. */
export const PREMOVES_MS = 80;

/** A value that belongs to the current position of the game and is dropped when the position changes.  here: what the
 * position is known by, such as the event of the latest move.  may: whether such a value is possible now. */
export function useForPosition<T, Key extends string | number = number>(here: Key, may: boolean): [T | null, (value: T | null) => void] {
  const [kept, keep] = useState<{ here: Key; value: T } | null>(null);
  return [may && kept?.here === here ? kept.value : null, (value) => keep(value === null ? null : { here, value })];
}

/** A premove, made as soon as it can be.  here: the event of the game's latest move; mayMake: it could be made now; over:
 * the game has ended.  Calls drop if the game has gone back, or if it is the player's turn without a move by the
 * opponent. */
export function usePremove(here: number, mayMake: boolean, over: boolean, make: (move: PendingMove) => void,
  drop: (move: PendingMove) => void): [PendingMove | null, (move: PendingMove | null) => void] {
  const [kept, keep] = useState<{ here: number; move: PendingMove } | null>(null);
  // Before the player can select anything else.
  useLayoutEffect(() => {
    if (!kept || (here >= kept.here && !mayMake)) return;
    keep(null);
    (here > kept.here ? make : drop)(kept.move);
  });
  return [over || !kept ? null : kept.move, (move) => keep(move && { here, move })];
}

/** The possible premoves, once the search for them has ended. */
export function usePremoves(game: Game, view: View, wanted: boolean): readonly string[] | null {
  const [found, setFound] = useState<{ view: View; moves: readonly string[] } | null>(null);
  useLayoutEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => { if (game.view === view) setFound({ view, moves: game.premoves(PREMOVES_MS) }); }, 30);
    return () => clearTimeout(timer);
  }, [game, view, wanted]);
  return wanted && found?.view === view ? found.moves : null;
}
