// shoogi.mjs: libshoogi.wasm for authors of pages; wasm.c describes each function.
//
//     import { load } from './shoogi.mjs';
//     const shoogi = await load(await (await fetch('libshoogi.wasm')).arrayBuffer());
//     const variant = shoogi.variant(text);
//     const position = variant.start();
//     position.moves();                // ['1g1f', ...]
//     position.do('7g7f');
//
// Errors are thrown as a ShoogiError.  Objects in the module are not garbage-collected: free() them, positions before
// their variant.

export const COLOURS = ['black', 'white'];
export const STYLES = ['english', 'romaji', 'romaji short', 'kanji', 'kanji short'];
export const OUTCOMES = ['none', 'black', 'white', 'draw', 'no contest'];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An error in a text or a move.  line and column count from 1; 0 if the error is in no text. */
export class ShoogiError extends Error {
  constructor(fault) {
    const [, line, column, message] = /^(\d+):(\d+): (.*)/s.exec(fault);
    super(message);
    this.name = 'ShoogiError';
    this.line = Number(line);
    this.column = Number(column);
  }
}

/** Translations as the modules read them, without those that have plural forms. */
const given = (words) => Object.entries(words).filter(([, said]) => typeof said === 'string').flat().map((text) => `${text}\0`).join('');

class Shoogi {
  #wasm;
  /** Called by the module during a search, when it has a result. */
  hear = () => {};

  constructor(exports) {
    this.#wasm = exports;
  }

  /** Calls a function with its numbers, then the lengths in bytes of its texts or byte arrays. */
  call(name, ...values) {
    const said = values.map((value) => (typeof value === 'string' ? encoder.encode(value) : value));
    const texts = said.filter((value) => value instanceof Uint8Array);
    const numbers = said.filter((value) => !(value instanceof Uint8Array));
    const lengths = texts.map((bytes) => bytes.length);
    let at = this.#wasm.input(lengths.reduce((sum, length) => sum + length, 0));
    if (at === 0) throw new ShoogiError('0:0: out of memory');
    for (const bytes of texts) {
      new Uint8Array(this.#wasm.memory.buffer, at, bytes.length).set(bytes);
      at += bytes.length;
    }
    return this.#wasm[name](...numbers, ...lengths);
  }

  /** The answer of the last call. */
  answer() {
    const { memory, answer_text: text, answer_bytes: bytes } = this.#wasm;
    return decoder.decode(new Uint8Array(memory.buffer, text(), bytes()));
  }

  /** The lines of the answer. */
  lines() {
    return this.answer().split('\n').slice(0, -1);
  }

  /** Calls a function that returns a status, and returns its answer. */
  ask(name, ...values) {
    if (this.call(name, ...values) !== 0) throw new ShoogiError(this.answer());
    return this.answer();
  }

  /** The size of the module's memory, which grows and never shrinks. */
  memoryBytes() {
    return this.#wasm.memory.buffer.byteLength;
  }

  /** Keeps a definition on which others may be based. */
  addDefinition(name, text) {
    this.ask('definition_add', name, text);
  }

  /** Parses a definition.  All errors and warnings are in .faults of the variant or of the thrown error. */
  variant(text, { lenient = false, page = false } = {}) {
    const handle = this.call('variant_new', lenient, page, text);
    const faults = this.lines().map((line) => new ShoogiError(line));
    if (handle !== 0) return new Variant(this, handle, faults);
    throw Object.assign(faults.find((fault) => !fault.message.startsWith('warning: ')), { faults });
  }
}

class Variant {
  #shoogi;

  constructor(shoogi, handle, faults) {
    this.#shoogi = shoogi;
    this.handle = handle;
    this.faults = faults;
    this.files = shoogi.call('variant_files', handle);
    this.ranks = shoogi.call('variant_ranks', handle);
    shoogi.call('variant_kinds', handle);
    // By number; there is no kind 0.
    this.kinds = [null, ...shoogi.lines().map((line) => {
      const [id, name, moves, image, promoted, base, handKind, royal] = line.split('\t');
      return {
        id, name, moves, image,
        promoted: Number(promoted), base: Number(base), handKind: Number(handKind), royal: royal === '1',
      };
    })];
  }

