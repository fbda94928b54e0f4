// notes.ts: what the rules say about a position that was set up by hand.

import type { Colour, Variant } from '../../../src/wasm/shoogi.mjs';
import { squareName } from '../board/squares';
import { endInWords } from '../result';
import { colourName } from '../sides';
import { nameOf } from '../board/pieceSets';
import { listed, t, tn } from '../words';
import type { Placed } from './placed';

/** How many unpromoted pieces of a kind a file may hold by the drop rule (nifu: one pawn); Infinity without such a rule. */
function perFile(moves: string): number {
  const [, group = ''] = /([fsbj]*)@/.exec(moves) ?? [];
  const count = group.replace(/[^f]/g, '').length;
  return count > 0 ? count : Infinity;
}

/** A list of sentences.  sfen: the position, which the rules have accepted. */
export function notes(variant: Variant, placed: Placed, sfen: string): string[] {
  const said: string[] = [];
  const position = variant.start(sfen);
  try {
    const { pieces, hands, side } = placed;
    const found: Record<Colour, string[]> = { black: [], white: [] };
    const files = new Map<string, number>();
    pieces.forEach((row, rank) => row.forEach((piece, file) => {
      if (!piece) return;
      const kind = variant.kinds[piece.kind]!;
      if (kind.royal) found[piece.colour].push(squareName(file, rank));
      if (kind.royal && piece.colour !== side && position.isAttacked(file, rank, side))
        said.push(t('{side} is to move and can capture the {piece} on {square}.', {
          side: colourName(side), piece: nameOf(variant, piece.kind, piece.colour), square: squareName(file, rank),
        }));
      const key = `${piece.colour} ${piece.kind} ${file}`;
      const count = (files.get(key) ?? 0) + 1;
      files.set(key, count);
      if (count === perFile(kind.moves) + 1)
        said.push(t('{side} has more of the {piece} on file {file} than its drop rule allows.', {
          side: colourName(piece.colour), piece: nameOf(variant, piece.kind, piece.colour), file: file + 1,
        }));
    }));
    for (const colour of ['black', 'white'] as const) {
      const held = [...hands[colour].keys()].some((kind) => variant.kinds[kind]?.royal);
      if (found[colour].length === 0 && !held) said.push(t('{side} has no royal piece.', { side: colourName(colour) }));
      if (found[colour].length > 1) said.push(t('{side} has {n} royal pieces: {squares}.', {
        side: colourName(colour), n: found[colour].length, squares: listed(found[colour]),
      }));
    }
    said.push(...tooMany(variant, placed));
    const { outcome, reason } = position.result();
    const moves = outcome === 'none' ? position.moves().length : 0;
    const check = position.checkers().length > 0 ? ` ${t('Check.')}` : '';
    said.push(outcome === 'none'
      ? tn(moves, '{side} has {n} legal move.', '{side} has {n} legal moves.', { side: colourName(side) }) + check
      : t('The game is over: {outcome}, {reason}.', {
        outcome: endInWords(outcome), reason: endInWords(reason),
      }));
    return said;
  } finally {
    position.free();
  }
}

/** Kinds of which both sides together have more than at the start, promoted or not. */
function tooMany(variant: Variant, placed: Placed): string[] {
  const start = variant.start();
  try {
    const count = (piece: (file: number, rank: number) => { kind: number } | null, hand: (colour: Colour, kind: number) => number) => {
      const all = new Map<number, number>();
      const add = (kind: number, more: number) => {
        const { base } = variant.kinds[kind]!;
        if (more > 0) all.set(base || kind, (all.get(base || kind) ?? 0) + more);
      };
      for (let rank = 0; rank < variant.ranks; rank++) {
        for (let file = 0; file < variant.files; file++) {
          const found = variant.hasSquare(file, rank) ? piece(file, rank) : null;
          if (found) add(found.kind, 1);
        }
      }
      variant.kinds.forEach((row, kind) => {
        if (row) add(kind, hand('black', kind) + hand('white', kind));
      });
      return all;
    };
    const before = count((file, rank) => start.piece(file, rank), (colour, kind) => start.hand(colour, kind));
    const now = count((file, rank) => placed.pieces[rank]?.[file] ?? null, (colour, kind) => placed.hands[colour].get(kind) ?? 0);
    return [...now].filter(([kind, n]) => n > (before.get(kind) ?? 0)).map(([kind, n]) =>
      t('The board and hands hold {n} of the {piece}; the game starts with {start}.', {
        n, piece: nameOf(variant, kind, 'black'), start: before.get(kind) ?? 0,
      }));
  } finally {
    start.free();
  }
}
