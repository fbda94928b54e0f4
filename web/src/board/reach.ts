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

/** How far a man goes in one direction, from where there is most room for it. */
function slide(variant: Men, kind: number, right: number, forward: number): Way | null {
  const room = Math.min(right === 0 ? Infinity : variant.files - 1, forward === 0 ? Infinity : variant.ranks - 1);
  const at = {
    file: right > 0 ? room : right < 0 ? variant.files - 1 - room : Math.floor(variant.files / 2),
    rank: forward > 0 ? room : forward < 0 ? variant.ranks - 1 - room : Math.floor(variant.ranks / 2),
  };
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
  const middle = { file: Math.floor(variant.files / 2), rank: Math.floor(variant.ranks / 2) };
  const slides = LINES.flatMap(([right, forward]) => slide(variant, kind, right, forward) ?? []);
  const steps = [...from(variant, kind, middle).values()].filter(({ right, forward, move, take }) => !slides.some((line) => {
    const count = Math.max(Math.abs(right), Math.abs(forward));
    return line.right * count === right && line.forward * count === forward && line.move >= move && line.take >= take;
  }));
  return { steps, slides };
}
