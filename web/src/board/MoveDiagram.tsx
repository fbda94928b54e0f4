// MoveDiagram.tsx: how a kind of piece moves, as a diagram.

import type { Ride } from '../../../src/wasm/shoogi.mjs';
import type { DrawableVariant } from './drawableVariant';
import { distance, isJump, reachIfKnown, type Way } from './reach';

const CELL = 20;

/** The squares of a ride, up to a number of squares away. */
const squares = ({ right, forward, reach }: Ride, far: number): readonly { right: number; forward: number }[] =>
  Array.from({ length: Math.min(reach || far, Math.floor(far / distance({ right, forward }))) }, (_, i) =>
    ({ right: right * (i + 1), forward: forward * (i + 1) }));

/** Seen from the piece's own side, on a board of at least 5x5.  Words stand beside it. */
export function MoveDiagram({ variant, kind }: { variant: DrawableVariant; kind: number }) {
  const { rides, turns } = reachIfKnown(variant, kind);
  const most = Math.max(variant.files, variant.ranks) - 1;
  // One square beyond a jump is shown, so that a line is seen to continue.
  const far = Math.min(most, Math.max(2, ...turns.map(distance), ...rides.map((ride) =>
    (isJump(ride) ? distance(ride) * (ride.reach || 2) + 1 : ride.reach))));
  const side = (2 * far + 1) * CELL;
  const ends = ({ reach }: Ride) => reach === 1 || (reach !== 0 && reach < most);
  const at = (by: number) => (far + by) * CELL + CELL / 2;
  const mark = (kind: keyof typeof MARKS, way: Way, { right, forward }: { right: number; forward: number } = way) => (
    <path key={`${kind} ${right},${forward}`} class={how(way)} transform={`translate(${at(right)} ${at(-forward)})`} d={MARKS[kind]} />
  );
  return (
    <svg class="moves-of" viewBox={`-1 -1 ${side + 2} ${side + 2}`} aria-hidden="true">
      <path class="grid" d={Array.from({ length: 2 * far + 2 }, (_, i) => `M${i * CELL} 0V${side}M0 ${i * CELL}H${side}`).join('')} />
      {rides.filter((ride) => !isJump(ride) && ride.reach !== 1).map((ride) => {
        const last = ends(ride) ? ride.reach : far + 0.4;
        return (
          <line key={`${ride.right},${ride.forward},${ride.reach}`} class={how(ride)} x1={at(ride.right * 0.6)} y1={at(-ride.forward * 0.6)}
            x2={at(ride.right * last)} y2={at(-ride.forward * last)} />
        );
      })}
      {rides.filter((ride) => !isJump(ride) && ends(ride)).map((ride) => mark('step', ride, squares(ride, far).at(-1)))}
      {turns.map((way) => mark('turn', way))}
      {rides.filter(isJump).flatMap((ride) => squares(ride, far).map((to) => mark('jump', ride, to)))}
      <path class="self" d={`M${at(0)} ${at(0) - 8} ${at(0) + 6} ${at(0) + 7}H${at(0) - 6}Z`} />
    </svg>
  );
}

/** As in the diagrams of /help/: a step, a jump, several steps of one turn. */
const MARKS = {
  step: 'M-5 0a5 5 0 0 0 10 0a5 5 0 0 0-10 0Z',
  jump: 'M0-7 7 0 0 7-7 0Z',
  turn: 'M-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4Z',
} as const;

function how({ move, take }: Way): string {
  return move && take ? 'both' : move ? 'move' : 'take';
}

/** A small picture shows two classes only: slides, and single squares. */
function apart(variant: DrawableVariant, kind: number): { slides: readonly Way[]; steps: readonly Way[] } {
  const { rides, turns } = reachIfKnown(variant, kind);
  const slides = rides.filter((ride) => !isJump(ride) && ride.reach !== 1);
  return { slides, steps: [...rides.filter((ride) => !slides.includes(ride)), ...turns] };
}

/** Marks on a piece: rays for slides, dots for steps, rings for jumps. */
export function Sign({ variant, kind }: { variant: DrawableVariant; kind: number }) {
  const { slides, steps } = apart(variant, kind);
  const scale = (by: number) => Math.sign(by) * (Math.abs(by) > 1 ? 23 : 13);
  return (
    <g class="sign" transform="scale(1.22)">
      <circle class="centre" r={4} />
      {slides.map((way) => (
        <line key={`${way.right},${way.forward}`} class={how(way)} x1={way.right * 6} y1={-way.forward * 6}
          x2={way.right * 24} y2={-way.forward * 24} />
      ))}
      {steps.filter((way) => distance(way) <= 2).map((way) => (
        <circle key={`${way.right},${way.forward}`} class={how(way)} cx={scale(way.right)} cy={-scale(way.forward)}
          r={distance(way) > 1 ? 3 : 4} />
      ))}
    </g>
  );
}

const AROUND = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]] as const;

/** A star on a piece: a long arm for each slide, a short one for each step, and a diamond for each jump. */
export function Figure({ variant, kind }: { variant: DrawableVariant; kind: number }) {
  const { slides, steps } = apart(variant, kind);
  const has = (ways: readonly Way[], [right, forward]: readonly [number, number]) =>
    ways.some((way) => way.right === right && way.forward === forward);
  const corners = AROUND.flatMap((line, i) => {
    const far = has(slides, line) ? 33 : has(steps, line) ? 19 : 0;
    const [tip, angle] = [far * (line[0] !== 0 && line[1] !== 0 ? 0.9 : 1), (i * Math.PI) / 4];
    const corner = (length: number, turn: number) =>
      `${(Math.sin(turn) * length).toFixed(1)} ${(-Math.cos(turn) * length).toFixed(1)}`;
    return far === 0 ? [corner(7, angle)]
      : [corner(7, angle - 0.39), corner(tip, angle - 0.09), corner(tip, angle + 0.09), corner(7, angle + 0.39)];
  });
  const leaps = steps.filter((way) => distance(way) === 2);
  return (
    <>
      <path class="full" d={`M${corners.join('L')}Z`} />
      {leaps.map(({ right, forward }) => (
        <path key={`${right},${forward}`} class="full" d={`M${right * 12.5} ${-forward * 12.5 - 6}l5 6-5 6-5-6Z`} />
      ))}
    </>
  );
}
