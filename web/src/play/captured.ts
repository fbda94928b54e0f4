// captured.ts: the pieces that each side has captured, for games in which they do not come to hand.

import type { Colour, Piece, Variant } from '../../../src/wasm/shoogi.mjs';
import type { DrawableVariant } from '../board/drawableVariant';
import { other } from '../sides';

type Pieces = readonly (readonly (Piece | null | undefined)[])[];
/** The number of pieces of each kind, those that have promoted counted as what they were. */
type Counts = ReadonlyMap<number, number>;

/** Whether captured pieces leave the game. */
export const keepsNone = (variant: DrawableVariant): boolean => !variant.kinds.some((row) => row && row.handKind !== 0);

function counted(variant: DrawableVariant, pieces: Pieces, colour: Colour): Map<number, number> {
  const counts = new Map<number, number>();
  for (const piece of pieces.flat()) {
    if (!piece || piece.colour !== colour) continue;
    const kind = variant.kinds[piece.kind]?.base || piece.kind;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/** The pieces that a side has captured: those of the other side that stood on the board at the start and are gone. */
export function capturedBy(variant: DrawableVariant, colour: Colour, start: Pieces, now: Pieces): Counts {
  const left = counted(variant, now, other(colour));
  return new Map([...counted(variant, start, other(colour))]
    .map(([kind, count]) => [kind, count - (left.get(kind) ?? 0)] as const).filter(([, gone]) => gone > 0));
}

/** The pieces at the start of a game. */
export function piecesAt(variant: Variant, sfen: string | null): Pieces {
  const position = variant.start(sfen);
  try {
    return Array.from({ length: variant.ranks }, (_, rank) => Array.from({ length: variant.files }, (__, file) =>
      (variant.hasSquare(file, rank) ? position.piece(file, rank) : undefined)));
  } finally {
    position.free();
  }
}
