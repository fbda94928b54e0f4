// reach.ts: where a piece can move on an otherwise empty board, by the rules.
//
// Directions are as its player sees them: right and forward.  Moves that need another piece, such as hops, are not found.

import type { Ride } from '../../../src/wasm/shoogi.mjs';
import type { DrawableVariant } from './drawableVariant';
import { parse } from './moves';
import { squareName } from './squares';

export interface Way {
  right: number;
  forward: number;
  /** Whether it may move there without capture, and whether it may capture there. */
  move: boolean;
  take: boolean;
}

export interface Reach {
  /** One step, repeated up to its reach. */
  rides: readonly Ride[];
  /** Nearby squares that no ride reaches: by several steps of one turn, or by a move to anywhere. */
  turns: readonly Way[];
}

/** The distance up to which squares outside rides are shown; the text describes the rest. */
const AROUND = 3;

/** The length of a step. */
export const distance = ({ right, forward }: { right: number; forward: number }): number => Math.max(Math.abs(right), Math.abs(forward));

/** A ride that jumps over the squares between. */
export const isJump = (ride: Ride): boolean => distance(ride) > 1;

/** Whether a ride reaches a square with the same kinds of move. */
function leads(ride: Ride, to: Way): boolean {
  const steps = distance(to) / distance(ride);
  return Number.isInteger(steps) && (ride.reach === 0 || steps <= ride.reach) &&
    ride.right * steps === to.right && ride.forward * steps === to.forward && ride.move >= to.move && ride.take >= to.take;
}

/** Removes rides that another ride covers: a rook's single step adds nothing to its slide. */
function distinct(all: readonly Ride[]): Ride[] {
  const same = (a: Ride, b: Ride) => a.right === b.right && a.forward === b.forward && a.reach === b.reach;
  const joined: Ride[] = [];
  for (const ride of all) {
    const known = joined.find((one) => same(one, ride));
    if (known) {
      known.move ||= ride.move;
      known.take ||= ride.take;
    } else joined.push({ ...ride });
  }
  return joined.filter((ride) => !joined.some((other) => other !== ride && !same(other, ride) && distance(other) === distance(ride) &&
    leads({ ...other, reach: 0 }, ride) && (other.reach === 0 || (ride.reach !== 0 && other.reach >= ride.reach))));
}

interface Place {
  file: number;
  rank: number;
}

/** The square with most room around it, and of those the nearest to the middle. */
function roomiest(variant: DrawableVariant): Place {
  const { files, ranks } = variant;
  const has = (file: number, rank: number) =>
    file >= 0 && rank >= 0 && file < files && rank < ranks && variant.hasSquare(file, rank);
  const around = [-2, -1, 0, 1, 2].flatMap((x) => [-2, -1, 0, 1, 2].map((y) => [x, y] as const));
  let best = { at: { file: 0, rank: 0 }, room: -1, off: 0 };
  for (let file = 0; file < files; file++)
    for (let rank = 0; rank < ranks; rank++) {
      if (!has(file, rank)) continue;
      // A step needs its square more than a jump does.
      const room = around.reduce((sum, [x, y]) => sum + (has(file + x, rank + y) ? (x * x + y * y < 3 ? 100 : 1) : 0), 0);
      const off = Math.abs(file - Math.floor(files / 2)) + Math.abs(rank - Math.floor(ranks / 2));
      if (room > best.room || (room === best.room && off < best.off)) best = { at: { file, rank }, room, off };
    }
  return best.at;
}

/** The nearby squares that a lone Black piece reaches. */
function around(variant: DrawableVariant, kind: number, at: Place): Way[] {
  const ways: Way[] = [];
  const position = variant.start(lonePieceSfen(variant, variant.kinds[kind]?.id ?? '', at));
  try {
    const ends = new Set(position.moves().map((move) => parse(move).path.at(-1)));
    for (let right = -AROUND; right <= AROUND; right++) {
      for (let forward = -AROUND; forward <= AROUND; forward++) {
        const [file, rank] = [at.file - right, at.rank - forward];
        const inside = file >= 0 && rank >= 0 && file < variant.files && rank < variant.ranks;
        if (!inside || !variant.hasSquare(file, rank) || (right === 0 && forward === 0)) continue;
        const [move, take] = [ends.has(squareName(file, rank)), position.isAttacked(file, rank, 'black')];
        if (move || take) ways.push({ right, forward, move, take });
      }
    }
  } finally {
    position.free();
  }
  return ways;
}

/** The SFEN of a board with one piece. */
function lonePieceSfen(variant: DrawableVariant, id: string, at: Place): string {
  const cells = (rank: number): string => {
    if (rank !== at.rank) return String(variant.files);
    const [left, right] = [variant.files - 1 - at.file, at.file];
    const comma = variant.kinds.some((kind) => (kind?.id.replace('+', '').length ?? 0) > 1) ? ',' : '';
    return [left > 0 ? String(left) : '', id, right > 0 ? String(right) : ''].filter((part) => part !== '').join(comma);
  };
  return `${Array.from({ length: variant.ranks }, (_, rank) => cells(rank)).join('/')} b - 1`;
}

const known = new WeakMap<DrawableVariant, { middle: Place; kinds: Map<number, Reach> }>();

export function reach(variant: DrawableVariant, kind: number): Reach {
  let game = known.get(variant);
  if (!game) known.set(variant, (game = { middle: roomiest(variant), kinds: new Map() }));
  let found = game.kinds.get(kind);
  if (!found) {
    const rides = distinct(variant.rides(kind));
    // One ride may allow the move to a square and another the capture on it.
    const turns = around(variant, kind, game.middle).filter((way) =>
      (way.move && !rides.some((ride) => leads(ride, { ...way, take: false }))) ||
      (way.take && !rides.some((ride) => leads(ride, { ...way, move: false }))));
    game.kinds.set(kind, (found = { rides, turns }));
  }
  return found;
}

const NO_REACH: Reach = { rides: [], turns: [] };

/** The same; nothing for a board without rules. */
export function reachIfKnown(variant: DrawableVariant, kind: number): Reach {
  try {
    return reach(variant, kind);
  } catch {
    return NO_REACH;
  }
}