  /** File and rank count from 0. */
  hasSquare(file, rank) {
    return this.#shoogi.call('variant_has_square', this.handle, file, rank) !== 0;
  }

  /** The name of a piece of 'black' or 'white', in one of STYLES. */
  kindName(kind, colour, style) {
    this.#shoogi.call('variant_kind_name', this.handle, kind, COLOURS.indexOf(colour), STYLES.indexOf(style));
    return this.#shoogi.answer();
  }

  /** A parameter that does not affect the rules; null: not set. */
  parameter(name) {
    return this.#shoogi.call('variant_parameter', this.handle, name) === 0 ? this.#shoogi.answer() : null;
  }

  /**
   * The rules in words, as on the HELP page of a variant of this name: blocks of { form, level, kind, word, text }.
   * words: translations by the English texts, "context\u0004text" for those with a context.
   * Only in libshoogi-invent.wasm.
   */
  rules(name, words = {}, { xbetza = false } = {}) {
    this.#shoogi.ask('variant_rules', this.handle, xbetza, name, given(words));
    return this.#shoogi.lines().map((line) => {
      const [form, level, kind, word, ...text] = line.split('\t');
      return { form, level: Number(level), kind: Number(kind), word, text: text.join('\t') };
    });
  }

  /** The definition in its canonical form: what was read, from a page or from variants.ini too.  Only in
   * libshoogi-invent.wasm. */
  text() {
    return this.#shoogi.ask('variant_text', this.handle);
  }

  /** The moves of each kind in words, by its number.  words: as in rules().  Only in libshoogi-page.wasm. */
  moves(words = {}) {
    this.#shoogi.ask('variant_moves', this.handle, given(words));
    return ['', ...this.#shoogi.lines()];
  }

  /**
   * Its rides: a step by so many squares to the right and forward, as its player sees them, and how often it may be
   * repeated over empty squares, 0: to the edge.  Other moves, with turns for example, are not included.  Only in
   * libshoogi-page.wasm.
   */
  rides(kind) {
    this.#shoogi.call('variant_rides', this.handle, kind);
    return this.#shoogi.lines().map((line) => {
      const [right, forward, reach, move, take] = line.split('\t').map(Number);
      return { right, forward, reach, move: move === 1, take: take === 1 };
    });
  }

  /** A position: the start position, or that of an SFEN. */
  start(sfen = null) {
    const handle = this.#shoogi.call('position_new', this.handle);
    if (handle === 0) throw new ShoogiError(this.#shoogi.answer());
    const position = new Position(this.#shoogi, handle);
    try {
      if (sfen !== null) position.set(sfen);
      return position;
    } catch (error) {
      position.free();
      throw error;
    }
  }

  /** The header lines of weights for this variant, which are the same for all with the same pieces on the same board.  Only
   * in libshoogi-engine.wasm. */
  weightsHead() {
    return this.#shoogi.ask('weights_head', this.handle);
  }

  /** An engine for this variant.  weights: the bytes of a weights file.  Only in libshoogi-engine.wasm. */
  engine(weights = new Uint8Array()) {
    const handle = this.#shoogi.call('engine_new', this.handle, weights);
    if (handle === 0) throw new ShoogiError(this.#shoogi.answer());
    return new Engine(this.#shoogi, handle);
  }

  free() {
    this.#shoogi.call('variant_free', this.handle);
  }
}

class Position {
  #shoogi;

  constructor(shoogi, handle) {
    this.#shoogi = shoogi;
    this.handle = handle;
  }

  set(sfen) {
    this.#shoogi.ask('position_set', this.handle, sfen);
  }

  sfen() {
    return this.#shoogi.ask('position_sfen', this.handle);
  }

  side() {
    return COLOURS[this.#shoogi.call('position_side', this.handle)];
  }

  /** The number of the next move. */
  ply() {
    return this.#shoogi.call('position_ply', this.handle);
  }

  /** The number of moves that can be undone. */
  movesPlayed() {
    return this.#shoogi.call('position_played', this.handle);
  }

  /** { kind, colour } of the piece on a square; null: empty.  File and rank count from 0. */
  piece(file, rank) {
    const code = this.#shoogi.call('position_piece', this.handle, file, rank);
    return code === 0 ? null : { kind: code >> 1, colour: COLOURS[code & 1] };
  }

  /** The number of pieces of a kind in the hand of 'black' or 'white'. */
  hand(colour, kind) {
    return this.#shoogi.call('position_hand', this.handle, COLOURS.indexOf(colour), kind);
  }

  /** Whether 'black' or 'white' attacks a square. */
  isAttacked(file, rank, colour) {
    return this.#shoogi.call('position_attacked', this.handle, file, rank, COLOURS.indexOf(colour)) !== 0;
  }

  /** The legal moves in USI.  paths: moves with different via squares are different, even with the same result. */
  moves({ paths = false } = {}) {
    this.#shoogi.ask('position_moves', this.handle, paths);
    return this.#shoogi.lines();
  }

  /** The squares of the pieces that attack a royal of the side to move. */
  checkers() {
    this.#shoogi.call('position_checkers', this.handle);
    return this.#shoogi.lines();
  }

  /** Why a move in USI is illegal; null: it is legal. */
  whyIllegal(move) {
    return this.#shoogi.call('position_why_illegal', this.handle, move) === 0
      ? null : new ShoogiError(this.#shoogi.answer());
  }

  /** Reads a move in any notation as USI; open: the text leaves the promotion open. */
  read(text) {
    const [, usi, open] = /^(.*?)(\??)$/.exec(this.#shoogi.ask('position_read_any', this.handle, text));
    return { usi, open: open !== '' };
  }

  /** A legal move, given in USI, in Western notation. */
  western(move) {
    return this.#shoogi.ask('position_western', this.handle, move);
  }

  do(move) {
    this.#shoogi.ask('position_do', this.handle, move);
  }

  /** Takes back the last move; false if there is none. */
  undo() {
    return this.#shoogi.call('position_undo', this.handle) !== 0;
  }

  /** outcome: one of OUTCOMES. */
  result() {
    const outcome = OUTCOMES[this.#shoogi.call('position_result', this.handle)];
    return { outcome, reason: this.#shoogi.answer() };
  }

  /** The number of leaf nodes at a depth, as a BigInt. */
  perft(depth, { paths = false } = {}) {
    return BigInt(this.#shoogi.ask('position_perft', this.handle, depth, paths));
  }

  free() {
    this.#shoogi.call('position_free', this.handle);
  }
}

/** A search blocks its thread: run the engine in a worker, and end the worker to stop it. */
class Engine {
  #shoogi;

  constructor(shoogi, handle) {
    this.#shoogi = shoogi;
    this.handle = handle;
  }

  /**
   * Searches so many nodes and returns the best move in USI; '' if there is none; 'win' if a declaration wins, which is
   * then the only line.  hear is called with each of the best lines at each depth: { line, depth, nodes, score_cp, moves,
   * western }, the score for Black, 30000 minus the plies for a win.
   */
  search(position, { nodes, lines = 1 }, hear = () => {}) {
    this.#shoogi.hear = () => {
      const [line, depth, count, score, moves, western] = this.#shoogi.answer().split('\t');
      hear({
        line: Number(line), depth: Number(depth), nodes: Number(count), score_cp: Number(score),
        moves: moves.split(' '), western: western.split(' '),
      });
    };
    return this.#shoogi.ask('engine_search', this.handle, position.handle, nodes, lines);
  }

  /** The move of a player of a level from 1 to 10, in USI; '' if there is none; 'win' if a declaration wins.  nodes: of level 10. */
  move(position, { level, seed, nodes }) {
    return this.#shoogi.ask('engine_move', this.handle, position.handle, level, seed, nodes);
  }

  free() {
    this.#shoogi.call('engine_free', this.handle);
  }
}

/** bytes: of libshoogi.wasm, or the compiled module.  Each call makes an instance with its own memory. */
export async function load(bytes) {
  const module = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
  let shoogi;
  const instance = await WebAssembly.instantiate(module, { page: { hear: () => shoogi.hear() } });
  instance.exports._initialize();
  shoogi = new Shoogi(instance.exports);
  return shoogi;
}
