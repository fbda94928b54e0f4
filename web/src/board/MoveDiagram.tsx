// MoveDiagram.tsx: how a kind moves, as a diagram.

import type { Men } from './faces';
import { t } from '../words';
import { reachIfKnown, type Way } from './reach';

const CELL = 20;

/** Seen from the man's own side; a board just large enough, of 5 squares a side at least. */
export function MoveDiagram({ variant, kind }: { variant: Men; kind: number }) {
  const { steps, slides } = reachIfKnown(variant, kind);
  const far = Math.max(2, ...steps.map(({ right, forward }) => Math.max(Math.abs(right), Math.abs(forward))));
  const side = (2 * far + 1) * CELL;
  const at = (by: number) => (far + by) * CELL + CELL / 2;
  return (
    <svg class="moves-of" viewBox={`-1 -1 ${side + 2} ${side + 2}`} role="img" aria-label={inWords(steps, slides)}>
      {Array.from({ length: (2 * far + 1) ** 2 }, (_, i) => (
        <rect key={i} x={(i % (2 * far + 1)) * CELL} y={Math.floor(i / (2 * far + 1)) * CELL} width={CELL} height={CELL} />
      ))}
      {slides.map((way) => (
        <line key={`${way.right},${way.forward}`} class={how(way)} x1={at(way.right * 0.6)} y1={at(-way.forward * 0.6)}
          x2={at(way.right * (far + 0.4))} y2={at(-way.forward * (far + 0.4))} />
      ))}
      {steps.map((way) => (
        <circle key={`${way.right},${way.forward}`} class={how(way)} cx={at(way.right)} cy={at(-way.forward)} r={5} />
      ))}
      <path class="self" d={`M${at(0)} ${at(0) - 8} ${at(0) + 6} ${at(0) + 7}H${at(0) - 6}Z`} />
    </svg>
  );
}

function how({ move, take }: Way): string {
  return move && take ? 'both' : move ? 'move' : 'take';
}

/** The diagram for those who do not see it. */
function inWords(steps: readonly Way[], slides: readonly Way[]): string {
  const only = (way: Way, goes: string) => (way.move && way.take ? goes
    : way.move ? t('{goes} without taking', { goes }) : t('{goes} only to take', { goes }));
  const words = [
    ...slides.map((way) => only(way, t('slides {direction}', { direction: direction(way) }))),
    ...steps.map((way) => only(way, Math.max(Math.abs(way.right), Math.abs(way.forward)) === 1
      ? t('steps {direction}', { direction: direction(way) }) : t('goes to {place}', { place: offset(way) }))),
  ];
  return words.length > 0 ? words.join('; ') : t('does not move on an empty board');
}

function direction({ right, forward }: Way): string {
  if (forward > 0) return right > 0 ? t('forward right') : right < 0 ? t('forward left') : t('forward');
  if (forward < 0) return right > 0 ? t('backward right') : right < 0 ? t('backward left') : t('backward');
  return right > 0 ? t('right') : t('left');
}

function offset({ right, forward }: Way): string {
  const ahead = forward > 0 ? t('{n} forward', { n: forward }) : t('{n} backward', { n: -forward });
  const aside = right > 0 ? t('{n} right', { n: right }) : t('{n} left', { n: -right });
  return right === 0 ? ahead : forward === 0 ? aside : t('{ahead} and {aside}', { ahead, aside });
}

/** Marks within a man: rays for slides, points for steps, rings for leaps. */
export function Sign({ variant, kind }: { variant: Men; kind: number }) {
  const { steps, slides } = reachIfKnown(variant, kind);
  const scale = (by: number) => Math.sign(by) * (Math.abs(by) > 1 ? 23 : 13);
  return (
    <g class="sign" transform="scale(1.22)">
      <circle class="centre" r={4} />
      {slides.map((way) => (
        <line key={`${way.right},${way.forward}`} class={how(way)} x1={way.right * 6} y1={-way.forward * 6}
          x2={way.right * 24} y2={-way.forward * 24} />
      ))}
      {steps.filter(({ right, forward }) => Math.max(Math.abs(right), Math.abs(forward)) <= 2).map((way) => (
        <circle key={`${way.right},${way.forward}`} class={how(way)} cx={scale(way.right)} cy={-scale(way.forward)}
          r={Math.max(Math.abs(way.right), Math.abs(way.forward)) > 1 ? 3 : 4} />
      ))}
    </g>
  );
}

const AROUND = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]] as const;

/** A star within a man: a long arm for each slide, a short one for each step, and a diamond for each leap. */
export function Figure({ variant, kind }: { variant: Men; kind: number }) {
  const { steps, slides } = reachIfKnown(variant, kind);
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
  const leaps = steps.filter(({ right, forward }) => Math.max(Math.abs(right), Math.abs(forward)) === 2);
  return (
    <>
      <path class="full" d={`M${corners.join('L')}Z`} />
      {leaps.map(({ right, forward }) => (
        <path key={`${right},${forward}`} class="full" d={`M${right * 12.5} ${-forward * 12.5 - 6}l5 6-5 6-5-6Z`} />
      ))}
    </>
  );
}
