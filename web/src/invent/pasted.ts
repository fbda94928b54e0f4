// pasted.ts: the moves of a pasted record, in any format, for a game that the page holds.
//
// The module that reads records is large and comes when a record is pasted.

import { openRecords } from '../library';
import { diagnosticsOf, type Diagnostic } from './trial';

/** The longest record: it is read by the page itself. */
export const PASTED_MAX = 256 * 1024;

export interface Pasted {
  /** The start, as an SFEN. */
  start: string;
  /** The moves up to the first error, in USI. */
  moves: readonly string[];
  faults: readonly Diagnostic[];
}

interface Tree {
  node(number: number): { firstChild: number | null; move: string };
}

/** The moves of the main line, without what ends it. */
function mainLine(record: Tree): string[] {
  const moves: string[] = [];
  for (let at = record.node(0).firstChild; at !== null;) {
    const { firstChild, move } = record.node(at);
    if (move !== '') moves.push(move);
    at = firstChild;
  }
  return moves;
}

/** Reads a record of the game of a definition; throws an error if there is none in it. */
export async function readPasted(definition: string, text: string): Promise<Pasted> {
  const { shoogi } = await openRecords();
  const variant = shoogi.variant(definition);
  try {
    const record = variant.record(text, { partial: true });
    try {
      const start = record.position(0);
      const pasted = { start: start.sfen(), moves: mainLine(record), faults: diagnosticsOf(record.faults) };
      start.free();
      return pasted;
    } finally {
      record.free();
    }
  } finally {
    variant.free();
  }
}
