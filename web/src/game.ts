// game.ts: one game as a page shows it: a position of the rules, and what was played.

import type { Colour, Outcome, Piece, Position, Variant } from '../../src/wasm/shoogi.mjs';
import { MOVES_MAX, parse, tree, walk, type Step } from './board/moves';
import { squareName } from './board/squares';
import { inLanguage } from './message';
import { placedOf, sfenOf } from './setup/placed';
import { other } from './sides';

/** A piece in hand. */
export interface HandPiece {
  kind: number;
  count: number;
  /** What is pointed at to drop it. */
  place: string;
  /** Another face of a piece that is listed besides: he may be dropped as this. */
  face?: boolean;
}

/** What a board needs to be drawn; the same object until the position changes. */
export interface View {
  files: number;
  ranks: number;
  /** By rank, then file; undefined where the board has no square. */
  pieces: readonly (readonly (Piece | null | undefined)[])[];
  hands: Readonly<Record<Colour, readonly HandPiece[]>>;
  side: Colour;
  /** Nothing, if there are more than MOVES_MAX. */
  moves: Step;
  /** Whether there are: such a move can only be typed. */
  beyond?: boolean;
  /** Squares of the latest move. */
  last: ReadonlySet<string>;
  checkers: ReadonlySet<string>;
  /** DrawableVariant that stand under threat of the other side. */
  threatened: ReadonlySet<string>;
  result: { outcome: Outcome; reason: string };
}

export interface Played {
  usi: string;
  text: string;
  colour: Colour;
}

/** A move that was typed.  open: the text does not say whether or to what it promotes; then what there is to choose from,
 * and where. */
export interface Typed {
  usi: string;
  open?: { view: View; step: Step };
}

/** Moves of the other side behind which is inspected ahead, however long that takes. */
const AHEAD_LEAST = 8;

const isHandicap = (move: string): boolean => move.startsWith('HANDICAP:');

export class Game {
  readonly variant: Variant;
  readonly #position: Position;
  readonly #start: string;
  readonly #played: Played[] = [];
  #view: View | null = null;

  constructor(variant: Variant, sfen: string | null = null) {
    this.variant = variant;
    this.#position = variant.start(sfen);
    this.#start = this.#position.sfen();
  }

  get played(): readonly Played[] {
    return this.#played;
  }

  get sfen(): string {
    return this.#position.sfen();
  }

  /** How to come here by moves alone. */
  get asMoves(): { start: string; moves: readonly string[] } {
    const moves = this.#played.map(({ usi }) => usi);
    return moves.some(isHandicap) ? { start: this.sfen, moves: [] } : { start: this.#start, moves };
  }

  get view(): View {
    return (this.#view ??= this.#makeView());
  }

  /** The kinds that stand on the board or are in hand. */
  get kinds(): ReadonlySet<number> {
    const { pieces, hands } = this.view;
    return new Set([
      ...pieces.flat().flatMap((piece) => piece?.kind ?? []), ...[...hands.black, ...hands.white].map(({ kind }) => kind),
    ]);
  }

  /** Why a move in USI may not be made; null if it may. */
  why(usi: string): string | null {
    const why = this.#position.whyIllegal(usi);
    return why ? inLanguage(why.message) : null;
  }

  /** A move in any notation; throws what is wrong. */
  typed(text: string): Typed {
    const { usi, open } = this.#position.read(text);
    return open ? this.#open(usi, this.view) : { usi };
  }

  /** A move whose text leaves something open, in the position as it stands. */
  #open(usi: string, view: View): Typed {
    const step = walk(tree(this.#position.moves({ paths: true })), parse(usi).path);
    return step && step.ends.size > 1 ? { usi, open: { view, step } } : { usi };
  }

  /** Makes a legal move, or gives a handicap: "HANDICAP:L@1a".  text: what it is called, if that is known. */
  play(usi: string, text: string = isHandicap(usi) ? usi : this.#position.western(usi)): void {
    const colour = this.#position.side();
    if (isHandicap(usi)) this.#removePieces(usi.match(/@\d+[a-z]+/gi)!.map((at) => at.slice(1).toLowerCase()));
    else this.#position.do(usi);
    this.#played.push({ usi, text, colour });
    this.#view = null;
  }

  /** A handicap: pieces leave the board before the game, and it is the other side's turn. */
  #removePieces(squares: readonly string[]): void {
    const placed = placedOf(this.variant, this.#position);
    const pieces = placed.pieces.map((row, rank) =>
      row.map((piece, file) => (piece && squares.includes(squareName(file, rank)) ? null : piece)));
    this.#position.set(sfenOf(this.variant, { ...placed, pieces, side: other(placed.side) }));
  }

  /** What a legal move is called. */
  western(usi: string): string {
    return this.#position.western(usi);
  }

  /** Goes to the position after these moves, the shortest way from where it stands. */
  goTo(moves: readonly { usi: string; text?: string }[]): void {
    const same = moves.findIndex(({ usi }, i) => this.#played[i]?.usi !== usi);
    const kept = same < 0 ? moves.length : same;
    while (this.#played.length > kept) this.undo();
    for (const { usi, text } of moves.slice(kept)) this.play(usi, text);
  }

  /**
   * Moves that the side that is not to move might make next, whatever the other plays; those found within a time.
   * A piece that takes back where his own is taken is among them.
   */
  premoves(budget_ms: number): string[] {
    const found = new Set<string>();
    for (const position of this.#positionsAhead(budget_ms)) for (const reply of position.moves({ paths: true })) found.add(reply);
    return [...found];
  }

  /** A move in any notation that could be made after some move of the other side; throws what is wrong with it. */
  typedAhead(text: string, budget_ms: number): Typed {
    const view = { ...this.view, side: other(this.view.side) };
    let fault: unknown;
    for (const position of this.#positionsAhead(budget_ms)) {
      try {
        const { usi, open } = position.read(text);
        return open ? this.#open(usi, view) : { usi };
      } catch (error) {
        fault = error;
      }
    }
    throw fault;
  }

  /** The position after each move of the other side in turn, as long as there is time; but after some of them in any case,
   * as a browser that is held up must not take moves away. */
  *#positionsAhead(budget_ms: number): Generator<Position> {
    const until = performance.now() + budget_ms;
    let tried = 0;
    for (const move of this.#position.moves({ paths: true })) {
      this.#position.do(move);
      try {
        yield this.#position;
      } finally {
        this.#position.undo();
      }
      if (++tried >= AHEAD_LEAST && performance.now() > until) break;
    }
  }

  /** What stood before the latest move; null before the first. */
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

  /** The side to move wins by a declaration, which is not asked of the rules here. */
  declare(): void {
    this.#view = { ...this.view, moves: tree([]), beyond: false, result: { outcome: this.view.side, reason: 'declaration in the enemy camp' } };
  }

  /** Takes the latest move back; false if there is none. */
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
    return {
      files,
      ranks,
      pieces,
      hands: { black: this.#handOf('black'), white: this.#handOf('white') },
      side: position.side(),
      moves: tree(over || beyond ? [] : position.moves({ paths: true })),
      beyond,
      last: new Set(latest && !isHandicap(latest.usi) ? parse(latest.usi).path.filter((place) => !place.endsWith('*')) : []),
      checkers: new Set(position.checkers()),
      threatened,
      result,
    };
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
