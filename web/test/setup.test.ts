// setup.test.ts: positions set up by hand: their SFEN, the tools, and the notes of the rules.

import { expect, test } from 'vitest';
import { point, type Outcome } from '../src/board/moves';
import { lonePiece, afterMove, squareOf, withOther } from '../src/rules/lonePiece';
import { Game } from '../src/game';
import { freed, movedFreely } from '../src/setup/free';
import { sfenIn, toPosition } from '../src/positions';
import { notes } from '../src/setup/notes';
import { placedOf, sfenOf } from '../src/setup/placed';
import { fromTo, oneOf } from '../src/setup/pointing';
import { apply, cleared, exchanged, inHand, pieceOn, mirrored, takenOff, turned, viewOf } from '../src/setup/tools';
import { definitions, open, soak, some } from './rules';

const shoogi = await open();
const shogi = shoogi.variant(definitions.get('shogi')!);
const kind = (id: string) => shogi.kinds.findIndex((row) => row?.id === id);

function set(sfen: string | null = null, variant = shogi) {
  const position = variant.start(sfen);
  const placed = placedOf(variant, position);
  position.free();
  return placed;
}

const WIDE = 'files=12\nranks=3\nholdingsType=-1\nsymmetry=rotate\nstar:ST:Q:s:b1\nhole::::d1\nking:K:K:k:a1\n';

test('every position of random games has the SFEN that the rules give it', async () => {
  let seed = 5;
  const random = (bound: number) => ((seed = Math.imul(seed, 1664525) + 1013904223) >>> 16) % bound;
  for (const text of [...some.values(), WIDE]) {
    await new Promise((resolve) => { setImmediate(resolve); }); // see moves.test.ts
    const variant = shoogi.variant(text);
    const position = variant.start();
    for (let ply = 0; ply < (soak ? 80 : 15) && position.result().outcome === 'none'; ply++) {
      const moves = position.moves();
      position.do(moves[random(moves.length)]!);
      const told = position.sfen();
      // A counter-strike square stands in the place of the hands, and the editor does not set it.
      if (/^\d+[a-z]+$/.test(told.split(' ')[2]!)) continue;
      const placed = placedOf(variant, position);
      const sfen = sfenOf(variant, placed);
      expect(sfen.split(' ').slice(0, 2)).toEqual(told.split(' ').slice(0, 2));
      expect(set(sfen, variant)).toEqual(placed);
    }
    position.free();
    variant.free();
  }
});

test('checks given and rights to castle stay with a position, and go where they mean nothing', () => {
  const three = shoogi.variant(definitions.get('three-check')!);
  const sfen = '4k4/9/9/9/9/9/9/9/4K4 b P 1+3 1';
  const placed = set(sfen, three);
  expect(placed.checks).toEqual({ black: 2, white: 0, wins: 3 });
  expect(sfenOf(three, placed)).toBe(sfen);
  expect(sfenOf(three, apply(three, placed, { name: 'move' }, '5i5h'))).toBe('4k4/9/9/9/9/9/9/4K4/9 b P 1+3 1');
  expect(sfenOf(three, exchanged(placed))).toBe('4k4/9/9/9/9/9/9/9/4K4 w p 3+1 1');
  expect(sfenOf(three, cleared(placed))).toBe('9/9/9/9/9/9/9/9/9 b - 1');
  expect(viewOf(three, placed, { name: 'move' }).checks).toEqual(placed.checks);
  expect(viewOf(shogi, set(), { name: 'move' }).checks).toBeUndefined();
  const chess = shoogi.variant('files=8\nranks=8\nsymmetry=mirror\nholdingsType=0\nrook:R:R:r:a1,h1\nking:K:KisO2:k:e1\n');
  const rights = 'r3k2r/8/8/8/8/8/8/R3K2R b - 1 Kq';
  expect(sfenOf(chess, set(rights, chess))).toBe(rights);
  expect(sfenOf(chess, mirrored(set(rights, chess)))).toBe('r2k3r/8/8/8/8/8/8/R2K3R b - 1');
});

