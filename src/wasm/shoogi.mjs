// shoogi.mjs: libshoogi.wasm for people who write pages; wasm.c says what each function does.
//
//     import { load } from './shoogi.mjs';
//     const shoogi = await load(await (await fetch('libshoogi.wasm')).arrayBuffer());
//     const variant = shoogi.variant(text);
//     const position = variant.start();
//     position.moves();                // ['1g1f', ...]
//     position.do('7g7f');
//
// A fault is thrown as a ShoogiError.  What lives in the module is not collected as the page's own objects
// are: free() it, positions before their variant.

export const COLOURS = ['black', 'white'];
export const STYLES = ['english', 'romaji', 'romaji short', 'kanji', 'kanji short'];
export const OUTCOMES = ['none', 'black', 'white', 'draw', 'no contest'];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What was wrong with a text or a move.  line and column count from 1; 0 where no text is at fault. */
export class ShoogiError extends Error {
  constructor(fault) {
    const [, line, column, message] = /^(\d+):(\d+): (.*)/s.exec(fault);
    super(message);
    this.name = 'ShoogiError';
    this.line = Number(line);
    this.column = Number(column);
  }
}

/** Texts in another language as a module reads them: those that have one form alone. */
const given = (words) => Object.entries(words).filter(([, said]) => typeof said === 'string').flat().map((text) => `${text}\0`).join('');

class Shoogi {
  #wasm;
  /** Called while the module works, when it has found something. */
  hear = () => {};

  constructor(exports) {
    this.#wasm = exports;
  }

  /** Calls a function with its numbers, then its texts or bytes, of which it gets the lengths in bytes. */
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

  /** What the latest call had to say. */
  answer() {
    const { memory, answer_text: text, answer_bytes: bytes } = this.#wasm;
    return decoder.decode(new Uint8Array(memory.buffer, text(), bytes()));
  }

  /** The lines of it. */
  lines() {
    return this.answer().split('\n').slice(0, -1);
  }

  /** Calls a function that returns a status, and returns its answer. */
  ask(name, ...values) {
    if (this.call(name, ...values) !== 0) throw new ShoogiError(this.answer());
    return this.answer();
  }

  /** How much memory the module has; it grows and never shrinks. */
  memoryBytes() {
    return this.#wasm.memory.buffer.byteLength;
  }

  /** Keeps a definition that others may be based on. */
  addDefinition(name, text) {
    this.ask('definition_add', name, text);
  }

  /** Reads a definition.  All faults and warnings are in .faults, of the variant or of the error. */
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

  /** What a kind is called as a man of 'black' or 'white', in one of STYLES. */
  kindName(kind, colour, style) {
    this.#shoogi.call('variant_kind_name', this.handle, kind, COLOURS.indexOf(colour), STYLES.indexOf(style));
    return this.#shoogi.answer();
  }

  /** A parameter that has no part in the rules; null if it is not given. */
  parameter(name) {
    return this.#shoogi.call('variant_parameter', this.handle, name) === 0 ? this.#shoogi.answer() : null;
  }

