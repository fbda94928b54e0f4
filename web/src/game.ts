// game.ts: one game as a page shows it: a position of the rules, and what was played.

import type { Colour, Piece, Position, Variant } from '../../src/wasm/shoogi.mjs';
import { parse, tree, type Step } from './board/moves';
import { squareName } from './board/squares';

/** A man in hand. */
export interface Held {
  kind: number;
  count: number;
  /** What is pointed at to drop it. */
  place: string;
}

/** What a board needs to be drawn; the same object until the position changes. */
export interface View {
  files: number;
  ranks: number;
  /** By rank, then file; undefined where the board has no square. */
  men: readonly (readonly (Piece | null | undefined)[])[];
  hands: Readonly<Record<Colour, readonly Held[]>>;
  side: Colour;
  moves: Step;
  /** Squares of the latest move. */
  last: ReadonlySet<string>;
  checkers: ReadonlySet<string>;
  /** Men that stand under threat of the other side. */
  threatened: ReadonlySet<string>;
  result: { outcome: string; reason: string };
}

export interface Played {
  usi: string;
  text: string;
  colour: Colour;
}

export class Game {
  readonly variant: Variant;
  readonly #position: Position;
  readonly #played: Played[] = [];
  #view: View | null = null;

  constructor(variant: Variant, sfen: string | null = null) {
    this.variant = variant;
    this.#position = variant.start(sfen);
  }

  get played(): readonly Played[] {
    return this.#played;
  }

  get sfen(): string {
    return this.#position.sfen();
  }

  get view(): View {
    return (this.#view ??= this.#look());
  }

  /** The kinds that stand on the board or are in hand. */
  get kinds(): ReadonlySet<number> {
    const { men, hands } = this.view;
    return new Set([
      ...men.flat().flatMap((man) => man?.kind ?? []), ...[...hands.black, ...hands.white].map(({ kind }) => kind),
    ]);
  }

  /** Why a move in USI may not be made; null if it may. */
  why(usi: string): string | null {
    return this.#position.why(usi)?.message ?? null;
  }

  /** Makes a legal move. */
  play(usi: string): void {
    const text = this.#position.western(usi);
    const colour = this.#position.side();
    this.#position.do(usi);
    this.#played.push({ usi, text, colour });
    this.#view = null;
  }

  /** Takes the latest move back; false if there is none. */
  undo(): boolean {
    if (!this.#position.undo()) return false;
    this.#played.pop();
    this.#view = null;
    return true;
  }

  free(): void {
    this.#position.free();
  }

  #look(): View {
    const position = this.#position;
    const { files, ranks } = this.variant;
    const threatened = new Set<string>();
    const men = Array.from({ length: ranks }, (_, rank) =>
      Array.from({ length: files }, (__, file) => {
        if (!this.variant.hasSquare(file, rank)) return undefined;
        const man = position.piece(file, rank);
        if (man && position.attacked(file, rank, man.colour === 'black' ? 'white' : 'black'))
          threatened.add(squareName(file, rank));
        return man;
      }));
    const result = position.result();
    const latest = this.#played.at(-1);
    return {
      files,
      ranks,
      men,
      hands: { black: this.#held('black'), white: this.#held('white') },
      side: position.side(),
      moves: tree(result.outcome === 'none' ? position.moves({ paths: true }) : []),
      last: new Set(latest ? parse(latest.usi).path.filter((place) => !place.endsWith('*')) : []),
      checkers: new Set(position.checkers()),
      threatened,
      result,
    };
  }

  #held(colour: Colour): Held[] {
    return this.variant.kinds.flatMap((row, kind) => {
      const count = row ? this.#position.hand(colour, kind) : 0;
      return row && count > 0 ? [{ kind, count, place: `${row.id}*` }] : [];
    });
  }
}
