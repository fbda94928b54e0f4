// game.ts: one game as a page shows it: a position and the moves that led to it.

import type { Colour, Outcome, Piece, Position, Variant } from '../../src/wasm/shoogi.mjs';
import { checksOf, type Checks } from './board/checks';
import { inOwnSquares, look, naming } from './board/look';
import { MOVES_MAX, parse, tree, walk, type Step } from './board/moves';
import { called, squareAt, squareName, squaresOf } from './board/squares';
import { isHandicap } from './handicap';
import { inLanguage } from './message';
import { readerNotation, type ReaderNotation } from './notation';
import { placedOf, sfenOf } from './setup/placed';
import { other } from './sides';

/** A kind of piece in hand. */
export interface HandPiece {
  kind: number;
  count: number;
  /** The place to select for a drop. */
  place: string;
  /** Another form of a piece in hand, listed separately: the piece may be dropped in this form. */
  face?: boolean;
}

/** What a board needs to draw; the same object until the position changes. */
export interface View {
  files: number;
  ranks: number;
  /** By rank, then file; undefined for a hole. */
  pieces: readonly (readonly (Piece | null | undefined)[])[];
  hands: Readonly<Record<Colour, readonly HandPiece[]>>;
  /** The checks that each side has given, in a game in which several of them win. */
  checks?: Checks;
  side: Colour;
  /** Empty, if there are more than MOVES_MAX. */
  moves: Step;
  /** Whether there are more: then moves can only be typed. */
  beyond?: boolean;
  /** The squares of the latest move. */
  last: ReadonlySet<string>;
  checkers: ReadonlySet<string>;
  /** The squares of pieces that the other side threatens. */
  threatened: ReadonlySet<string>;
  result: { outcome: Outcome; reason: string };
}

export interface Played {
  usi: string;
  text: string;
  colour: Colour;
}

/** A typed move.  open: the text leaves the promotion open; then the choice and the
 * position in which to make it. */
export interface Typed {
  usi: string;
  open?: { view: View; step: Step };
}

/** The reason of a win by a declaration. */
export const DECLARED = 'declaration in the promotion zone';

/** The number of opposing moves that are tried, however long that takes: to find all premoves, and to understand one. */
const AHEAD_LEAST = { all: 8, one: 64 };

export class Game {
  readonly variant: Variant;
  readonly #position: Position;
  readonly #start: string;
  /** The position after the latest handicap. */
  #given: string | null = null;
  readonly #played: Played[] = [];
  /** The notation of what was played. */
  #notation: ReaderNotation | 'courier';
  #view: View | null = null;

  constructor(variant: Variant, sfen: string | null = null) {
    this.variant = variant;
    this.#position = variant.start(sfen);
    this.#start = this.#position.sfen();
    this.#notation = this.#notationNow();
  }