test('tools', () => {
  const start = set();
  const pawn = { kind: kind('P'), colour: 'black' as const };
  const board = (placed: typeof start) => sfenOf(shogi, placed).split(' ')[0];
  expect(board(apply(shogi, start, { name: 'move' }, '7g5e'))).toBe('lnsgkgsnl/1r5b1/ppppppppp/9/4P4/9/PP1PPPPPP/1B5R1/LNSGKGSNL');
  expect(board(apply(shogi, start, { name: 'move' }, '8h2b'))).toBe('lnsgkgsnl/1r5B1/ppppppppp/9/9/9/PPPPPPPPP/7R1/LNSGKGSNL');
  expect(board(apply(shogi, start, { name: 'remove' }, '5i'))).toBe('lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSG1GSNL');
  expect(board(apply(shogi, start, { name: 'side' }, '5i'))).toBe('lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGkGSNL');
  expect(board(apply(shogi, start, { name: 'form' }, '8h'))).toBe('lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1+B5R1/LNSGKGSNL');
  expect(apply(shogi, start, { name: 'put', piece: pawn }, '7g').pieces[6]![6]).toBeNull();
  expect(apply(shogi, start, { name: 'put', piece: pawn }, '5e').pieces[4]![4]).toEqual(pawn);
  const holed = apply(shogi, start, { name: 'hole' }, '5e');
  expect(holed.pieces[4]![4]).toBeUndefined();
  expect(apply(shogi, holed, { name: 'hole' }, '5e').pieces).toEqual(start.pieces);
  const held = inHand(start, 'black', kind('P'), 2);
  expect(sfenOf(shogi, held)).toMatch(/ b 2P 1$/);
  expect(sfenOf(shogi, apply(shogi, held, { name: 'move' }, 'P*5e'))).toBe('lnsgkgsnl/1r5b1/ppppppppp/9/4P4/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1');
  expect(inHand(held, 'black', kind('P'), -9).hands.black.size).toBe(0);
  expect(turned(shogi, kind('P'))).toBe(kind('+P'));
  expect(turned(shogi, kind('+P'))).toBe(kind('P'));
  expect(turned(shogi, kind('K'))).toBe(kind('K'));
  expect(board(cleared(held))).toBe('9/9/9/9/9/9/9/9/9');
  expect(mirrored(mirrored(held))).toEqual(held);
  expect(exchanged(exchanged(held))).toEqual(held);
  expect(sfenOf(shogi, exchanged(apply(shogi, held, { name: 'move' }, '7g7f'))))
    .toBe('lnsgkgsnl/1r5b1/pp1pppppp/2p6/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 2p 1'.replace('pp1pppppp/2p6', 'pppppp1pp/6p2'));
  expect(pieceOn(start.pieces, '5i')).toBe(kind('K'));
  expect(pieceOn(start.pieces, '5e')).toBe(0);
});

test('the places to select are those of the tool', () => {
  const say = (step: ReturnType<typeof oneOf>, ...places: string[]) => {
    let path: readonly string[] = [];
    let outcome: Outcome = { kind: 'nothing' };
    for (const place of places) {
      outcome = point(step, path, place);
      path = outcome.kind === 'on' ? outcome.path : [];
    }
    return outcome;
  };
  expect(say(oneOf(new Set(['5e'])), '5e')).toEqual({ kind: 'move', move: '5e' });
  expect(say(oneOf(new Set(['5e'])), '5f')).toEqual({ kind: 'nothing' });
  const ways = fromTo(new Set(['5e', 'P*']), new Set(['5e', '5f']));
  expect(say(ways, '5e', '5f')).toEqual({ kind: 'move', move: '5e5f' });
  expect(say(ways, 'P*', '5e')).toEqual({ kind: 'move', move: 'P*5e' });
  expect(say(ways, '5e', '5e')).toEqual({ kind: 'nothing' });
  expect(say(ways, '5f', '5e')).toMatchObject({ kind: 'on', path: ['5e'] });
  expect([...ways.next.keys()]).toEqual(['5e', 'P*']);
  expect([...ways.next.get('5e')!.next.entries()].map(([key]) => key)).toEqual(['5f']);
  const view = viewOf(shogi, set('4k4/9/9/9/9/9/9/9/4K4 b P 1'), { name: 'move' });
  expect([...view.moves.next.keys()]).toEqual(['5a', '5i', 'P*']);
  expect(viewOf(shogi, set(), { name: 'hole' }).moves.next.size).toBe(81);
});

test.each([
  ['4k4/9/9/9/9/9/9/9/4K4 b - 1', ['Black has 5 legal moves.']],
  ['4k4/4R4/9/9/9/9/9/9/4K4 b - 1', ['Black is to move and can capture the king on 5a.', 'Black has 35 legal moves.']],
  ['4k4/4R4/9/9/9/9/9/9/4K4 w - 1', ['White has 3 legal moves. Check.']],
  ['9/9/9/9/9/9/9/9/4K4 b - 1', ['White has no royal piece.', /./]],
  ['4k4/9/9/4P4/4P4/9/9/9/4K4 b - 1', ['Black has more of the pawn on file 5 than its drop rule allows.', /legal moves/]],
  ['4k4/9/9/4p4/4P4/9/9/9/4K4 b - 1', [/legal moves/]],
  ['3RkR3/9/4G4/9/9/9/9/+R8/4K4 b G 1', ['Black is to move and can capture the king on 5a.', 'The board and hands hold 3 of the rook; the game starts with 2.', /legal moves/]],
  ['4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1', ['The game is over: Black wins, checkmate.']],
])('%s', (sfen, said) => {
  const told = notes(shogi, set(sfen), sfen);
  expect(told.length).toBe(said.length);
  said.forEach((one, i) => (typeof one === 'string' ? expect(told[i]).toBe(one) : expect(told[i]).toMatch(one)));
});

