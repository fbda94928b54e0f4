// trial.ts: reads and tries out a definition before a page shows it.
//
// A text from anywhere may define a game that takes for ever to read, or to list its moves, or to draw its diagrams.
// So all of that is done here first, in a worker that can be terminated (reader.ts).

import type { Shoogi, ShoogiError, Variant } from '../../../src/wasm/shoogi.mjs';
import { MOVES_MAX } from '../board/moves';
import { reach } from '../board/reach';
import { isWarning } from '../textFault';

/** How many random moves are made. */
const PLIES = 12;

export interface Diagnostic {
  line: number;
  column: number;
  message: string;
}

export interface Trial {
  faults: readonly Diagnostic[];
  /** It is a game that a page can show. */
  playable: boolean;
  /** Why not, although the text has no errors. */
  reason: string;
  files: number;
  ranks: number;
  kinds: number;
  /** The number of legal moves at the start. */
  moves: number;
}

/** The variant of a text, a definition or a page with a diagram; throws a ShoogiError with all .faults if it has errors. */
export const readVariant = (shoogi: Shoogi, text: string): Variant => shoogi.variant(text, { lenient: true });

/** Faults without repetition: of warnings that differ in what was found the first, and how many more there are. */
export function grouped(faults: readonly Diagnostic[]): { fault: Diagnostic; more: number }[] {
  const groups = new Map<string, { fault: Diagnostic; more: number }>();
  faults.forEach((fault, i) => {
    const kind = isWarning(fault) ? fault.message.replace(/, found ".*$/, '') : `${i}`;
    const group = groups.get(kind);
    if (group) group.more++;
    else groups.set(kind, { fault, more: 0 });
  });
  return [...groups.values()];
}

export const diagnosticsOf = (faults: readonly ShoogiError[]): Diagnostic[] => faults.map(({ line, column, message }) => ({ line, column, message }));

export function tryOut(shoogi: Shoogi, text: string): Trial {
  const none = { files: 0, ranks: 0, kinds: 0, moves: 0 };
  let variant: Variant;
  try {
    variant = readVariant(shoogi, text);
  } catch (error) {
    const fault = error as ShoogiError;
    if (fault.line === undefined) throw error;
    return { ...none, faults: diagnosticsOf(fault.faults ?? [fault]), playable: false, reason: '' };
  }
  const { files, ranks } = variant;
  const size = { files, ranks, kinds: variant.kinds.length - 1 };
  const faults = diagnosticsOf(variant.faults);
  try {
    const moves = play(variant);
    if (moves === null) {
      return { ...none, ...size, faults, playable: false, reason: `more than ${MOVES_MAX} moves in one position` };
    }
    for (let kind = 1; kind < variant.kinds.length; kind++) reach(variant, kind);
    variant.rules('');
    return { ...size, faults, moves, playable: true, reason: '' };
  } catch (error) {
    if ((error as ShoogiError).line === undefined) throw error;
    return { ...none, ...size, faults, playable: false, reason: (error as ShoogiError).message };
  } finally {
    variant.free();
  }
}

/** Makes some moves.  Returns the number of moves at the start; null if any position has too many. */
function play(variant: Variant): number | null {
  const position = variant.start();
  try {
    let first = 0;
    for (let ply = 0; ply < PLIES && position.result().outcome === 'none'; ply++) {
      if (position.perft(1, { paths: true }) > MOVES_MAX) return null;
      const moves = position.moves({ paths: true });
      if (ply === 0) first = moves.length;
      if (moves.length === 0) break;
      position.do(moves[(ply * 7919) % moves.length]!);
    }
    return first;
  } finally {
    position.free();
  }
}
