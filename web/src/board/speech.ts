// speech.ts: squares, moves, piece moves and whole boards in words, for screen readers.

import type { Colour, Piece, Variant } from '../../../src/wasm/shoogi.mjs';
import type { View } from '../game';
import { endInWords } from '../result';
import { colourName } from '../sides';
import { currentLanguage, listed, pageCatalogue, t, tc, tn } from '../words';
import { checksInWords } from './checks';
import { isPromoted, nameOf } from './pieceSets';
import type { DrawableVariant } from './drawableVariant';
import { parse } from './moves';
import { called, place, rankLabel, squareAt, squareName, type Coordinates } from './squares';

const plain = new WeakMap<DrawableVariant, Map<string, ReadonlySet<string>>>();

/** The names of unpromoted pieces. */
function plainNames(variant: DrawableVariant, colour: Colour): ReadonlySet<string> {
  let known = plain.get(variant);
  if (!known) plain.set(variant, (known = new Map()));
  const key = `${currentLanguage()} ${colour}`;
  let names = known.get(key);
  if (!names) known.set(key, (names = new Set(variant.kinds.flatMap((row, kind) =>
    (row && !isPromoted(variant, kind) ? nameOf(variant, kind, colour) : [])))));
  return names;
}

/** The name of a piece: "lion", or "rook (promoted gold)" where the game also has an unpromoted rook. */
function standing(variant: DrawableVariant, { kind, colour }: Piece): string {
  const piece = nameOf(variant, kind, colour);
  if (!isPromoted(variant, kind) || !plainNames(variant, colour).has(piece)) return piece;
  return t('{piece} (promoted {base})', { piece, base: nameOf(variant, variant.kinds[kind]!.base, colour) });
}

/** A piece and its side: "Black lion". */
export const pieceInWords = (variant: DrawableVariant, piece: Piece): string =>
  t('{side} {piece}', { side: colourName(piece.colour), piece: standing(variant, piece) });

