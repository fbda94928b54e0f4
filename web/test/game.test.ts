// game.test.ts: the view of a game.

import { expect, test } from 'vitest';
import { look, naming } from '../src/board/look';
import { place, rankName, squareName } from '../src/board/squares';
import { Game } from '../src/game';
import { READER_NOTATIONS, setReaderNotation } from '../src/notation';
import { definitions, open } from './rules';

const shoogi = await open();

test('squares have names and places', () => {
  expect([0, 25, 26, 35].map(rankName)).toEqual(['a', 'z', 'aa', 'aj']);
  expect(squareName(6, 6)).toBe('7g');
  expect(place(0, 0, 9, 9, false)).toEqual({ column: 8, row: 0 });
  expect(place(0, 0, 9, 9, true)).toEqual({ column: 0, row: 8 });
});

test('the board follows the game, and back', () => {
  const game = new Game(shoogi.variant(definitions.get('shogi')!));
  const start = game.view;
  expect(game.view).toBe(start);
  expect(start.pieces[8]?.[4]).toMatchObject({ colour: 'black' });
  expect(start.pieces[4]?.[4]).toBeNull();
  for (const move of ['7g7f', '3c3d', '8h2b+', '3a2b']) game.play(move);
  expect(game.played.map(({ text }) => text)).toEqual(['P-7f', 'P-3d', 'Bx2b+', 'Sx2b']);
  expect(game.view.side).toBe('black');
  expect([...game.view.last]).toEqual(['3a', '2b']);
  expect(game.view.hands.black).toMatchObject([{ count: 1, place: 'B*' }]);
  expect(game.view.hands.white).toMatchObject([{ count: 1, place: 'B*' }]);
  expect(game.view.moves.next.has('B*')).toBe(true);
  expect(game.why('5e5d')).toMatch(/5e/);
  expect(game.undo()).toBe(true);
  expect(game.view.threatened.has('2b')).toBe(true);
  while (game.undo());
  expect(game.view.pieces).toEqual(start.pieces);
  game.free();
});

test('moves, lines and what has been played are in the notation of the reader', () => {
  const texts = {
    western: ['P-7f', 'P-3d', 'Bx2b+', 'Sx2b', 'B*4e'], kitao: ['歩-76', '歩-34', '角x22+', '銀x', '角*45'],
    japanese: ['▲７六歩', '△３四歩', '▲２二角成', '△同　銀', '▲４五角'], usi: ['7g7f', '3c3d', '8h2b+', '3a2b', 'B*4e'],
  };
  const game = new Game(shoogi.variant(definitions.get('shogi')!));
  for (const move of texts.usi.slice(0, 3)) game.play(move);
  const { view } = game;
  try {
    for (const notation of [...READER_NOTATIONS, 'western'] as const) {
      setReaderNotation(notation, 'en');
      expect(game.played.map(({ text }) => text)).toEqual(texts[notation].slice(0, 3));
      expect(game.view).toBe(view);
      expect(game.written(['3a2b', 'B*4e'])).toEqual(texts[notation].slice(3));
      expect(game.writtenMove('HANDICAP:L@1a')).toBe('HANDICAP:L@1a');
    }
    setReaderNotation('', 'ja');
    expect(game.played[0]!.text).toBe('▲７六歩');
    setReaderNotation('', 'de');
    expect(game.played[0]!.text).toBe('P-7f');
  } finally {
    setReaderNotation('western', 'en');
    game.free();
  }
});

test('a game that is over has no moves', () => {
  const mated = new Game(shoogi.variant(definitions.get('shogi')!), '4k4/9/4G4/9/9/9/9/9/4K4 b G 1');
  mated.play('G*5b');
  expect(mated.view.result).toEqual({ outcome: 'black', reason: 'checkmate' });
  expect(mated.view.moves.next.size).toBe(0);
  expect([...mated.view.checkers]).toEqual(['5b']);
});

