// board.test.ts: what a board shows, how large, and what it announces.

import { expect, test } from 'vitest';
import { boardInWords, moveInWords } from '../src/board/speech';
import { face, labelOf, nameOf } from '../src/board/pieceSets';
import { knownKanji } from '../src/board/knownKanji';
import { halfMade } from '../src/board/half';
import { isTurned, known, naming, PLAIN, SETTINGS } from '../src/board/look';
import { CASTLES, point } from '../src/board/moves';
import { called, chessFrom, kanjiNumber, squareAt, squareName } from '../src/board/squares';
import { inside, largest, moved, opened, showing, TARGET, touchable, WHOLE, zoomed } from '../src/board/viewport';
import { Game } from '../src/game';
import { setReaderNotation } from '../src/notation';
import { variant as largeVariant, view as largeView } from './large';
import { definitions, open } from './rules';

const shoogi = await open();
const variantOf = (name: string) => shoogi.variant(definitions.get(name)!);
const kindOf = (game: Game, id: string) => game.variant.kinds.findIndex((row) => row?.id === id);

test('squares have names in three styles, and back', () => {
  for (const [file, rank] of [[0, 0], [8, 25], [35, 35], [6, 26]] as const)
    expect(squareAt(squareName(file, rank))).toEqual({ file, rank });
  expect(['western', 'japanese', 'chess'].map((style) => called('7f', 9, 9, style as 'western'))).toEqual(['7f', '7六', 'c4']);
  expect(called('12l', 12, 12, 'chess')).toBe('a1');
  expect(called('1a', 36, 36, 'chess')).toBe('aj36');
  expect([0, 1, 7].map((first) => called('9i', 9, 9, chessFrom(first)))).toEqual(['a0', 'a1', 'a7']);
  expect([1, 10, 11, 20, 36].map(kanjiNumber)).toEqual(['一', '十', '十一', '二十', '三十六']);
});

test('a board is zoomed around a point and never leaves its frame', () => {
  const size = { width: 360, height: 390 };
  const most = largest(27);
  const at = { x: 90, y: 300 };
  const twice = zoomed(WHOLE, size, most, 2, at);
  expect(twice).toEqual({ scale: 2, x: -90, y: -300 });
  // The point under the pointer stays in place.
  expect((at.x - twice.x) / 2).toBe(90);
  expect(zoomed(twice, size, most, 0.1, at)).toEqual(WHOLE);
  expect(zoomed(WHOLE, size, most, 1000, at).scale).toBe(most);
  expect(moved(twice, size, most, { x: 1000, y: 1000 })).toEqual({ scale: 2, x: 0, y: 0 });
  expect(moved(twice, size, most, { x: -1000, y: -1000 })).toEqual({ scale: 2, x: -360, y: -390 });
  expect(inside({ scale: 0.5, x: 10, y: 10 }, size, most)).toEqual(WHOLE);
});

test('a part is panned into view, and no further', () => {
  const size = { width: 360, height: 360 };
  const square = { x: 320, y: 10, width: 10, height: 10 };
  const seen = showing({ scale: 3, x: 0, y: 0 }, size, 10, square);
  expect(320 * 3 + seen.x).toBeGreaterThan(0);
  expect(330 * 3 + seen.x).toBeLessThanOrEqual(360);
  expect(seen.y).toBe(0);
  expect(showing(seen, size, 10, square)).toEqual(seen);
});

test('a large board opens with whole files', () => {
  // 36 squares of 9 pixels beside a rim of 4; the names of the ranks cover 16 pixels on the right.
  const [size, left] = [{ width: 340, height: 370 }, 4];
  const seen = opened(size, 9, 36, { x: left + 18 * 9, y: 370 });
  expect(9 * seen.scale).toBeGreaterThanOrEqual(TARGET);
  const files = (x: number) => ((x - seen.x) / seen.scale - left) / 9;
  expect(files(0)).toBeCloseTo(12);
  expect(files(340 - 16)).toBeCloseTo(24);
  expect(opened(size, 28, 12, { x: 170, y: 370 })).toEqual(WHOLE);
});

