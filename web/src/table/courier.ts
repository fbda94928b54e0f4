// courier.ts: moves in the full algebraic notation of Game Courier, on a board without rules.
//
// src/notation/moves/courier.c reads the same notation for games with rules: there a text identifies a legal move, and the
// labels are those of a definition.  Here any label may stand anywhere and the board may have holes, so
// the text is executed part by part.  Source: docs/notation.md.

import { expected } from '../textFault';
import { other, sideOf, turnedTo, withHand, type Cell, type Position, type Side, type Spaces } from './spaces';

export type End = 'resign' | 'draw' | 'drawn' | 'won' | 'lost';

/** What all moves of a game share. */
export interface Table {
  spaces: Spaces;
  /** The labels of both sides. */
  labels: ReadonlySet<string>;
  /** Captured pieces go to the capturing side's hand, or leave the game. */
  captures: 'hand' | 'gone';
}

export interface Done {
  position: Position;
  /** The move in canonical form: with labels, without abbreviations. */
  text: string;
  comment: string;
  /** The end of the game, as claimed by the move. */
  end: End | null;
  /** The spaces that changed. */
  touched: readonly number[];
}

interface Word {
  text: string;
  at: number;
}

/** A move during execution. */
interface Doing {
  table: Table;
  /** The whole text. */
  typed: string;
  side: Side;
  cells: Cell[];
  hands: ReadonlyMap<string, number>;
  touched: number[];
  end: End | null;
  /** Of the last part that moved a piece. */
  origin: number | null;
  dest: number | null;
  moved: string;
  old: string;
}

const ENDS: readonly End[] = ['resign', 'draw', 'drawn', 'won', 'lost'];

const isEnd = (word: string): word is End => (ENDS as readonly string[]).includes(word);

/** Executes a move of a side; throws a Fault at the place of an error. */
export function read(table: Table, position: Position, side: Side, text: string): Done {
  const comment = text.indexOf('//');
  const body = comment < 0 ? text : text.slice(0, comment);
  const d: Doing = {
    table, typed: text, side, cells: [...position.cells], hands: position.hands, touched: [], end: null,
    origin: null, dest: null, moved: '@', old: '@',
  };
  const parts: string[] = [];
  let at = 0;
  for (const part of body.split(';')) {
    if (d.end) throw expected('no more, as the game has ended', text, at, part.trim());
    parts.push(doPart(d, part, at, body.length));
    at += part.length + 1;
  }
  return {
    position: { ...position, cells: d.cells, hands: d.hands },
    text: parts.join('; '),
    comment: comment < 0 ? '' : text.slice(comment + 2).trim(),
    end: d.end,
    touched: [...new Set(d.touched)],
  };
}

// ---- Words ----------------------------------------------------------------------------------------------

const at = (d: Doing, word: Word | undefined, what: string, end: number) =>
  expected(what, d.typed, word?.at ?? end, word?.text ?? d.typed.slice(end, end + 1));

/** A space by its name, or of the last part. */
function spaceOf(d: Doing, word: string): number | undefined {
  if (word === 'dest' && d.dest !== null) return d.dest;
  if (word === 'origin' && d.origin !== null) return d.origin;
  return d.table.spaces.at.get(word);
}

function space(d: Doing, word: Word | undefined, end: number): number {
  const found = word && spaceOf(d, word.text);
  if (found === undefined) throw at(d, word, 'a space of this board', end);
  return found;
}

/** A label, or the piece that the last part moved or captured; '' is none. */
function labelOf(d: Doing, word: string): string | undefined {
  if (word === '@') return '';
  const label = word === 'moved' ? d.moved : word === 'old' ? d.old : word;
  if (label === '@') return '';
  return d.table.labels.has(label) ? label : undefined;
}

/** The label of a piece in hand, such as 0P, unless the board has a space of that name. */
const handOf = (d: Doing, word: string): string | undefined =>
  !d.table.spaces.at.has(word) && word.startsWith('0') && d.table.labels.has(word.slice(1)) ? word.slice(1) : undefined;

const name = (d: Doing, space: number): string => d.table.spaces.names[space]!;