test('a piece moves on an empty board, and promotes there', () => {
  const begun = lonePiece(shogi, kind('P'));
  expect(squareOf(begun)).toBe('5e');
  expect([...begun.view.moves.next.get('5e')!.next.keys()]).toEqual(['5d']);
  const on = afterMove(shogi, afterMove(shogi, begun, '5e5d'), '5d5c+');
  expect([squareOf(on), on.kind]).toEqual(['5c', kind('+P')]);
  expect([...on.view.last]).toEqual(['5d', '5c']);
  expect(on.view.moves.next.get('5c')!.next.size).toBe(6);
  const chu = shoogi.variant(definitions.get('chu')!);
  const lion = lonePiece(chu, chu.kinds.findIndex((row) => row?.id === 'N'));
  expect(lion.view.moves.next.get(squareOf(lion))!.next.size).toBe(24);
  const there = squareOf(lion);
  const [step] = [...lion.view.moves.next.get(there)!.next.values()].filter(({ next }) => next.has(there));
  const back = afterMove(chu, lion, step!.next.get(there)!.ends.get('')!);
  expect(squareOf(back)).toBe(squareOf(lion));
});

test('pieces move freely, and what they capture goes to the hand in a game with drops', () => {
  const shogi = shoogi.variant(definitions.get('shogi')!);
  const begun = freed(shogi, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1');
  const pawn = shogi.kinds.findIndex((kind) => kind?.id === 'P');
  const after = movedFreely(shogi, begun, '7g3c');
  expect(after.side).toBe('white');
  expect(after.pieces[2]![2]).toEqual({ kind: pawn, colour: 'black' });
  expect(after.hands.black.get(pawn)).toBe(1);
  // A piece of either side at any time, onto a piece of its own, and from the hand.
  const other = movedFreely(shogi, after, '9i8i');
  expect(other.side).toBe('white');
  expect(other.hands.black.get(pawn)).toBe(1);
  expect(movedFreely(shogi, { ...after, side: 'black' }, 'P*5e').hands.black.has(pawn)).toBe(false);
  // A promoted piece is held as its base.
  expect(movedFreely(shogi, freed(shogi, '4k4/9/9/9/4+p4/4G4/9/9/4K4 b - 1'), '5f5e').hands.black.get(pawn)).toBe(1);
  const chu = shoogi.variant(definitions.get('chu')!);
  expect(movedFreely(chu, freed(chu, new Game(chu).sfen), '1i1d').hands.black.size).toBe(0);
});

test('a piece alone on the board shows where it moves and where it only captures', () => {
  const variant = shoogi.variant('files=5\nranks=5\nsymmetry=none\npawn:P:mfWcfF:p:a1\nking:K:K:k:c1,,c5\n');
  const kind = variant.kinds.findIndex((row) => row?.id === 'P');
  const marks = Object.fromEntries([...lonePiece(variant, kind, { file: 2, rank: 2 }).marks].map(([name, words]) => [name, [...words]]));
  expect(marks).toEqual({ '3b': ['target'], '2b': ['threatened'], '4b': ['threatened'] });
});

test('a piece that needs another to jump over moves among pieces that the reader places', () => {
  const variant = shoogi.variant('files=5\nranks=5\nsymmetry=none\nmaxPromote=0\npawn:P:fW:p:a1\ncannon:C:mRcpR:c:b1\nking:K:K:k:c1,,c5\n');
  const cannon = lonePiece(variant, variant.kinds.findIndex((row) => row?.id === 'C'), { file: 2, rank: 4 });
  const targets = ({ marks }: typeof cannon) => [...marks.keys()].filter((name) => name.startsWith('3')).sort();
  expect(targets(cannon)).toEqual(['3a', '3b', '3c', '3d']);
  const blocked = withOther(variant, withOther(variant, cannon, '3c'), '3a');
  // Beyond the piece it captures on 3a, and would on 3b.
  expect(targets(blocked)).toEqual(['3a', '3b', '3d']);
  expect([...afterMove(variant, blocked, '3e3a').others]).toEqual(['3c']);
  expect([...withOther(variant, blocked, '3c').others]).toEqual(['3a']);
  expect(withOther(variant, cannon, '3e').others.size).toBe(0);
});

test('a piece is taken off the board, or goes to a hand as its base', () => {
  const placed = set('4k4/9/9/9/4+p4/9/9/9/4K4 b P 1');
  expect(sfenOf(shogi, takenOff(shogi, placed, '5e', null, null))).toBe('4k4/9/9/9/9/9/9/9/4K4 b P 1');
  expect(sfenOf(shogi, takenOff(shogi, placed, '5e', null, 'black'))).toBe('4k4/9/9/9/9/9/9/9/4K4 b 2P 1');
  expect(sfenOf(shogi, takenOff(shogi, placed, 'P*', 'black', 'white'))).toBe('4k4/9/9/9/4+p4/9/9/9/4K4 b p 1');
  // A king cannot be in hand.
  expect(sfenOf(shogi, takenOff(shogi, placed, '5i', null, 'black'))).toBe('4k4/9/9/9/4+p4/9/9/9/9 b P 1');
});

test('an address names a position in one word', () => {
  const sfen = '4k/5/2p2/5/K4 w g 1';
  const { search } = new URL(toPosition('try', 'mini', sfen), 'http://localhost');
  expect(search).toContain('_w_g_1');
  expect(sfenIn(new URLSearchParams(search))).toBe(sfen);
  expect(sfenIn(new URLSearchParams('variant=mini'))).toBe(null);
});