test('squares become large enough for a finger', () => {
  const size = { width: 340, height: 370 };
  expect(touchable(size, 28, { x: 170, y: 370 })).toEqual(WHOLE);
  const seen = touchable(size, 9, { x: 170, y: 370 });
  expect(9 * seen.scale).toBeCloseTo(TARGET);
  expect(seen.y).toBeCloseTo(370 - 370 * seen.scale);
});

test('settings are words of one table; others are ignored', () => {
  for (const { words } of Object.values(SETTINGS)) expect(Object.keys(words).length).toBeGreaterThan(1);
  expect(known({ set: 'letters', theme: 'gold plate', coords: 7, far: 'upright', constructor: 'x', toString: 'kaya' }))
    .toEqual({ set: 'letters', far: 'upright' });
  expect(known({ set: 'hasOwnProperty' })).toEqual({});
  const parameters = (...all: string[]) => ({ parameter: (name: string) => (all.includes(name) ? '' : null) });
  expect(naming({ ...PLAIN, coords: 'none' }, parameters())).toBe('western');
  // A diagram of another page has the squares of its text.
  expect(naming(PLAIN, parameters('rimColor'))).toBe('western');
  expect(naming(PLAIN, parameters('rimColor', 'graphicsDir'))).toBe('chess');
  // So has a diagram whose first rank has another number than 1.
  const counted = (from: string) => ({ parameter: (name: string) => (name === 'firstRank' ? from : null) });
  expect(['0', '1', '7'].map((from) => naming(PLAIN, counted(from)))).toEqual(['chess from 0', 'western', 'chess from 7']);
  expect(naming({ ...PLAIN, coords: 'chess' }, counted('0'))).toBe('chess from 0');
  expect(naming({ ...PLAIN, coords: 'japanese' }, parameters('graphicsDir'))).toBe('japanese');
  setReaderNotation('', 'ja');
  expect([PLAIN, { ...PLAIN, coords: 'western' as const }].map((look) => naming(look, parameters()))).toEqual(['japanese', 'western']);
  setReaderNotation('', 'en');
  expect(isTurned(PLAIN, 'white')).toBe(true);
  expect(isTurned(PLAIN, null)).toBe(false);
  expect(isTurned({ ...PLAIN, turn: 'black' }, 'white')).toBe(false);
  expect(isTurned({ ...PLAIN, turn: 'white' }, null)).toBe(true);
});

test('pieces show kanji, letters, symbols or their moves', () => {
  const game = new Game(variantOf('chu'));
  const worn = (id: string, set: 'kanji' | 'kanji2' | 'letters' | 'symbols' | 'moves') =>
    face(game.variant, { kind: kindOf(game, id), colour: 'black' }, set);
  expect(worn('N', 'kanji')).toMatchObject({ kind: 'text', lines: ['獅'] });
  expect(worn('N', 'kanji2')).toMatchObject({ kind: 'text', lines: ['獅', '子'] });
  expect(worn('+O', 'letters')).toMatchObject({ kind: 'text', lines: ['+O'] });
  expect(worn('S', 'symbols')).toEqual({ kind: 'symbol', symbol: 'moon', promoted: false });
  expect(worn('G', 'symbols')).toEqual({ kind: 'symbol', symbol: 'sun', promoted: false });
  expect(worn('C', 'symbols')).toEqual({ kind: 'symbol', symbol: 'venus', promoted: false });
  expect(worn('+S', 'symbols')).toEqual({ kind: 'symbol', symbol: 'moon', promoted: true });
  expect(worn('K', 'symbols')).toMatchObject({ symbol: 'crown', promoted: false });
  expect(worn('+E', 'symbols')).toMatchObject({ symbol: 'crown', promoted: true });
  expect(worn('R', 'symbols')).toEqual({ kind: 'figure' });
  expect(worn('R', 'moves')).toEqual({ kind: 'rays' });
  expect(nameOf(game.variant, kindOf(game, 'N'), 'black')).toBe('lion');
  expect(labelOf(game.variant, { kind: kindOf(game, '+O'), colour: 'white' })).toBe('+o');
});