  /**
   * The rules in words, as HELP tells them about a game of this name: blocks of { form, level, kind, word, text }.
   * words: texts in another language by the English ones, "context\u0004text" where one has a context.
   * Only libshoogi-page.wasm knows them.
   */
  rules(name, words = {}, { xbetza = false } = {}) {
    this.#shoogi.ask('variant_rules', this.handle, xbetza, name, given(words));
    return this.#shoogi.lines().map((line) => {
      const [form, level, kind, word, ...text] = line.split('\t');
      return { form, level: Number(level), kind: Number(kind), word, text: text.join('\t') };
    });
  }

  /** How each kind goes, in a sentence or more, by its number.  words: as those of rules().  Only libshoogi-page.wasm knows it. */
  moves(words = {}) {
    this.#shoogi.ask('variant_moves', this.handle, given(words));
    return ['', ...this.#shoogi.lines()];
  }

  /**
   * Its rides: a step, to so many squares to the right and forward as its player sees them, and how often it may be made
   * over empty squares, 0 being to the edge.  What it does otherwise, such as turn, is none.  Only libshoogi-page.wasm
   * knows them.
   */
  rides(kind) {
    this.#shoogi.call('variant_rides', this.handle, kind);
    return this.#shoogi.lines().map((line) => {
      const [right, forward, reach, move, take] = line.split('\t').map(Number);
      return { right, forward, reach, move: move === 1, take: take === 1 };
    });
  }

  /** A position: the start of the game, or that of an SFEN. */
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

  /** The lines with which weights for this game begin, and those for others with the same men on the same board.  Only
   * libshoogi-engine.wasm knows them. */
  weightsHead() {
    return this.#shoogi.ask('weights_head', this.handle);
  }

  /** An engine for this game.  weights: learned ones, as bytes.  Only libshoogi-engine.wasm has it. */
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

  /** How many moves can be undone. */
  movesPlayed() {
    return this.#shoogi.call('position_played', this.handle);
  }

  /** { kind, colour } of what stands on a square, null if nothing does; file and rank count from 0. */
  piece(file, rank) {
    const code = this.#shoogi.call('position_piece', this.handle, file, rank);
    return code === 0 ? null : { kind: code >> 1, colour: COLOURS[code & 1] };
  }

  /** How many of a kind are in the hand of 'black' or 'white'. */
  hand(colour, kind) {
    return this.#shoogi.call('position_hand', this.handle, COLOURS.indexOf(colour), kind);
  }

  /** Whether 'black' or 'white' attacks a square. */
  isAttacked(file, rank, colour) {
    return this.#shoogi.call('position_attacked', this.handle, file, rank, COLOURS.indexOf(colour)) !== 0;
  }

  /** The legal moves in USI.  paths: told apart by every square they visit, not by their result. */
  moves({ paths = false } = {}) {
    this.#shoogi.ask('position_moves', this.handle, paths);
    return this.#shoogi.lines();
  }

  /** The squares from which the royal of the side to move is attacked. */
  checkers() {
    this.#shoogi.call('position_checkers', this.handle);
    return this.#shoogi.lines();
  }

  /** Why a move in USI may not be made; null if it may. */
  whyIllegal(move) {
    return this.#shoogi.call('position_why_illegal', this.handle, move) === 0
      ? null : new ShoogiError(this.#shoogi.answer());
  }

  /** A move in any notation as USI; open: the text does not say whether or to what it promotes. */
  read(text) {
    const [, usi, open] = /^(.*?)(\??)$/.exec(this.#shoogi.ask('position_read_any', this.handle, text));
    return { usi, open: open !== '' };
  }

  /** A legal move in USI as Western notation has it. */
  western(move) {
    return this.#shoogi.ask('position_western', this.handle, move);
  }

  do(move) {
    this.#shoogi.ask('position_do', this.handle, move);
  }

  /** Takes the latest move back; false if there is none. */
  undo() {
    return this.#shoogi.call('position_undo', this.handle) !== 0;
  }

  /** outcome: one of OUTCOMES. */
  result() {
    const outcome = OUTCOMES[this.#shoogi.call('position_result', this.handle)];
    return { outcome, reason: this.#shoogi.answer() };
  }

  /** The number of positions so many moves away, as a BigInt. */
  perft(depth, { paths = false } = {}) {
    return BigInt(this.#shoogi.ask('position_perft', this.handle, depth, paths));
  }

  free() {
    this.#shoogi.call('position_free', this.handle);
  }
}

/** An engine holds the thread as long as it thinks: have it in a worker, and end the worker to stop it. */
class Engine {
  #shoogi;

  constructor(shoogi, handle) {
    this.#shoogi = shoogi;
    this.handle = handle;
  }

  /**
   * Looks at so many nodes of a position and returns the best move in USI, '' if there is none, 'win' where a declaration
   * wins, which is then the only line, too.  hear is called of each of
   * the best lines, depth by depth: { line, depth, nodes, score_cp, moves, western }, the score for Black, 30000 less the
   * plies for a win.
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

  /** The move that a player of a level, 1 to 10, makes, in USI; '' if there is none, 'win' where a declaration wins.  nodes: of level 10. */
  move(position, { level, seed, nodes }) {
    return this.#shoogi.ask('engine_move', this.handle, position.handle, level, seed, nodes);
  }

  free() {
    this.#shoogi.call('engine_free', this.handle);
  }
}

/** bytes: of libshoogi.wasm, or what was compiled of them.  Each call makes a module with a memory of its own. */
export async function load(bytes) {
  const module = bytes instanceof WebAssembly.Module ? bytes : await WebAssembly.compile(bytes);
  let shoogi;
  const instance = await WebAssembly.instantiate(module, { page: { hear: () => shoogi.hear() } });
  instance.exports._initialize();
  shoogi = new Shoogi(instance.exports);
  return shoogi;
}
