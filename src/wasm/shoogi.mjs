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
/** Of lines of moves; 'any' is for reading. */
export const NOTATIONS = ['usi', 'western', 'japanese', 'kitao', 'courier', 'any'];

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

  /** Calls a function that makes something, and returns its number. */
  make(name, ...values) {
    const handle = this.call(name, ...values);
    if (handle === 0) throw new ShoogiError(this.answer());
    return handle;
  }

  /** The same of a function that answers with all errors and warnings, a line for each. */
  parse(name, ...values) {
    const handle = this.call(name, ...values);
    const faults = this.lines().map((line) => new ShoogiError(line));
    if (handle !== 0) return { handle, faults };
    throw Object.assign(faults.find((fault) => !fault.message.startsWith('warning: ')), { faults });
  }

  /** The size of the module's memory, which grows and never shrinks. */
  memoryBytes() {
    return this.#wasm.memory.buffer.byteLength;
  }

  /** Keeps a definition on which others may be based. */
  addDefinition(name, text) {
    this.ask('definition_add', name, text);
  }

  /** Parses a definition.  All errors and warnings are in .faults of the variant or of the thrown error.  name: of the variant in
   * records. */
  variant(text, { lenient = false, page = false, name = '' } = {}) {
    const { handle, faults } = this.parse('variant_new', lenient, page, name, text);
    return new Variant(this, handle, faults);
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
    // The number of checks with which a player wins; 0: checks alone win nothing.
    this.checksToWin = shoogi.call('variant_checks_to_win', handle);
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

  /** How often a position must occur to end the game; 0: repetition has no effect.  Only in libshoogi.wasm and
   * libshoogi-records.wasm, as are the questions below about a position. */
  repetitionCount() {
    return this.#shoogi.call('variant_repetition_count', this.handle);
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
    const handle = this.#shoogi.make('position_new', this.handle);
    const position = new Position(this.#shoogi, handle);
    try {
      if (sfen !== null) position.set(sfen);
      return position;
    } catch (error) {
      position.free();
      throw error;
    }
  }

  /**
   * A record of a game of this variant.  format: a name of format.def; '': it is detected.  partial: one with an error in a
   * move is read up to there.  All errors and warnings are in .faults of the record or of the thrown error.  Only in
   * libshoogi-records.wasm.
   */
  record(text, { format = '', partial = false } = {}) {
    const { handle, faults } = this.#shoogi.parse('record_read', this.handle, partial, format, text);
    return new Record(this.#shoogi, handle, faults);
  }

  /**
   * The same of a text that may hold several records, one after the other: { record: null if there is none, faults, bytes: the
   * length of this one in UTF-8, format, game: the name of its game, if it is not this variant }.  bytes: those of the text.
   */
  nextRecord(bytes, { format = '' } = {}) {
    const handle = this.#shoogi.call('record_read', this.handle, true, format, bytes);
    const faults = this.#shoogi.lines().map((line) => new ShoogiError(line));
    const used = this.#shoogi.call('record_used') >>> 0;
    this.#shoogi.call('record_names');
    const [kind = '', game = ''] = this.#shoogi.answer().split('\t');
    return { record: handle === 0 ? null : new Record(this.#shoogi, handle, faults), faults, bytes: used, format: kind, game };
  }

  /** The header lines of weights for this variant, which are the same for all with the same pieces on the same board.  Only
   * in libshoogi-engine.wasm. */
  weightsHead() {
    return this.#shoogi.ask('weights_head', this.handle);
  }

  /** The first lines of a network file for this variant. */
  networkHead() {
    return this.#shoogi.ask('network_head', this.handle);
  }

  /** An engine for this variant.  weights, network: the bytes of such files, empty without one.  table_mib: the size of its
   * transposition table.  Only in libshoogi-engine.wasm. */
  engine(weights = new Uint8Array(), { network = new Uint8Array(), table_mib = 16 } = {}) {
    const handle = this.#shoogi.make('engine_new', this.handle, table_mib, weights, network);
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

  /** The number of checks that 'black' or 'white' has given, in a game in which two or more win; 0 in every other game. */
  checksGiven(colour) {
    return this.#shoogi.call('position_checks_given', this.handle, COLOURS.indexOf(colour));
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

  /** The squares of the pieces of 'black' or 'white' that attack a square. */
  attackers(file, rank, colour) {
    this.#shoogi.call('position_attackers', this.handle, file, rank, COLOURS.indexOf(colour));
    return this.#shoogi.lines();
  }

  /** Whether a legal move, given in USI, gives check. */
  givesCheck(move) {
    return this.#shoogi.ask('position_gives_check', this.handle, move) === '1';
  }

  /** The squares of the pieces that a legal move, given in USI, captures or burns. */
  captures(move) {
    this.#shoogi.ask('position_captures', this.handle, move);
    return this.#shoogi.lines();
  }

  /** How often the position has occurred in the game, this time included. */
  occurrences() {
    return this.#shoogi.call('position_occurrences', this.handle);
  }

  /** The result if the repetition of this position ended the game now. */
  repetition() {
    const outcome = OUTCOMES[this.#shoogi.call('position_repetition', this.handle)];
    return { outcome, reason: this.#shoogi.answer() };
  }

  /** Whether 'black' or 'white' is in perpetual check. */
  perpetualCheck(colour) {
    return this.#shoogi.ask('position_perpetual_check', this.handle, COLOURS.indexOf(colour)) === '1';
  }

  /**
   * What shows that the position cannot occur in a game: { message, colour, bothSides, kind, square, count, limit }.  Those
   * without a meaning are 'black', false, 0 and ''.
   */
  faults() {
    this.#shoogi.ask('position_faults', this.handle);
    return this.#shoogi.lines().map((line) => {
      const [message, colour, both, kind, count, limit, square] = line.split('\t');
      return {
        message, colour: COLOURS[Number(colour)], bothSides: both === '1', kind: Number(kind), square,
        count: Number(count), limit: Number(limit),
      };
    });
  }

  /** How many pieces of a kind are missing from the box. */
  missing(kind) {
    return this.#shoogi.call('position_missing', this.handle, kind);
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

  /** A line of moves from here, from one of NOTATIONS into another.  Only in libshoogi-records.wasm. */
  line(text, { from = 'any', to = 'usi' } = {}) {
    return this.#shoogi.ask('line_convert', this.handle, NOTATIONS.indexOf(from), NOTATIONS.indexOf(to), text);
  }

  /** A record without moves that begins here.  Only in libshoogi-records.wasm. */
  record() {
    const handle = this.#shoogi.make('record_new', this.handle);
    return new Record(this.#shoogi, handle, []);
  }

  /** A legal move, given in USI, in Western notation. */
  western(move) {
    return this.#shoogi.ask('position_western', this.handle, move);
  }

  /** A legal move, given in USI, in a notation: one of NOTATIONS, but not any; "▲７六歩" in japanese.  Not in libshoogi.wasm. */
  written(move, notation) {
    const index = NOTATIONS.indexOf(notation);
    if (index < 0 || notation === 'any') throw new RangeError(`expected a notation, found "${notation}"`);
    return this.#shoogi.ask('position_move_text', this.handle, index, move);
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

/** A tree of nodes, numbered from 0, the start; free() it before its variant.  record.h describes what the functions do. */
class Record {
  #shoogi;

  constructor(shoogi, handle, faults) {
    this.#shoogi = shoogi;
    this.handle = handle;
    this.faults = faults;
  }

  /** The number of nodes. */
  nodes() {
    return this.#shoogi.call('record_nodes', this.handle);
  }

  /**
   * { parent, firstChild, nextSibling: null if there is none, ply, time_ms: null if it is unknown, outcome, end: '' unless the
   * node ends the line, move: in USI, '' at the start and at an end, bookmark, comment }.
   */
  node(number) {
    const [, head, comment] = /^(.*)\n([^]*)$/.exec(this.#shoogi.ask('record_node', this.handle, number));
    const [parent, firstChild, nextSibling, ply, time, outcome, end, move, bookmark] = head.split('\t');
    const some = (text) => (text === '-1' ? null : Number(text));
    return {
      parent: some(parent), firstChild: some(firstChild), nextSibling: some(nextSibling), ply: Number(ply), time_ms: some(time),
      outcome: OUTCOMES[Number(outcome)], end, move, bookmark, comment,
    };
  }

  /** The position at a node, with the moves from the start as its history. */
  position(number) {
    const handle = this.#shoogi.make('record_position', this.handle, number);
    return new Position(this.#shoogi, handle);
  }

  /** Adds a move in USI after a node; returns the number of the new node. */
  addMove(parent, move) {
    return Number(this.#shoogi.ask('record_add_move', this.handle, parent, move));
  }

  /** Adds a line to the comment of a node. */
  addComment(number, text) {
    this.#shoogi.ask('record_add_comment', this.handle, number, text);
  }

  /** Names and values in their order. */
  headers() {
    this.#shoogi.call('record_headers', this.handle);
    return this.#shoogi.lines().map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]);
  }

  setHeader(name, value) {
    this.#shoogi.ask('record_set_header', this.handle, name, value);
  }

  /** Removes a node other than the start and all that follows it; nodes are numbered anew. */
  remove(number) {
    this.#shoogi.call('record_remove', this.handle, number);
  }

  /** Moves a node to a place among its siblings; 0 continues the main line. */
  setVariation(number, index) {
    this.#shoogi.call('record_set_variation', this.handle, number, index);
  }

  /** Makes the line through a node the main line. */
  promote(number) {
    this.#shoogi.call('record_promote', this.handle, number);
  }

  /** A new record of a node and all that follows it. */
  copy(number = 0) {
    const handle = this.#shoogi.make('record_copy', this.handle, number);
    return new Record(this.#shoogi, handle, []);
  }

  /** Adds all nodes of another record after a node. */
  merge(other, number = 0) {
    this.#shoogi.ask('record_merge', this.handle, number, other.handle);
  }

  /** What engines say in the comment of a node: { score: null if there is none, mate: whether it is plies to a forced win,
   * depth, replaces: whether the line begins before the move of the node, moves }. */
  evaluations(number) {
    this.#shoogi.ask('record_evaluations', this.handle, number);
    return this.#shoogi.lines().map((line) => {
      const [scores, mate, score, depth, replaces, moves] = line.split('\t');
      return {
        score: scores === '1' ? Number(score) : null, mate: mate === '1', depth: Number(depth), replaces: replaces === '1',
        moves: moves.split(' ').filter(Boolean),
      };
    });
  }

  /** { text, losses }: the record in a format of format.def, and what the format cannot represent. */
  write(format) {
    const [, losses, text] = /^(.*)\n([^]*)$/.exec(this.#shoogi.ask('record_write', this.handle, format));
    return { text, losses: losses.split('\t').filter(Boolean) };
  }

  free() {
    this.#shoogi.call('record_free', this.handle);
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
