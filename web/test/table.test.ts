// table.test.ts: full algebraic notation and extended FEN, on boards without rules.

import { expect, test } from 'vitest';
import { Fault } from '../src/textFault';
import { read, type Table } from '../src/table/courier';
import { back, begin, defaultSettings, labelsOf, latest, play, readLog, turn, write } from '../src/table/log';
import { fromPlaced, piecesOf, tableLike, toPlaced, typed } from '../src/table/tablePieces';
import { readSetup, writeSetup } from '../src/table/setup';
import { spaces, turnedTo, type Position } from '../src/table/spaces';
import { definitions, open, soak, some } from './rules';

const SHOGI = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL';
const CHESS = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

/** "LINE:COLUMN: message" of the error that a call throws. */
function fault(call: () => unknown): string | null {
  try {
    call();
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(Fault);
    const { line, column, message } = error as Fault;
    return `${line}:${column}: ${message}`;
  }
}

function table(start: string, coordinates: 'shogi' | 'chess', captures: Table['captures'] = 'hand') {
  const log = begin({ ...defaultSettings, coordinates, captures, start: readSetup(start) });
  return { table: log.table, position: log.start.position };
}

/** The board after a move, as FEN without the side. */
const after = (start: string, coordinates: 'shogi' | 'chess', text: string, captures: Table['captures'] = 'hand') => {
  const { table: rules, position } = table(start, coordinates, captures);
  const done = read(rules, position, 'first', text);
  return { ...done, fen: writeSetup({ position: done.position, side: 'first' }).replace(' b ', ' ') };
};

test('spaces have the names of their style', () => {
  const shogi = spaces(9, 9, 'shogi');
  expect([shogi.names[0], shogi.names[80]]).toEqual(['9a', '1i']);
  const chess = spaces(8, 8, 'chess');
  expect([chess.names[0], chess.names[63]]).toEqual(['a8', 'h1']);
  expect(spaces(36, 36, 'chess').at.get('aj1')).toBe(36 * 36 - 1);
  expect(spaces(36, 36, 'shogi').names.length).toBe(new Set(spaces(36, 36, 'shogi').names).size);
});

test('the case of its label gives a piece its side', () => {
  expect(turnedTo('P', 'second')).toBe('p');
  expect(turnedTo('+r', 'first')).toBe('+R');
  expect(turnedTo('GB', 'second')).toBe('gb');
  expect(turnedTo('Gb', 'second')).toBe('gb');
  expect(turnedTo("N'", 'second')).toBe("n'");
});

test.each([
  [SHOGI, 0, `${SHOGI} b -`],
  [`${SHOGI} w 2P{+Gb}g`, 0, `${SHOGI} w 2P{+Gb}g`],
  ['k@@@/2{+P}1/4', 0, 'k3/2{+P}1/4 b -'],
  ['-k-/3/-K-', 0, '-k-/3/-K- b -'],
  ['k35', 6, 'k5/6/6/6/6/6 b -'],
  ['rn1 b', 3, 'rn1 b -'],
  ['+p2', 0, '{+p}2 b -'],
  ['36/36', 0, '36/36 b -'],
])('%s is a set-up', (text, width, written) => {
  expect(writeSetup(readSetup(text, width))).toBe(written);
  expect(writeSetup(readSetup(written))).toBe(written);
});

test.each([
  ['', '1:1: expected a label or a number of empty spaces, found end of text'],
  ['3/', '1:3: expected a label or a number of empty spaces, found end of text'],
  ['3/2', '1:4: expected 1 more space on this rank, found end of text'],
  ['3/1/3', '1:4: expected 2 more spaces on this rank, found "/"'],
  ['3/4', '1:3: expected "/", as a rank has at most 3 spaces, found "4"'],
  ['37', '1:1: expected "/", as a rank has at most 36 spaces, found "37"'],
  ['0', '1:1: expected a number of empty spaces from 1 to 1296, found "0"'],
  ['99999999999', '1:1: expected a number of empty spaces from 1 to 1296, found "99999999999"'],
  ['---', '1:1: expected a space, found "---"'],
  ['3/k{P', '1:4: expected a label, a number, "@", "-" or "/", found "{P"'],
  ['3/k{}1', '1:5: expected a label, such as {+P}, found "}"'],
  ['k{1}', '1:3: expected a label, such as {+P}, found "1"'],
  ['歩1/歩?', '1:5: expected a label, a number, "@", "-" or "/", found "?"'],
  ['k2 x', '1:4: expected "b" or "w", found "x"'],
  ['k2 b 2', '1:6: expected pieces in hand, such as 2P, or "-", found "2"'],
  [Array(37).fill('1').join('/'), '1:72: expected at most 36 ranks, found "/"'],
])('%s is none', (text, message) => {
  expect(fault(() => readSetup(text))).toBe(message);
});