test('one kanji is enough where it identifies a piece', () => {
  const game = new Game(variantOf('tenjiku'));
  const worn = (id: string) => face(game.variant, { kind: kindOf(game, id), colour: 'white' }, 'kanji');
  expect(worn('LH')).toMatchObject({ kind: 'text', lines: ['獅', '鷹'] });
  expect(worn('LN')).toMatchObject({ kind: 'text', lines: ['獅'] });
  expect(worn('K')).toMatchObject({ kind: 'text', lines: ['王'] });
});

test('a board without rules is drawn from its view', () => {
  expect(largeView.pieces.flat().filter((piece) => piece !== null).length).toBe(804);
  expect(() => largeVariant.start()).toThrow();
  // Its moves are unknown, so letters are shown.
  expect(face(largeVariant, { kind: 1, colour: 'black' }, 'moves')).toMatchObject({ kind: 'text', lines: ['AA'] });
  expect(face(largeVariant, { kind: 1, colour: 'black' }, 'kanji2')).toMatchObject({ kind: 'text' });
  expect(boardInWords(largeVariant, largeView, false, 'western').length).toBe(37);
});

/** The words for a move in a position. */
function told(name: string, sfen: string | null, usi: string): string {
  const game = new Game(variantOf(name), sfen?.replaceAll('_', ' '));
  const before = game.view;
  game.play(usi);
  const words = moveInWords(game.variant, before, game.view, usi, 'western');
  game.free();
  return words;
}

const LION = '5k6/12/12/6p5/6i5/6N5/12/12/12/12/12/5K6 b - 1';

test.each([
  ['shogi', null, '7g7f', 'Black: pawn from 7g to 7f'],
  ['shogi', '4k4/9/9/9/9/9/9/1B7/4K4 b - 1', '8h2b+', 'Black: bishop from 8h to 2b, promotes to promoted bishop'],
  ['shogi', '4k4/9/9/9/9/9/1r7/1B7/4K4 w - 1', '8g8h+', 'White: rook from 8g captures bishop on 8h, promotes to promoted rook'],
  ['shogi', '4k4/9/9/9/9/9/9/9/4K4 b S 1', 'S*3c', 'Black: silver dropped on 3c'],
  ['chu', LION, '6f6e6d', 'Black: lion from 6f captures go-between on 6e and pawn on 6d'],
  ['chu', LION, '6f6e6f', 'Black: lion on 6f captures go-between on 6e without moving'],
  ['chu', LION, '6f6e7f', 'Black: lion from 6f captures go-between on 6e and moves to 7f'],
  ['chu', LION, '6f6g6f', 'Black passes'],
  ['chu', LION, '6f8h', 'Black: lion from 6f to 8h'],
  ['chu', '5k6/12/12/12/12/2R1+G1p5/12/12/12/12/12/5K6 b - 1', '8f6f', 'Black: rook (promoted gold general) from 8f captures pawn on 6f'],
])('%s %s %s in words', (name, sfen, usi, words) => {
  expect(told(name, sfen, usi)).toBe(words);
});

test('a board in sentences', () => {
  const game = new Game(variantOf('shogi'), '4k4/9/9/9/9/9/9/1B5r1/4K4 b G2P 1');
  expect(boardInWords(game.variant, game.view, false, 'western')).toEqual([
    'Rank a: White king on 5a.',
    ...[...'bcdefg'].map((rank) => `Rank ${rank} is empty.`),
    'Rank h: Black bishop on 8h, threatened; White rook on 2h.',
    'Rank i: Black king on 5i.',
    'Black has in hand: 2 × pawn and gold.',
    'White has no pieces in hand.',
    'Black to move.',
  ]);
  expect(boardInWords(game.variant, game.view, true, 'chess')[0]).toBe('Rank 1: Black king on e1.');
  game.free();
});

test('a promoted piece is named apart from unpromoted pieces of the same name', () => {
  const game = new Game(variantOf('chu'), '5k6/12/12/12/12/2R1+G1+R1D3/12/12/12/12/12/5K6 b - 1');
  expect(boardInWords(game.variant, game.view, false, 'western')[5]).toBe('Rank f: Black rook on 10f; ' +
    'Black rook (promoted gold general) on 8f; Black dragon king (promoted rook) on 6f; Black dragon king on 4f.');
  game.free();
});

