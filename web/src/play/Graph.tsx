// Graph.tsx: the evaluation of a game as a graph that leads to its moves, with the lines at the position on the board.

import type { Evaluation } from '../engine/engine';
import { byPly, type Judged } from '../review/verdict';
import { listed, t } from '../words';
import { chanceOf, LINE_MOVES, lineInWords, moveOfLine, scoreInWords } from './score';
import '../review/review.css';

/** The drawing is stretched to the width of its place. */
const WIDTH = 1000;
const HEIGHT = 100;
/** At most so many numbers of moves stand below the graph. */
const NUMBERS = 6;
/** The moves that a page key goes on. */
const PAGE = 10;

export interface GraphProps {
  positions: readonly Evaluation[];
  judged?: readonly Judged[];
  /** The number of moves of the game. */
  count: number;
  /** The number of moves on the board. */
  at: number;
  /** Without the lines of the engine, which tell the answer to a question. */
  quiet?: boolean;
  onGo(at: number): void;
  /** A line from the position on the board in the notation of the list of moves. */
  write(line: readonly string[]): readonly string[];
}

/** The distance of the numbers below a graph: 1, 2, 5, 10, 20 ... */
export function stepOf(count: number): number {
  for (let unit = 1; ; unit *= 10)
    for (const step of [unit, 2 * unit, 5 * unit]) if (count / step <= NUMBERS) return step;
}

export function Graph({ positions, judged = [], count, at, quiet = false, onGo, write }: GraphProps) {
  const across = (ply: number): number => ply / Math.max(1, count);
  const down = (score: number): number => 1 - chanceOf(score);
  const percent = (part: number): string => `${(100 * part).toFixed(2)}%`;
  const first = byPly(positions);
  const scores = [...first.values()].flatMap(({ ply, score_cp }) => (score_cp === null ? [] : [[ply, score_cp] as const])).sort(([a], [b]) => a - b);
  const known = new Map(scores);
  const points = scores.map(([ply, score]) => `${(across(ply) * WIDTH).toFixed(1)},${(down(score) * HEIGHT).toFixed(1)}`);
  const here = quiet ? [] : positions.filter(({ ply }) => ply === at);
  const score = known.get(at);
  const step = stepOf(count);
  const to = (ply: number) => onGo(Math.min(count, Math.max(0, ply)));
  const point = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    to(Math.round(((event.clientX - box.left) / box.width) * count));
  };
  const keys: Readonly<Record<string, number>> = { Home: 0, End: count, PageUp: at - PAGE, PageDown: at + PAGE };
  return (
    <>
      <div class="graph">
        <div class="shares" aria-hidden="true">{[100, 50, 0].map((share) => <span key={share}>{share} %</span>)}</div>
        <div class="plot" role="slider" tabIndex={0} aria-label={t('Evaluation of the game: above the middle, Black is better')}
          aria-valuemin={0} aria-valuemax={count} aria-valuenow={at} aria-valuetext={listed([
            t('after move {n}', { n: at }), score === undefined ? t('not evaluated') : scoreInWords(score)])}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            point(event);
          }}
          onPointerMove={(event) => { if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event); }}
          onKeyDown={(event) => {
            const ply = keys[event.key];
            if (ply === undefined) return;
            event.preventDefault();
            to(ply);
          }}>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {points.length > 1 && <polygon points={[`${(across(scores[0]![0]) * WIDTH).toFixed(1)},${HEIGHT}`, ...points,
              `${(across(scores.at(-1)![0]) * WIDTH).toFixed(1)},${HEIGHT}`].join(' ')} />}
            <path class="middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
            <polyline points={points.join(' ')} />
            <path class="here" d={`M${across(at) * WIDTH} 0V${HEIGHT}`} />
          </svg>
          {scores.filter(([ply]) => !known.has(ply - 1) && !known.has(ply + 1)).map(([ply, score]) => (
            <i key={`alone ${ply}`} style={{ left: percent(across(ply)), top: percent(down(score)) }} />
          ))}
          {judged.filter(({ mark }) => mark !== '').map(({ ply, mark }) => (
            <i key={ply} data-mark={mark} style={{ left: percent(across(ply + 1)), top: percent(down(known.get(ply + 1) ?? 0)) }} />
          ))}
        </div>
        <div class="numbers" aria-hidden="true">
          {Array.from({ length: Math.floor(count / step) + 1 }, (_, i) => i * step).map((ply) => (
            <span key={ply} style={{ left: percent(across(ply)) }}>{ply}</span>
          ))}
        </div>
      </div>
      {!quiet && (
        <ul class="lines" aria-label={t('Lines of the engine')}>
          {here.map(({ score_cp, line }, i) => (
            <li key={i} class="said">{score_cp !== null && scoreInWords(score_cp)}
              {line && <span class="quiet"> {line === 'win' ? moveOfLine(line)
                : lineInWords(write(line.split(' ', LINE_MOVES)), at + 1)}</span>}</li>
          ))}
        </ul>
      )}
    </>
  );
}