test.each([
  // step, with and without the check; captures
  ['P e2-e4', 'P e2-e4', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR -'],
  [' e2 - e4 ', 'P e2-e4', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR -'],
  ['R a1-a7', 'R a1-a7', 'rnbqkbnr/Rppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR P'],
  // castling, en passant, promotion
  ['K e1-g1; R h1-f1', 'K e1-g1; R h1-f1', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 NB'],
  ['P e2-e5; e7-', 'P e2-e5; @-e7', 'rnbqkbnr/pppp1ppp/8/4P3/8/8/PPPP1PPP/RNBQKBNR -'],
  ['e2-e8; Q-dest', 'P e2-e8; Q-e8', 'rnbqQbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR K'],
  ['e2-e8; q-dest', 'P e2-e8; Q-e8', 'rnbqQbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR K'],
  ['e2-e8; Q-e8 // mate?', 'P e2-e8; Q-e8', 'rnbqQbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR K'],
  // a lion: twice, and back
  ['Q d1-d7; d7-d8', 'Q d1-d7; Q d7-d8', 'rnbQkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNB1KBNR PQ'],
  ['Q d1-d7; dest-origin', 'Q d1-d7; Q d7-d1', 'rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQKBNR P'],
  // words for what the last part did
  ['R a1-a7; old-origin', 'R a1-a7; p-a1', 'rnbqkbnr/Rppppppp/8/8/8/8/PPPPPPPP/pNBQKBNR P'],
  ['R a1-a7; moved-a1', 'R a1-a7; R-a1', 'rnbqkbnr/Rppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR P'],
  // spaces come and go
  ['-e4', '-e4', 'rnbqkbnr/pppppppp/8/8/4-3/8/PPPPPPPP/RNBQKBNR -'],
  ['-e4; @-e4', '-e4; @-e4', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR -'],
  ['-e2; n-e2', '-e2; n-e2', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPnPPP/RNBQKBNR -'],
  ['@-a1', '@-a1', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR -'],
  // commands
  ['capture a7 b7', 'capture a7 b7', 'rnbqkbnr/2pppppp/8/8/8/8/PPPPPPPP/RNBQKBNR 2P'],
  ['add N e4', 'add N e4', 'rnbqkbnr/pppppppp/8/8/4N3/8/PPPPPPPP/RNBQKBNR -'],
  ['add n all a4 e4', 'add n all a4 e4', 'rnbqkbnr/pppppppp/8/8/n3n3/8/PPPPPPPP/RNBQKBNR -'],
  ['empty a1 a5', 'empty a1 a5', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR -'],
  ['empty all', 'empty all', '8/8/8/8/8/8/8/8 -'],
  ['clear a1 a8', 'clear a1 a8', '1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR Rr'],
  ['flip a1 a8', 'flip a1 a8', 'Rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/rNBQKBNR -'],
  ['pass', 'pass', `${CHESS} -`],
])('%s', (text, kept, fen) => {
  const done = after(CHESS, 'chess', text);
  expect(done.text).toBe(kept);
  expect(done.fen).toBe(fen);
  // The canonical form has the same effect.
  expect(after(CHESS, 'chess', done.text).fen).toBe(fen);
});

test('a drop takes the piece from the hand of its label', () => {
  const start = '4k4/9/4p4/9/9/9/9/9/4K4 b 2Pp';
  expect(after(start, 'shogi', 'P*5d').fen).toBe('4k4/9/4p4/4P4/9/9/9/9/4K4 Pp');
  expect(after(start, 'shogi', 'P 0P-5d').text).toBe('P*5d');
  expect(after(start, 'shogi', '0p-5d').fen).toBe('4k4/9/4p4/4p4/9/9/9/9/4K4 2P');
  expect(after(start, 'shogi', '+P*5d').fen).toBe('4k4/9/4p4/4{+P}4/9/9/9/9/4K4 Pp');
  expect(after('2{+r}/2R/3', 'shogi', 'R 1b-1a').fen).toBe('2R/3/3 R');
  expect(after('2{+r}/2R/3', 'shogi', 'R 1b-1a', 'gone').fen).toBe('2R/3/3 -');
});

test('a game may end with a move', () => {
  expect(after(CHESS, 'chess', 'resign').end).toBe('resign');
  expect(after(CHESS, 'chess', 'P e2-e4; won').end).toBe('won');
  expect(after(CHESS, 'chess', 'P e2-e4; draw // agreed?')).toMatchObject({ end: 'draw', comment: 'agreed?' });
});

test.each([
  ['', '1:1: expected a piece label or a space of this board, found end of text'],
  ['// only words', '1:1: expected a piece label or a space of this board, found "/"'],
  ['e2', '1:3: expected "-", found end of text'],
  ['e2-', null],
  ['e4-', '1:1: expected a space with a piece, found "e4"'],
  ['e2-e9', '1:4: expected a space of this board, found "e9"'],
  ['P e2-', '1:6: expected a space of this board, found end of text'],
  ['N e2-e4', '1:1: expected "P", which stands on e2, found "N"'],
  ['Z e2-e4', '1:1: expected a piece label of this set, found "Z"'],
  ['P e4-e5', '1:3: expected a space with a piece, found "e4"'],
  ['P e2-e4 e5', '1:9: expected ";" or the end, found "e5"'],
  ['P e2 e3-e4', '1:6: expected "-", found "e3"'],
  ['O-O', '1:1: expected a space of this board or a piece label of this set, found "O"'],
  ['Ne6', '1:1: expected a space of this board or a piece label of this set, found "Ne6"'],
  ['P', '1:2: expected "-" or "*", found end of text'],
  ['P*e4', '1:1: expected a piece in hand (there is none), found "P"'],
  ['P e2*e4', '1:5: expected "-", found "*"'],
  ['-', '1:2: expected a space of this board, found end of text'],
  ['dest-e4', '1:1: expected a space of this board or a piece label of this set, found "dest"'],
  ['P e2-e4; ; e5-', '1:10: expected a piece label or a space of this board, found ";"'],
  ['resign; P e2-e4', '1:8: expected no more, as the game has ended, found "P e2-e4"'],
  ['pass e2', '1:6: expected ";" or the end, found "e2"'],
  ['flip', '1:5: expected a space of this board, found end of text'],
  ['flip e4', '1:6: expected a space with a piece, found "e4"'],
  ['add X e4', '1:5: expected a piece label of this set, found "X"'],
  ['add N', '1:6: expected a space of this board, found end of text'],
  ['add N e4 e5', '1:10: expected ";", or "all" before several spaces, found "e5"'],
  ['-e4; P e2-e4', '1:11: expected a space that the board still has, found "e4"'],
  ['-e2; e2-e4', '1:6: expected a space that the board still has, found "e2"'],
])('%s is refused at its place', (text, message) => {
  const { table: rules, position } = table(CHESS, 'chess');
  expect(fault(() => read(rules, position, 'first', text))).toBe(message);
});

test('a coordinate comes before a label', () => {
  const { table: rules, position } = table('b7/8/8/8/8/8/8/1B6', 'chess');
  expect(rules.spaces.at.has('b')).toBe(false);
  expect(read(rules, position, 'first', 'b-b8').text).toBe('b-b8');
  expect(fault(() => read(rules, position, 'first', 'b-8'))).toBe('1:3: expected a space of this board, found "8"');
});

test('a drop on an occupied square is refused', () => {
  expect(fault(() => after('k2/3/K2 b P', 'shogi', 'P*3a'))).toBe('1:3: expected an empty space on 3a, found "k"');
  expect(fault(() => after('k2/3/K2 b P', 'shogi', 'p*2a'))).toBe('1:1: expected a piece in hand (there is none), found "p"');
  expect(fault(() => after('k2/3/K2 b 2PG', 'shogi', 'K*2a'))).toBe('1:1: expected a piece in hand (2P, G), found "K"');
});

test('a log continues, goes back to any move, and survives as text', () => {
  let log = begin({ ...defaultSettings, title: 'A  game\n', coordinates: 'shogi', captures: 'hand', start: readSetup(SHOGI) });
  for (const move of ['P 7g-7f // defaultSettings', 'p 3c-3d', 'B 8h-2b; +B-dest']) log = play(log, move);
  expect(turn(log, log.moves.length)).toBe('second');
  expect(labelsOf(log)).toContain('+B');
  const text = write(log);
  expect(text).toBe(`title=A game\nsigns=\ncoordinates=shogi\ncaptures=hand\nlabels=\nstart=${SHOGI} b -\n` +
    'P 7g-7f // defaultSettings\np 3c-3d\nB 8h-2b; +B-2b\n');
  expect(readLog(text)).toEqual({ ...log, title: 'A game' });
  expect(write(back(log, 1))).toBe(text.split('\n').slice(0, 7).join('\n') + '\n');
  expect(latest(back(log, 0)).position).toEqual(log.start.position);
  const ended = play(log, 'resign');
  expect(fault(() => play(ended, 'pass'))).toMatch(/has ended/);
});

test.each([
  ['start=3/3\nfiles=3\n', '2:1: expected a setting of a free board, found "files"'],
  ['coordinates=go', '1:13: expected shogi or chess, found "go"'],
  ['start=3/4', '1:9: expected "/", as a rank has at most 3 spaces, found "4"'],
  ['labels=P,1', '1:10: expected a label, found "1"'],
  ['start=K2/3\n\nK a2-a1\nK a2-a1', '4:3: expected a space with a piece, found "a2"'],
])('%s is no log', (text, message) => {
  expect(fault(() => readLog(text))).toBe(message);
});

test('the moves before an error are kept', () => {
  try {
    readLog('start=K2/3\nK a2-a1\nK a2-a1');
    expect.unreachable();
  } catch (error) {
    expect((error as { log: { moves: unknown[] } }).log.moves.length).toBe(1);
  }
});

test('any text is read to its end or to an error', () => {
  const pieces = ['P', 'p', '+P', 'e2', 'e4', '-', '*', ';', ' ', '@', 'dest', 'origin', 'add', 'all', 'flip', 'empty', '0P', '//', 'moved', '歩', '\u0000'];
  let seed = 11;
  const random = (bound: number) => ((seed = Math.imul(seed, 1664525) + 1013904223) >>> 16) % bound;
  const { table: rules, position } = table(CHESS, 'chess');
  let done = 0;
  for (let i = 0; i < (soak ? 20000 : 5000); i++) {
    const text = Array.from({ length: 2 + random(4) }, () => pieces[random(pieces.length)]).join('');
    try {
      const first = read(rules, position, 'first', text);
      expect(read(rules, position, 'first', first.text).position).toEqual(first.position as Position);
      done++;
    } catch (error) {
      expect(error, text).toBeInstanceOf(Fault);
      expect((error as Fault).column).toBeLessThanOrEqual([...text].length + 1);
    }
  }
  expect(done).toBeGreaterThan(soak ? 40 : 5);
});

const shoogi = await open();

test.each([...some.keys()])('a table like %s begins as the game does', (name) => {
  const variant = shoogi.variant(definitions.get(name)!);
  const settings = tableLike(variant, name);
  const pieces = piecesOf(settings, variant);
  const start = variant.start();
  const placed = toPlaced(pieces, settings.start);
  pieces.kinds.forEach((row, kind) => {
    const real = variant.kinds.findIndex((other) => row && other?.id === row.id);
    if (row && real > 0) expect(placed.hands.white.get(kind) ?? 0).toBe(start.hand('white', real));
  });
  for (let rank = 0; rank < variant.ranks; rank++) {
    for (let file = 0; file < variant.files; file++) {
      const [own, real] = [placed.pieces[rank]![file], start.piece(file, rank)];
      expect(own && { id: pieces.kinds[own.kind]!.id, colour: own.colour }).toEqual(real && { id: variant.kinds[real.kind]!.id, colour: real.colour });
    }
  }
  expect(fromPlaced(pieces, placed)).toEqual(settings.start);
  expect(readLog(write(begin(settings))).start).toEqual(settings.start);
  expect(settings.captures).toBe(/^(chu|sho|dai|dropless|elven|macadamia|maka-dai-dai|tai|taikyoku|heian|tenjiku|wa)(-.*)?$/.test(name) ? 'gone' : 'hand');
  start.free();
});

test('a selection gives the text that one would type, on a board with holes', () => {
  const log = begin({ ...defaultSettings, coordinates: 'chess', captures: 'hand', start: readSetup('-k-/3/-K- b 2P') });
  const pieces = piecesOf(log, null);
  const placed = toPlaced(pieces, latest(log));
  expect(placed.pieces[0]).toEqual([undefined, { kind: pieces.kinds.findIndex((row) => row?.id === 'K'), colour: 'white' }, undefined]);
  expect([pieces.hasSquare(0, 0), pieces.hasSquare(1, 0)]).toEqual([false, true]);
  expect(fromPlaced(pieces, placed)).toEqual(log.start);
  expect(typed(latest(log), log.table.spaces.names, '2c2b')).toBe('K b1-b2');
  expect(typed(latest(log), log.table.spaces.names, 'P*1b')).toBe('P*c2');
  expect(pieces.kinds[pieces.kinds.findIndex((row) => row?.id === 'P')]!.promoted).toBe(pieces.kinds.findIndex((row) => row?.id === '+P'));
  expect(pieces.kindName(1, 'black', 'kanji')).toBe(pieces.kinds[1]!.id);
});

test('squares of the other style are read, too, and written in that of the board', () => {
  const log = begin({ ...defaultSettings, coordinates: 'shogi', start: readSetup(SHOGI) });
  const moved = play(play(log, 'P c3-c4 // as on c3'), 'p 3c-3d');
  expect(moved.moves.map(({ text, comment }) => [text, comment])).toEqual([['P 7g-7f', 'as on c3'], ['p 3c-3d', '']]);
  expect(play(begin({ ...defaultSettings, coordinates: 'chess', start: readSetup(CHESS) }), 'P 4g-4e').moves[0]!.text).toBe('P e2-e4');
  expect(fault(() => play(log, 'P c3-k9'))).toMatch(/^1:3: /);
});
