// shoogi.d.mts: the types of shoogi.mjs, which explains them.

export type Colour = 'black' | 'white';
export type Outcome = 'none' | 'black' | 'white' | 'draw' | 'no contest';
export type Style = 'english' | 'romaji' | 'romaji short' | 'kanji' | 'kanji short';

export const COLOURS: readonly Colour[];
export const STYLES: readonly Style[];
export type Notation = 'usi' | 'western' | 'japanese' | 'kitao' | 'courier' | 'any';
export const OUTCOMES: readonly Outcome[];
export const NOTATIONS: readonly Notation[];

export class ShoogiError extends Error {
  line: number;
  column: number;
  faults?: ShoogiError[];
}

export interface Kind {
  id: string;
  name: string;
  moves: string;
  image: string;
  promoted: number;
  base: number;
  handKind: number;
  royal: boolean;
}

export interface Piece {
  kind: number;
  colour: Colour;
}

export interface PositionFault {
  message: string;
  colour: Colour;
  bothSides: boolean;
  kind: number;
  square: string;
  count: number;
  limit: number;
}

export interface Position {
  set(sfen: string): void;
  sfen(): string;
  side(): Colour;
  ply(): number;
  movesPlayed(): number;
  piece(file: number, rank: number): Piece | null;
  hand(colour: Colour, kind: number): number;
  checksGiven(colour: Colour): number;
  isAttacked(file: number, rank: number, colour: Colour): boolean;
  moves(options?: { paths?: boolean }): string[];
  checkers(): string[];
  attackers(file: number, rank: number, colour: Colour): string[];
  givesCheck(move: string): boolean;
  captures(move: string): string[];
  occurrences(): number;
  repetition(): { outcome: Outcome; reason: string };
  perpetualCheck(colour: Colour): boolean;
  faults(): PositionFault[];
  missing(kind: number): number;
  whyIllegal(move: string): ShoogiError | null;
  read(text: string): { usi: string; open: boolean };
  western(move: string): string;
  written(move: string, notation: Exclude<Notation, 'any'>): string;
  line(text: string, how?: { from?: Notation; to?: Notation }): string;
  record(): Record;
  do(move: string): void;
  undo(): boolean;
  result(): { outcome: Outcome; reason: string };
  perft(depth: number, options?: { paths?: boolean }): bigint;
  free(): void;
}

export interface Block {
  form: 'topic' | 'heading' | 'prose' | 'item' | 'term' | 'literal' | 'row' | 'setup' | 'legend' | 'moves';
  level: number;
  kind: number;
  word: string;
  text: string;
}

export interface Ride {
  right: number;
  forward: number;
  /** 0: to the edge. */
  reach: number;
  move: boolean;
  take: boolean;
}

/** Translations by English texts, "context\u0004text" if there is a context; texts with plural forms are left out. */
export type Words = Readonly<{ [text: string]: string | readonly string[] }>;

export interface Variant {
  readonly files: number;
  readonly ranks: number;
  readonly checksToWin: number;
  readonly kinds: readonly (Kind | null)[];
  readonly faults: readonly ShoogiError[];
  hasSquare(file: number, rank: number): boolean;
  kindName(kind: number, colour: Colour, style: Style): string;
  repetitionCount(): number;
  parameter(name: string): string | null;
  rules(name: string, words?: Words, options?: { xbetza?: boolean }): Block[];
  text(): string;
  moves(words?: Words): string[];
  rides(kind: number): Ride[];
  start(sfen?: string | null): Position;
  record(text: string, options?: { format?: string; partial?: boolean }): Record;
  nextRecord(bytes: Uint8Array, options?: { format?: string }): { record: Record | null; faults: readonly ShoogiError[]; bytes: number; format: string; game: string };
  weightsHead(): string;
  networkHead(): string;
  engine(weights?: Uint8Array, options?: { network?: Uint8Array; table_mib?: number }): Engine;
  free(): void;
}

export interface RecordNode {
  parent: number | null;
  firstChild: number | null;
  nextSibling: number | null;
  ply: number;
  time_ms: number | null;
  outcome: Outcome;
  end: string;
  move: string;
  bookmark: string;
  comment: string;
}

export interface Evaluation {
  score: number | null;
  mate: boolean;
  depth: number;
  replaces: boolean;
  moves: string[];
}

export interface Record {
  readonly faults: readonly ShoogiError[];
  nodes(): number;
  node(number: number): RecordNode;
  position(number: number): Position;
  addMove(parent: number, move: string): number;
  addComment(number: number, text: string): void;
  headers(): [string, string][];
  setHeader(name: string, value: string): void;
  remove(number: number): void;
  setVariation(number: number, index: number): void;
  promote(number: number): void;
  copy(number?: number): Record;
  merge(other: Record, number?: number): void;
  evaluations(number: number): Evaluation[];
  write(format: string): { text: string; losses: string[] };
  free(): void;
}

/** score_cp: for Black; 30000 - N for a win in N plies.  moves, western: ['win'] if a declaration wins. */
export interface Finding {
  line: number;
  depth: number;
  nodes: number;
  score_cp: number;
  moves: readonly string[];
  western: readonly string[];
}

export interface Engine {
  search(position: Position, limits: { nodes: number; lines?: number }, hear?: (finding: Finding) => void): string;
  move(position: Position, how: { level: number; seed: number; nodes: number }): string;
  free(): void;
}

export interface Shoogi {
  memoryBytes(): number;
  addDefinition(name: string, text: string): void;
  variant(text: string, options?: { lenient?: boolean; page?: boolean; name?: string }): Variant;
}

export function load(bytes: BufferSource | WebAssembly.Module): Promise<Shoogi>;