test('a move is typed in any notation', () => {
  const game = new Game(variantOf('shogi'), '4k4/9/9/9/9/9/9/1B7/4K4 b - 1');
  for (const text of ['8h2b+', 'B-2b+', '２二角成', '角-22+', 'B 8h-2b; +B-2b', 'B 8h-2b; +B-dest'])
    expect(game.typed(text), text).toEqual({ usi: '8h2b+' });
  expect(game.typed('B-2b')).toMatchObject({ usi: '8h2b', open: {} });
  expect(() => game.typed('B-2c')).toThrow();
  game.free();
});

test('castling is a move by its two ends, and asks where the piece could also move there otherwise', () => {
  const common = 'files=8\nranks=8\nsymmetry=mirror\nholdingsType=0\ncheck=strict\nrook:R:R:r:a1,h1\n';
  const home = 'r3k2r/8/8/8/8/8/8/R3K2R b - 1';
  const plain = new Game(shoogi.variant(`${common}king:K:KisO2:k:e1\n`), home);
  const selected = (game: Game, ...places: string[]) =>
    places.reduce<ReturnType<typeof point>>((said, place) => point(game.view.moves, said.kind === 'on' ? said.path : [], place), { kind: 'nothing' });
  expect(selected(plain, '4h', '2h')).toEqual({ kind: 'move', move: '4h2h' });
  const before = plain.view;
  plain.play('4h8h');
  expect(plain.played.at(-1)!.text).toBe('K-6h');
  expect(moveInWords(plain.variant, before, plain.view, '4h6h', 'western')).toBe('Black: king castles from 4h to 6h');
  // A king that also jumps two squares.
  const jumper = new Game(shoogi.variant(`${common}king:K:KDisO2:k:e1\n`), home);
  const asked = selected(jumper, '4h', '2h');
  expect(asked.kind === 'choose' && [...asked.step.ends]).toEqual([['', '4h2h'], [CASTLES, '4h1h2h']]);
  expect(selected(jumper, '4h', '1h', '2h')).toEqual({ kind: 'move', move: '4h1h2h' });
});

test('pieces of a game without kanji have those of known names', () => {
  const variant = shoogi.variant('files=9\nranks=9\nmaxPromote=0\nsymmetry=rotate\nPawn:P:fW::a3\nSilver General:S:FfW::c1\nKnight:N:ffN::b1\n'
    + 'Horseman:H:N::d1\nKing:K:K::e1\n');
  const sign = (id: string) => face(variant, { kind: variant.kinds.findIndex((row) => row?.id === id), colour: 'black' }, 'kanji');
  expect(['P', 'S', 'N', 'K'].map((id) => sign(id))).toMatchObject(['歩', '銀', '桂', '玉'].map((one) => ({ kind: 'text', lines: [one], latin: false })));
  expect(sign('H')).toMatchObject({ lines: ['H'], latin: true });
  expect(knownKanji('knight', 'N')).toBe('騎');
  expect(knownKanji('horseman', 'N')).toBe('');
});

test('a move of several steps shows each step made, and nothing of castling', () => {
  const chu = new Game(variantOf('chu'), '12/12/12/12/5pp5/5N6/12/12/12/12/12/6k4K b - 1');
  const { view } = chu;
  const on = (shown: typeof view, name: string) => {
    const { file, rank } = squareAt(name);
    return shown.pieces[rank]![file];
  };
  expect(halfMade(view, ['7f'])).toBe(view);
  const half = halfMade(view, ['7f', '7e']);
  expect([on(half, '7f'), on(half, '7e')?.colour, on(half, '6e')?.colour]).toEqual([null, 'black', 'white']);
  expect([...half.last]).toEqual(['7f', '7e']);
  // Twice, and back to where it was.
  const igui = halfMade(view, ['7f', '7e', '7f']);
  expect([on(igui, '7f')?.kind, on(igui, '7e')]).toEqual([on(view, '7f')!.kind, null]);
  expect(on(view, '7e')?.colour).toBe('white');
  const own = new Game(variantOf('chu'), '12/12/12/12/5P6/5N6/12/12/12/12/12/6k4K b - 1').view;
  expect(halfMade(own, ['7f', '7e', '7d'])).toBe(own);
  expect(halfMade(own, ['P*', '1a'])).toBe(own);
});