/** The piece on a space; throws if there is none. */
function pieceAt(d: Doing, space: number, word: Word, what: string): string {
  const piece = d.cells[space];
  if (piece === '') throw expected(what, d.typed, word.at, word.text);
  if (piece === null || piece === undefined) throw expected('a space that the board still has', d.typed, word.at, word.text);
  return piece;
}

const held = (d: Doing, side: Side): string =>
  [...d.hands].filter(([label]) => sideOf(label) === side)
    .map(([label, count]) => (count > 1 ? `${count}${label}` : label)).join(', ');

// ---- Actions ---------------------------------------------------------------------------------------------

/** A side captures a piece. */
function capture(d: Doing, piece: string, by: Side): void {
  d.old = piece;
  if (d.table.captures === 'hand') d.hands = withHand(d.hands, turnedTo(piece.replace(/^\+/, ''), by), 1);
}

function put(d: Doing, space: number, cell: Cell): void {
  d.cells[space] = cell;
  d.touched.push(space);
}

function step(d: Doing, label: Word | undefined, from: Word, to: Word | undefined, end: number): string {
  if (label && !labelOf(d, label.text)) throw at(d, label, 'a piece label of this set', end);
  const start = space(d, from, end);
  const piece = pieceAt(d, start, from, 'a space with a piece');
  if (label && labelOf(d, label.text) !== piece)
    throw expected(`"${piece}", which stands on ${name(d, start)}`, d.typed, label.at, label.text);
  const place = space(d, to, end);
  const taken = d.cells[place];
  if (taken === null) throw at(d, to, 'a space that the board still has', end);
  put(d, start, '');
  d.old = '@';
  if (taken && place !== start) capture(d, taken, sideOf(piece));
  put(d, place, piece);
  [d.origin, d.dest, d.moved] = [start, place, piece];
  return `${piece} ${name(d, start)}-${name(d, place)}`;
}

/** label: the piece to drop; from: its label in hand. */
function drop(d: Doing, label: Word, kind: string, from: string, to: Word | undefined, end: number): string {
  const bare = from.replace(/^\+/, '');
  const source = d.hands.has(from) ? from : d.hands.has(bare) ? bare : null;
  if (source === null) {
    const list = held(d, sideOf(from));
    throw expected(`a piece in hand (${list === '' ? 'there is none' : list})`, d.typed, label.at, label.text);
  }
  const place = space(d, to, end);
  if (d.cells[place] === null) throw at(d, to, 'a space that the board still has', end);
  if (d.cells[place] !== '')
    throw expected(`an empty space on ${name(d, place)}`, d.typed, to!.at, d.cells[place]!);
  d.hands = withHand(d.hands, source, -1);
  put(d, place, kind);
  [d.origin, d.dest, d.moved, d.old] = [null, place, kind, '@'];
  return `${kind}*${name(d, place)}`;
}

/** Places a label; '' removes the piece. */
function appear(d: Doing, label: string, to: Word | undefined, end: number): string {
  const place = space(d, to, end);
  // A promoted piece keeps the side of the mover, in whatever case it was typed.
  const own = label !== '' && to!.text === 'dest' && place === d.dest && d.moved !== '@' ? turnedTo(label, sideOf(d.moved)) : label;
  put(d, place, own);
  return `${own === '' ? '@' : own}-${name(d, place)}`;
}

/** The commands on spaces. */
const commands: Readonly<Record<string, (d: Doing, places: readonly number[], words: readonly Word[]) => void>> = {
  capture: (d, places, words) => places.forEach((place, i) => {
    capture(d, pieceAt(d, place, words[i]!, 'a space with a piece'), d.side);
    put(d, place, '');
  }),
  empty: (d, places) => places.forEach((place) => { if (d.cells[place] !== null) put(d, place, ''); }),
  clear: (d, places) => places.forEach((place) => {
    const piece = d.cells[place];
    if (piece) d.hands = withHand(d.hands, piece, 1);
    if (piece !== null) put(d, place, '');
  }),
  flip: (d, places, words) => places.forEach((place, i) => {
    const piece = pieceAt(d, place, words[i]!, 'a space with a piece');
    put(d, place, turnedTo(piece, other(sideOf(piece))));
  }),
};

