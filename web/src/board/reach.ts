// reach.ts: where a man goes on an otherwise empty board, found by asking the rules.
//
// Directions are as his player sees them: right and forward.  What needs another man, such as a hop, is not seen.

import type { Men } from './faces';
import { parse } from './moves';
import { squareName } from './squares';

export interface Way {
  right: number;
  forward: number;
  /** May go there when it is empty, may take there. */
  move: boolean;
  take: boolean;
}

export interface Reach {
  /** Squares, as far as they are not on a slide. */
  steps: readonly Way[];
  /** Directions in which he goes as far as the board. */
  slides: readonly Way[];
}

interface Place {
  file: number;
  rank: number;
}

/** All squares that a lone man of Black's reaches from a place, by their offset. */
function from(variant: Men, kind: number, at: Place): Map<string, Way> {
  const id = variant.kinds[kind]?.id ?? '';
  const ways = new Map<string, Way>();
  const position = variant.start(alone(variant, id, at));
  try {
    const ends = new Set(position.moves().map((move) => parse(move).path.at(-1)));
    for (let file = 0; file < variant.files; file++) {
      for (let rank = 0; rank < variant.ranks; rank++) {
        if (file === at.file && rank === at.rank) continue;
        const move = ends.has(squareName(file, rank));
        const take = variant.hasSquare(file, rank) && position.attacked(file, rank, 'black');
        if (!move && !take) continue;
        const way = { right: at.file - file, forward: at.rank - rank, move, take };
        ways.set(`${way.right},${way.forward}`, way);
      }
    }
  } finally {
    position.free();
  }
  return ways;
}

/** The SFEN of a board with one man. */
function alone(variant: Men, id: string, at: Place): string {
  const cells = (rank: number): string => {
    if (rank !== at.rank) return String(variant.files);
    const [left, right] = [variant.files - 1 - at.file, at.file];
    const comma = variant.kinds.some((kind) => (kind?.id.replace('+', '').length ?? 0) > 1) ? ',' : '';
    return [left > 0 ? String(left) : '', id, right > 0 ? String(right) : ''].filter((part) => part !== '').join(comma);
  };
  return `${Array.from({ length: variant.ranks }, (_, rank) => cells(rank)).join('/')} b - 1`;
}

const LINES = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]] as const;

/** From where there is most room in a direction, or with none all around, and how much: the square nearest to the
 * middle of those. */
function roomiest(variant: Men, right: number, forward: number): { at: Place; room: number } {
  const { files, ranks } = variant;
  const has = (file: number, rank: number) =>
    file >= 0 && rank >= 0 && file < files && rank < ranks && variant.hasSquare(file, rank);
  const around = [-2, -1, 0, 1, 2].flatMap((x) => [-2, -1, 0, 1, 2].map((y) => [x, y] as const));
  const roomAt = (file: number, rank: number): number => {
    // A step needs its square more than a leap does.
    if (right === 0 && forward === 0)
      return around.reduce((sum, [x, y]) => sum + (has(file + x, rank + y) ? (x * x + y * y < 3 ? 100 : 1) : 0), 0);
    let room = 0;
    while (has(file - right * (room + 1), rank - forward * (room + 1))) room++;
    return room;
  };
  let best = { at: { file: 0, rank: 0 }, room: -1, off: 0 };
  for (let file = 0; file < files; file++)
    for (let rank = 0; rank < ranks; rank++) {
      if (!has(file, rank)) continue;
      const room = roomAt(file, rank);
      const off = Math.abs(file - Math.floor(files / 2)) + Math.abs(rank - Math.floor(ranks / 2));
      if (room > best.room || (room === best.room && off < best.off)) best = { at: { file, rank }, room, off };
    }
  return best;
}

const places = new WeakMap<Men, Map<string, { at: Place; room: number }>>();

/** The same, found once: with no direction the middle of the board. */
function start(variant: Men, right: number, forward: number): { at: Place; room: number } {
  let all = places.get(variant);
  if (!all) places.set(variant, (all = new Map()));
  const key = `${right},${forward}`;
  let one = all.get(key);
  if (!one) all.set(key, (one = roomiest(variant, right, forward)));
  return one;
}

/** How far a man goes in one direction, from where there is most room for it. */
function slide(variant: Men, kind: number, right: number, forward: number): Way | null {
  const { at, room } = start(variant, right, forward);
  if (room < 3) return null;
  const ways = from(variant, kind, at);
  let [move, take] = [true, true];
  for (let steps = 1; steps <= room; steps++) {
    const way = ways.get(`${right * steps},${forward * steps}`);
    move &&= way?.move ?? false;
    take &&= way?.take ?? false;
  }
  return move || take ? { right, forward, move, take } : null;
}

const known = new WeakMap<Men, Map<number, Reach>>();

export function reach(variant: Men, kind: number): Reach {
  let kinds = known.get(variant);
  if (!kinds) known.set(variant, (kinds = new Map()));
  let found = kinds.get(kind);
  if (!found) kinds.set(kind, (found = find(variant, kind)));
  return found;
}

const NOWHERE: Reach = { steps: [], slides: [] };

/** The same of a board without rules to ask: nowhere. */
export function reachIfKnown(variant: Men, kind: number): Reach {
  try {
    return reach(variant, kind);
  } catch {
    return NOWHERE;
  }
}

function find(variant: Men, kind: number): Reach {
  const { at: middle } = start(variant, 0, 0);
  const slides = LINES.flatMap(([right, forward]) => slide(variant, kind, right, forward) ?? []);
  const steps = [...from(variant, kind, middle).values()].filter(({ right, forward, move, take }) => !slides.some((line) => {
    const count = Math.max(Math.abs(right), Math.abs(forward));
    return line.right * count === right && line.forward * count === forward && line.move >= move && line.take >= take;
  }));
  return { steps, slides };
}