const list = (words: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(words);

const pieceOn = (view: View, name: string): Piece | null => {
  const { file, rank } = squareAt(name);
  return view.pieces[rank]?.[file] ?? null;
};

const alike = (one: Piece | null | undefined, two: Piece | null | undefined): boolean =>
  one?.kind === two?.kind && one?.colour === two?.colour;

/** Whether a move has moved another piece of its side: one has left its square, and one of its kind is on a new square. */
function hasCastled(before: View, after: View, mover: Piece, from: string, to: string): boolean {
  const changed = (old: View, now: View, except: string) => old.pieces.flatMap((row, rank) => row.flatMap((piece, file) => {
    const changes = piece?.colour === mover.colour && !alike(piece, now.pieces[rank]?.[file]);
    return changes && squareName(file, rank) !== except ? [piece.kind] : [];
  }));
  const [left] = changed(before, after, from);
  return left !== undefined && changed(after, before, to).includes(left);
}

/** A move, from the boards before and after it: "Black: lion captures pawn on 7f and go-between on 7e". */
export function moveInWords(variant: DrawableVariant, before: View, after: View, usi: string, style: Coordinates): string {
  const { path } = parse(usi);
  const by = colourName(before.side);
  const at = (name: string) => called(name, before.files, before.ranks, style);
  const [from = '', ...way] = path;
  const to = way.at(-1) ?? from;
  if (from.endsWith('*')) {
    const kind = variant.kinds.findIndex((row) => row?.id === from.slice(0, -1));
    return t('{side}: {piece} dropped on {square}', { side: by, piece: nameOf(variant, kind, before.side), square: at(to) });
  }
  const mover = pieceOn(before, from);
  const piece = mover ? standing(variant, mover) : '';
  // A piece that is no longer on its square was captured, on the path or beside it.
  const captured: string[] = [];
  const castles = mover !== null && hasCastled(before, after, mover, from, to);
  const addIfCaptured = (name: string) => {
    const was = pieceOn(before, name);
    if (!was || name === from || (castles && was.colour === before.side) || alike(was, pieceOn(after, name))) return;
    captured.push(t('{piece} on {square}', { piece: standing(variant, was), square: at(name) }));
  };
  const seen = new Set(way);
  for (const name of seen) addIfCaptured(name);
  for (let rank = 0; rank < before.ranks; rank++)
    for (let file = 0; file < before.files; file++) {
      const name = squareName(file, rank);
      if (!seen.has(name)) addIfCaptured(name);
    }
  const arrived = pieceOn(after, to);
  const words = [];
  const end = { side: by, piece, taken: list(captured), from: at(from), square: at(to) };
  if (castles) words.push(t('{side}: {piece} castles from {from} to {square}', end));
  else if (captured.length > 0 && from === to) words.push(t('{side}: {piece} on {square} captures {taken} without moving', end));
  else if (captured.length > 0 && pieceOn(before, to)) words.push(t('{side}: {piece} from {from} captures {taken}', end));
  else if (captured.length > 0) words.push(t('{side}: {piece} from {from} captures {taken} and moves to {square}', end));
  else if (from === to) words.push(t('{side} passes', end));
  else words.push(t('{side}: {piece} from {from} to {square}', end));
  if (mover && arrived && arrived.colour === mover.colour && arrived.kind !== mover.kind)
    words.push(t('promotes to {piece}', { piece: nameOf(variant, arrived.kind, arrived.colour) }));
  return listed(words);
}

/** The pieces in a hand: "gold, 3 × pawn". */
export function handInWords(variant: DrawableVariant, view: View, colour: Colour): string {
  const held = view.hands[colour].filter(({ face }) => !face).map(({ kind, count }) => {
    const piece = nameOf(variant, kind, colour);
    return count === 1 ? piece : t('{count} × {piece}', { count, piece });
  });
  const words = held.length === 0 ? t('{side} has no pieces in hand', { side: colourName(colour) })
    : t('{side} has in hand: {pieces}', { side: colourName(colour), pieces: list(held) });
  return view.checks ? `${words}. ${checksInWords(view.checks, colour)}` : words;
}

/** A board rank by rank as the reader sees it, then the hands and the side to move, a line each. */
export function boardInWords(variant: DrawableVariant, view: View, turned: boolean, style: Coordinates): string[] {
  const { files, ranks } = view;
  const lines: string[] = [];
  for (let row = 0; row < ranks; row++) {
    const { row: rank } = place(0, row, files, ranks, turned);
    const pieces = Array.from({ length: files }, (_, column) => {
      const { column: file } = place(column, 0, files, ranks, turned);
      const piece = view.pieces[rank]?.[file];
      const name = squareName(file, rank);
      if (!piece) return '';
      const square = called(name, files, ranks, style);
      const words = t('{piece} on {square}', { piece: pieceInWords(variant, piece), square });
      return view.threatened.has(name) ? t('{piece}, threatened', { piece: words }) : words;
    }).filter((words) => words !== '');
    const label = rankLabel(rank, ranks, style);
    lines.push(pieces.length === 0 ? t('Rank {rank} is empty.', { rank: label })
      : t('Rank {rank}: {pieces}.', { rank: label, pieces: pieces.join(tc('list', '; ')) }));
  }
  if (view.checks || view.hands.black.length > 0 || view.hands.white.length > 0)
    for (const colour of ['black', 'white'] as const) lines.push(`${handInWords(variant, view, colour)}.`);
  lines.push(`${stateInWords(view)}.`);
  return lines;
}

/** The side to move, or the result of the game. */
export function stateInWords({ side: turn, result, checkers }: View): string {
  if (result.outcome !== 'none') return t('{outcome}: {reason}', { outcome: endInWords(result.outcome), reason: endInWords(result.reason) });
  const words = t('{side} to move', { side: colourName(turn) });
  return checkers.size > 0 ? `${t('Check.')} ${words}` : words;
}

/** The number of squares that can be selected next, and whether selecting the same square ends the move. */
export function choicesInWords(place: string, squares: number, stops: boolean): string {
  const count = tn(squares, '{n} square', '{n} squares');
  return stops ? t('{place}: {squares}, select again to stop here', { place, squares: count })
    : t('{place}: {squares}', { place, squares: count });
}

const sentences = new WeakMap<Variant, Map<string, readonly string[]>>();

/** How a piece moves: "It goes one square forward." */
export function movesInWords(variant: Variant, kind: number): string {
  let said = sentences.get(variant);
  if (!said) sentences.set(variant, (said = new Map()));
  let all = said.get(currentLanguage());
  if (!all) said.set(currentLanguage(), (all = variant.moves(pageCatalogue())));
  return all[kind] ?? '';
}