/** Commands with a word for all spaces. */
const ALL: Readonly<Record<string, string>> = { empty: 'all', clear: 'board' };

function command(d: Doing, words: readonly Word[], end: number): string {
  const [verb, ...rest] = words as [Word, ...Word[]];
  if (verb.text === 'add') {
    const [label, second, ...others] = rest;
    const piece = label && labelOf(d, label.text);
    if (!piece) throw at(d, label, 'a piece label of this set', end);
    const all = second?.text === 'all' && others.length > 0;
    const places = all ? others : second ? [second] : [];
    if (places.length === 0 || (!all && others.length > 0))
      throw at(d, others[0], second ? '";", or "all" before several spaces' : 'a space of this board', end);
    for (const place of places) put(d, space(d, place, end), piece);
    return `add ${piece} ${all ? 'all ' : ''}${places.map(({ text }) => name(d, spaceOf(d, text)!)).join(' ')}`;
  }
  const all = rest.length === 1 && rest[0]!.text === ALL[verb.text] && spaceOf(d, rest[0]!.text) === undefined;
  if (!all && rest.length === 0) throw at(d, undefined, 'a space of this board', end);
  const places = all ? d.cells.map((_, i) => i) : rest.map((word) => space(d, word, end));
  commands[verb.text]!(d, places, rest);
  return `${verb.text} ${all ? ALL[verb.text] : places.map((place) => name(d, place)).join(' ')}`;
}

// ---- Parts ----------------------------------------------------------------------------------------------

/** Executes one part and returns its canonical form.  begin: its offset in the text; last: the end of the text. */
function doPart(d: Doing, part: string, begin: number, last: number): string {
  const end = Math.min(begin + part.length, last);
  const tokens = [...part.matchAll(/[-*]|[^\s*-]+/g)].map(({ 0: text, index }) => ({ text, at: begin + index }));
  const sign = tokens.findIndex(({ text }) => text === '-' || text === '*');
  const left = sign < 0 ? tokens : tokens.slice(0, sign);
  const operator = tokens[sign];
  const right = sign < 0 ? [] : tokens.slice(sign + 1);
  const [first, second, third] = left;

  if (!operator && first && (first.text === 'pass' || isEnd(first.text))) {
    if (second) throw at(d, second, '";" or the end', end);
    if (isEnd(first.text)) d.end = first.text;
    return first.text;
  }
  if (!operator && first && (first.text === 'add' || first.text in commands)) return command(d, left, end);

  if (right[1]) throw at(d, right[1], '";" or the end', end);
  const [to] = right;
  if (!first) {
    if (operator?.text !== '-') throw at(d, operator, 'a piece label or a space of this board', end);
    const hole = space(d, to, end);
    put(d, hole, null);
    return `-${name(d, hole)}`;
  }
  const from = spaceOf(d, first.text);
  const hand = from === undefined ? handOf(d, first.text) : undefined;
  const label = from === undefined && hand === undefined ? labelOf(d, first.text) : undefined;
  if (from === undefined && hand === undefined && label === undefined)
    throw at(d, first, `${second ? '' : 'a space of this board or '}a piece label of this set`, end);
  if (!operator || third || (operator.text === '*' && (label === undefined || second)))
    throw at(d, third ?? operator, label !== undefined && !second ? '"-" or "*"' : '"-"', end);

  if (operator.text === '*') {
    if (label === '') throw at(d, first, 'a piece label of this set', end);
    return drop(d, first, label!, label!, to, end);
  }
  if (second) {
    const source = handOf(d, second.text);
    if (source === undefined) return step(d, first, second, to, end);
    if (!label || (label !== source && label.replace(/^\+/, '') !== source))
      throw at(d, second, 'the space of that piece in hand', end);
    return drop(d, first, label, source, to, end);
  }
  if (hand !== undefined) return drop(d, first, hand, hand, to, end);
  if (label !== undefined) return appear(d, label, to, end);
  if (to) return step(d, undefined, first, to, end);
  pieceAt(d, from!, first, 'a space with a piece');
  put(d, from!, '');
  return `@-${name(d, from!)}`;
}
