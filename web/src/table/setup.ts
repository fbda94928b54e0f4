// setup.ts: positions as text, in the extended FEN of Game Courier.
//
// A label of one letter, with or without a +, stands for itself, any other is {label}.  A number is so many empty spaces,
// @ is one, - is a hole.  / ends a rank and may be left out where the width is known.  Pieces in hand follow
// the side to move, as in SFEN: "... b 2Pg".

import { expected } from '../textFault';
import { LABEL, SIDE_MAX, sideOf, type Cell, type Position, type Side } from './spaces';

export interface Setup {
  position: Position;
  side: Side;
}

/** width: of the board; 0: by the ranks. */
export function readSetup(text: string, width = 0): Setup {
  const token = /\{([^}]*)\}|\+?\p{L}|\d+|[@/-]|(\s+)/uy;
  // Without "/" a full rank ends by itself.
  const wraps = !text.includes('/') && width > 0;
  const rows: Cell[][] = [[]];
  let at = text.length - text.trimStart().length;
  let wide = width;

  const add = (cell: Cell, count: number, found: string) => {
    for (let i = 0; i < count; i++) {
      const row = rows.at(-1)!;
      const most = wide > 0 ? wide : SIDE_MAX;
      if (row.length < most) row.push(cell);
      else if (!wraps) throw expected(`"/", as a rank has at most ${most} spaces`, text, at, found);
      else if (rows.push([cell]) > SIDE_MAX) throw expected(`at most ${SIDE_MAX} ranks`, text, at, found);
    }
  };
  const endRank = (found?: string) => {
    const { length } = rows.at(-1)!;
    if (length === 0) throw expected('a label or a number of empty spaces', text, at, found);
    if (wide === 0) wide = length;
    if (length < wide) throw expected(`${wide - length} more ${wide - length === 1 ? 'space' : 'spaces'} on this rank`, text, at, found);
  };

  for (;;) {
    token.lastIndex = at;
    const [found, braced, blank] = token.exec(text) ?? [];
    if (found === undefined && at < text.length)
      throw expected('a label, a number, "@", "-" or "/"', text, at, text.slice(at).split(/\s/, 1)[0]);
    if (found === undefined || blank !== undefined) break;
    if (found === '/') {
      endRank(found);
      if (rows.push([]) > SIDE_MAX) throw expected(`at most ${SIDE_MAX} ranks`, text, at, found);
    } else if (found === '@') add('', 1, found);
    else if (found === '-') add(null, 1, found);
    else if (/^\d/.test(found)) {
      const most = SIDE_MAX * SIDE_MAX;
      if (Number(found) === 0 || Number(found) > most)
        throw expected(`a number of empty spaces from 1 to ${most}`, text, at, found);
      add('', Number(found), found);
    } else {
      if (braced !== undefined && !LABEL.test(braced)) throw expected('a label, such as {+P}', text, at + 1, braced || '}');
      add(braced ?? found, 1, found);
    }
    at += found.length;
  }
  endRank(text.slice(at, at + 1));
  const cells = rows.flat();
  if (cells.every((cell) => cell === null)) throw expected('a space', text, 0, text.trim());

  const [side, hands] = [...text.slice(at).matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, at: at + index }));
  if (side && side.word !== 'b' && side.word !== 'w') throw expected('"b" or "w"', text, side.at, side.word);
  return {
    position: { width: wide, height: rows.length, cells, hands: readHands(text, hands?.at ?? 0, hands?.word ?? '-') },
    side: side?.word === 'w' ? 'second' : 'first',
  };
}

/** Pieces in hand: 2P{+Ab}g. */
function readHands(text: string, at: number, word: string): ReadonlyMap<string, number> {
  const hands = new Map<string, number>();
  if (word === '-') return hands;
  const token = /(\d{0,3})(?:\{([^}]*)\}|(\+?\p{L}))/uy;
  for (let i = 0; i < word.length; i = token.lastIndex) {
    token.lastIndex = i;
    const [, count = '', braced, plain] = token.exec(word) ?? [];
    const label = braced ?? plain;
    if (label === undefined || !LABEL.test(label)) throw expected('pieces in hand, such as 2P, or "-"', text, at + i, word.slice(i));
    hands.set(label, (hands.get(label) ?? 0) + (count === '' ? 1 : Number(count)));
  }
  return new Map([...hands].filter(([, count]) => count > 0));
}

const labelText = (label: string): string => ([...label].length === 1 ? label : `{${label}}`);

export function writeSetup({ position, side }: Setup): string {
  const { width, height, cells, hands } = position;
  const ranks = Array.from({ length: height }, (_, row) => {
    let text = '';
    let empty = 0;
    const flush = () => {
      if (empty > 0) text += String(empty);
      empty = 0;
    };
    for (const cell of cells.slice(row * width, (row + 1) * width)) {
      if (cell === '') empty++;
      else {
        flush();
        text += cell === null ? '-' : labelText(cell);
      }
    }
    flush();
    return text;
  });
  const held = [...hands].sort(([a], [b]) => Number(sideOf(a) === 'second') - Number(sideOf(b) === 'second'))
    .map(([label, count]) => (count > 1 ? count : '') + labelText(label)).join('');
  return `${ranks.join('/')} ${side === 'first' ? 'b' : 'w'} ${held === '' ? '-' : held}`;
}