  /** The notation of moves: the reader's, or, on a board with squares such as a1, that of Game Courier with these squares. */
  #notationNow(): ReaderNotation | 'courier' {
    return inOwnSquares(this.variant) ? 'courier' : readerNotation();
  }

  get played(): readonly Played[] {
    if (this.#notation !== this.#notationNow()) this.#writeAgain();
    return this.#played;
  }

  /** The reader has chosen another notation. */
  #writeAgain(): void {
    this.#notation = this.#notationNow();
    const moves = this.#played.map(({ usi }) => usi);
    const view = this.#view;
    while (this.undo());
    for (const usi of moves) this.play(usi);
    this.#view = view;
  }

  get sfen(): string {
    return this.#position.sfen();
  }

  /** This position as a start and moves; the start is that after the handicaps, if there are any. */
  get asMoves(): { start: string; moves: readonly string[] } {
    const moves = this.#played.map(({ usi }) => usi);
    const handicaps = moves.map(isHandicap).lastIndexOf(true) + 1;
    return { start: handicaps > 0 ? this.#given! : this.#start, moves: moves.slice(handicaps) };
  }

  get view(): View {
    return (this.#view ??= this.#makeView());
  }

  /** The kinds on the board or in hand. */
  get kinds(): ReadonlySet<number> {
    const { pieces, hands } = this.view;
    return new Set([
      ...pieces.flat().flatMap((piece) => piece?.kind ?? []), ...[...hands.black, ...hands.white].map(({ kind }) => kind),
    ]);
  }

  /** Why a move in USI is illegal; null if it is legal. */
  why(usi: string): string | null {
    const why = this.#position.whyIllegal(usi);
    return why ? inLanguage(why.message) : null;
  }

  /** A move in any notation; throws the error. */
  typed(text: string): Typed {
    const { usi, open } = this.#position.read(text);
    return open ? this.#open(usi, this.view) : { usi };
  }

  /** A move whose text leaves the promotion open. */
  #open(usi: string, view: View): Typed {
    const step = walk(tree(this.#position.moves({ paths: true })), parse(usi).path);
    return step && step.ends.size > 1 ? { usi, open: { view, step } } : { usi };
  }

  /** Makes a legal move, or gives a handicap: "HANDICAP:L@1a".  text: its notation, if known. */
  play(usi: string, text: string = this.writtenMove(usi)): void {
    const colour = this.#position.side();
    if (isHandicap(usi)) this.#removePieces(usi.match(/@\d+[a-z]+/gi)!.map((at) => at.slice(1).toLowerCase()));
    else this.#position.do(usi);
    this.#played.push({ usi, text, colour });
    this.#view = null;
  }

  /** A handicap: removes pieces before the game, and the other side is to move. */
  #removePieces(squares: readonly string[]): void {
    const placed = placedOf(this.variant, this.#position);
    const pieces = placed.pieces.map((row, rank) =>
      row.map((piece, file) => (piece && squares.includes(squareName(file, rank)) ? null : piece)));
    this.#given = sfenOf(this.variant, { ...placed, pieces, side: other(placed.side) });
    this.#position.set(this.#given);
  }

  /** A legal move, or a handicap, in the reader's notation. */
  writtenMove(usi: string): string {
    if (isHandicap(usi)) return usi;
    const notation = this.#notationNow();
    const text = this.#position.written(usi, notation);
    const { files, ranks } = this.variant;
    return notation === 'courier' ? text.replace(/\d+[a-z]+/g, (square) => called(square, files, ranks, naming(look(), this.variant))) : text;
  }

  /** A line of moves from here in the reader's notation, up to one that is illegal. */
  written(line: readonly string[]): string[] {
    const texts: string[] = [];
    try {
      for (const usi of line) {
        if (this.#position.whyIllegal(usi)) break;
        texts.push(this.writtenMove(usi));
        this.#position.do(usi);
      }
    } finally {
      for (let made = texts.length; made > 0; made--) this.#position.undo();
    }
    return texts;
  }

  /** Goes to the position after these moves, by the shortest way. */
  goTo(moves: readonly { usi: string; text?: string }[]): void {
    const same = moves.findIndex(({ usi }, i) => this.#played[i]?.usi !== usi);
    const kept = same < 0 ? moves.length : same;
    while (this.#played.length > kept) this.undo();
    for (const { usi, text } of moves.slice(kept)) this.play(usi, text);
  }

  /**
   * The moves that the side not to move may make after some move of the other side, as far as time allows.
   * Recaptures are among them.
   */
  premoves(budget_ms: number): string[] {
    const found = new Set<string>();
    for (const position of this.#positionsAhead(budget_ms, AHEAD_LEAST.all)) for (const reply of position.moves({ paths: true })) found.add(reply);
    return [...found];
  }

  /** A move in any notation that is possible after some move of the other side; throws the error. */
  typedAhead(text: string, budget_ms: number): Typed {
    const view = { ...this.view, side: other(this.view.side) };
    let fault: unknown;
    for (const position of this.#positionsAhead(budget_ms, AHEAD_LEAST.one)) {
      try {
        const { usi, open } = position.read(text);
        return open ? this.#open(usi, view) : { usi };
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  }

  /** A move of the side not to move in the reader's notation, as it is written after a move of the other side that makes it
   * legal; in USI if no such move is found in time. */
  writtenAhead(usi: string, budget_ms: number): string {
    for (const position of this.#positionsAhead(budget_ms, AHEAD_LEAST.one)) if (!position.whyIllegal(usi)) return this.writtenMove(usi);
    return usi;
  }

  /** The position after each move of the other side in turn, as long as there is time.  Some come in any case, because
   * a browser that is held up must not lose moves. */
  *#positionsAhead(budget_ms: number, least: number): Generator<Position> {
    const until = performance.now() + budget_ms;
    let tried = 0;
    for (const move of this.#position.moves({ paths: true })) {
      this.#position.do(move);
      try {
        yield this.#position;
      } finally {
        this.#position.undo();
      }
      if (++tried >= least && performance.now() > until) break;
    }
  }

  /** The view before the latest move; null before the first. */
  before(): View | null {
    const latest = this.#played.at(-1);
    if (!latest) return null;
    const { view } = this;
    this.undo();
    const before = this.view;
    this.play(latest.usi, latest.text);
    this.#view = view;
    return before;
  }

  /** The side to move wins by a declaration; the rules are not asked. */
  declare(): void {
    this.finish(this.view.side, DECLARED);
  }

  /** Ends the game by what is no move, such as a resignation. */
  finish(outcome: Outcome, reason: string): void {
    this.#view = { ...this.view, moves: tree([]), beyond: false, result: { outcome, reason } };
  }

  /** Takes such an end back. */
  reopen(): void {
    this.#view = null;
  }

  /** Takes back the latest move; false if there is none. */
  undo(): boolean {
    const latest = this.#played.pop();
    if (!latest) return false;
    if (isHandicap(latest.usi)) this.#position.set(this.#start);
    else this.#position.undo();
    this.#view = null;
    return true;
  }

  free(): void {
    this.#position.free();
  }

  #makeView(): View {
    const position = this.#position;
    const { files, ranks } = this.variant;
    const threatened = new Set<string>();
    const pieces = Array.from({ length: ranks }, (_, rank) =>
      Array.from({ length: files }, (__, file) => {
        if (!this.variant.hasSquare(file, rank)) return undefined;
        const piece = position.piece(file, rank);
        if (piece && position.isAttacked(file, rank, other(piece.colour)))
          threatened.add(squareName(file, rank));
        return piece;
      }));
    const result = position.result();
    const over = result.outcome !== 'none';
    const beyond = !over && position.perft(1, { paths: true }) > MOVES_MAX;
    const latest = this.#played.at(-1);
    const checks = checksOf(this.variant, position);
    return {
      files,
      ranks,
      pieces,
      hands: { black: this.#handOf('black'), white: this.#handOf('white') },
      ...(checks && { checks }),
      side: position.side(),
      moves: tree(over || beyond ? [] : position.moves({ paths: true }), (usi, [, partner]) => this.#castles(usi, pieces, partner!)),
      beyond,
      last: new Set(latest && !isHandicap(latest.usi) ? squaresOf(latest.usi) : []),
      checkers: new Set(position.checkers()),
      threatened,
      result,
    };
  }

  /** Whether a move by way of this square castles with the piece there, and does not capture it: no piece is lost. */
  #castles(usi: string, pieces: View['pieces'], partner: string): boolean {
    const { file, rank } = squareAt(partner);
    const side = this.#position.side();
    if (pieces[rank]?.[file]?.colour !== side) return false;
    const own = (at: (rank: number, file: number) => Piece | null | undefined) =>
      pieces.reduce((sum, row, r) => sum + row.filter((cell, f) => cell !== undefined && at(r, f)?.colour === side).length, 0);
    const before = own((r, f) => pieces[r]![f]);
    this.#position.do(usi);
    try {
      return own((r, f) => this.#position.piece(f, r)) === before;
    } finally {
      this.#position.undo();
    }
  }

  #handOf(colour: Colour): HandPiece[] {
    return this.variant.kinds.flatMap((row, kind) => {
      const count = row ? this.#position.hand(colour, kind) : 0;
      if (row && count > 0) return [{ kind, count, place: `${row.id}*` }];
      const base = row && row.handKind !== kind ? row.handKind : 0;
      const faces = base > 0 ? this.#position.hand(colour, base) : 0;
      return row && faces > 0 ? [{ kind, count: faces, place: `${row.id}*`, face: true }] : [];
    });
  }
}
