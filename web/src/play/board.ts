// board.ts: the board of a game, for as long as the game is shown.

import { useEffect, useRef } from 'preact/hooks';
import type { Variant } from '../../../src/wasm/shoogi.mjs';
import { Game } from '../game';

/** A board of a game, from its start. */
export function useBoard(variant: Variant, start: string | null): Game {
  const kept = useRef<{ variant: Variant; start: string | null; game: Game } | null>(null);
  if (kept.current?.variant !== variant || kept.current.start !== start) {
    kept.current?.game.free();
    kept.current = { variant, start, game: new Game(variant, start) };
  }
  useEffect(() => () => {
    kept.current?.game.free();
    kept.current = null;
  }, []);
  return kept.current.game;
}
