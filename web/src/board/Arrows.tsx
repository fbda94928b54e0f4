// Arrows.tsx: moves drawn on the board as arrows along their squares; a dropped piece stands on its square.

import type { View } from '../game';
import type { DrawableVariant } from './drawableVariant';
import type { PieceSet } from './look';
import { parse } from './moves';
import { PieceView } from './PieceView';
import { CELL, place, squareAt } from './squares';

export interface Arrow {
  /** In USI; one square alone is a ring. */
  usi: string;
  kind: 'best' | 'other' | 'tried' | 'drawn';
}

/** The length of a head, and half its width. */
const HEAD = 42;
const SIDE = 26;

type Point = readonly [x: number, y: number];

/** A line through the points with a head at its end, as an outline. */
function headed(points: readonly Point[]): { line: string; head: string } {
  const [x2, y2] = points.at(-1)!;
  const [x1, y1] = points.at(-2)!;
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / long, (y2 - y1) / long];
  const neck: Point = [x2 - dx * HEAD, y2 - dy * HEAD];
  return {
    line: `M${[...points.slice(0, -1), neck].map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`,
    head: `M${x2.toFixed(1)} ${y2.toFixed(1)}L${(neck[0] - dy * SIDE).toFixed(1)} ${(neck[1] + dx * SIDE).toFixed(1)}L${
      (neck[0] + dy * SIDE).toFixed(1)} ${(neck[1] - dx * SIDE).toFixed(1)}Z`,
  };
}

export interface ArrowsProps {
  arrows: readonly Arrow[];
  variant: DrawableVariant;
  view: View;
  turned: boolean;
  set: PieceSet;
}

export function Arrows({ arrows, variant, view, turned, set }: ArrowsProps) {
  const { files, ranks, side } = view;
  const middle = (square: string): Point => {
    const { file, rank } = squareAt(square);
    const { column, row } = place(file, rank, files, ranks, turned);
    return [(column + 0.5) * CELL.width, (row + 0.5) * CELL.height];
  };
  const drawn = (usi: string) => {
    const { path } = parse(usi);
    const [dropped, points] = path[0]!.endsWith('*') ? [path[0]!.slice(0, -1), path.slice(1).map(middle)] : ['', path.map(middle)];
    const [x, y] = points.at(-1)!;
    if (points.length > 1) {
      const { line, head } = headed(points);
      return <><path d={line} /><path class="head" d={head} /></>;
    }
    const kind = dropped === '' ? 0 : variant.kinds.findIndex((row) => row?.id.toUpperCase() === dropped.toUpperCase());
    return (
      <>
        {kind > 0 && <PieceView variant={variant} piece={{ kind, colour: side }} set={set} upright={(side === 'white') === turned} x={x} y={y} />}
        <circle cx={x} cy={y} r="46" />
      </>
    );
  };
  // The best move comes last, above the others.
  return (
    <g class="arrows" aria-hidden="true">
      {[...arrows].reverse().map(({ usi, kind }, i) => <g key={`${i} ${usi}`} class={`arrow ${kind}`}>{drawn(usi)}</g>)}
    </g>
  );
}