test('a game goes to any position by the shortest way, a handicap among them', () => {
  const game = new Game(shoogi.variant(definitions.get('shogi')!));
  const moves = ['HANDICAP:L@1a', '3c3d', '7g7f'].map((usi) => ({ usi }));
  game.goTo(moves);
  const given = game.asMoves;
  expect(given).toEqual({ start: expect.stringMatching(/^lnsgkgsn1\/.* w - /), moves: ['3c3d', '7g7f'] });
  expect(game.played.map(({ text }) => text)).toEqual(['HANDICAP:L@1a', 'P-3d', 'P-7f']);
  const { view } = game;
  game.goTo(moves);
  expect(game.view).toBe(view);
  expect(game.before()?.side).toBe('black');
  expect(game.view).toBe(view);
  game.goTo(moves.slice(0, 1));
  expect(game.view).toMatchObject({ side: 'white', last: new Set() });
  expect(game.view.pieces[0]?.[0]).toBeNull();
  game.goTo([moves[0]!, { usi: '8c8d', text: 'as the server has it' }]);
  expect(game.played.at(-1)?.text).toBe('as the server has it');
  expect(() => game.goTo([...moves, { usi: '1a1b' }])).toThrow();
  game.free();
});

test('an open promotion of a typed move is chosen in the position where it was read', () => {
  const game = new Game(shoogi.variant(definitions.get('shogi')!));
  for (const move of ['7g7f', '3c3d']) game.play(move);
  expect(game.typed('P-2f')).toEqual({ usi: '2g2f' });
  const { open: now } = game.typed('Bx2b');
  expect(now?.view).toBe(game.view);
  expect([...now!.step.ends.keys()].sort()).toEqual(['', '+']);
  game.undo();
  const { open: later } = game.typedAhead('Bx2b', 10000);
  expect(later?.view).toMatchObject({ side: 'black', pieces: game.view.pieces });
  expect([...later!.step.ends.keys()].sort()).toEqual(['', '+']);
  game.free();
});

test('a premove is written in the notation of the reader, as after a move of the opponent that allows it', () => {
  const game = new Game(shoogi.variant(definitions.get('shogi')!), '4k4/9/9/9/4p4/4P4/9/4R4/4K4 w - 1');
  const before = game.sfen;
  expect([game.writtenAhead('5i6h', 1000), game.writtenAhead('5h5f', 1000)]).toEqual(['K-6h', 'Rx5f']);
  setReaderNotation('japanese', 'en');
  expect(game.writtenAhead('5h5f', 1000)).toBe('▲同　飛');
  setReaderNotation('', 'en');
  expect(game.writtenAhead('9i9h', 1000)).toBe('9i9h');
  expect(game.sfen).toBe(before);
  game.free();
});

test('squares are named from the first rank that the definition has, and read so', () => {
  const game = new Game(shoogi.variant('files=3\nranks=4\nfirstRank=0\nsymmetry=rotate\nholdingsType=0\npawn:P:fW:p:b0\nking:K:K:k:a0\n'));
  expect(naming(look(), game.variant)).toBe('chess from 0');
  expect(game.typed('P b0-b1')).toEqual({ usi: '2d2c' });
  expect(game.writtenMove('2d2c')).toBe('P b0-b1');
  game.free();
});

test('premoves are moves that are legal after some move of the opponent', () => {
  const game = new Game(shoogi.variant(definitions.get('shogi')!), '4k4/9/9/4p4/9/4P4/9/4R4/4K4 w - 1');
  const before = game.sfen;
  const found = game.premoves(1000);
  // The pawn may be captured on its square, where it moves, and where it captures.
  expect(found).toEqual(expect.arrayContaining(['5f5e', '5h5g', '5i6h']));
  expect(found).not.toContain('5e5d');
  // Without any time all six are tried, since they are few.
  expect(game.premoves(0)).toEqual(found);
  expect(() => game.typedAhead('P-9i', 0)).toThrow();
  expect(game.sfen).toBe(before);
  expect(game.view.side).toBe('white');
  game.free();
});
