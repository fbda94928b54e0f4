// Graph.tsx: the evaluation of a game as a graph, with the lines at the position on the board.

import { t } from '../words';
import { chanceOf, LINE_MOVES, lineInWords, moveOfLine, scoreInWords } from './score';

/** What an engine says about a position. */
export interface Evaluated {
  /** The number of moves before it. */
  ply: number;
  /** For Black, in hundredths of a pawn. */
  score_cp: number | null;
  /** The line in USI. */
  line: string;
  mark?: string;
}

const WIDTH = 300;
const HEIGHT = 100;

const heightOf = (score: number): number => HEIGHT - 3 - chanceOf(score) * (HEIGHT - 6);

export interface GraphProps {
  positions: readonly Evaluated[];
  /** The number of moves of the game. */
  count: number;
  /** The number of moves on the board. */
  at: number;
  onGo(at: number): void;
  /** A line from the position on the board in the notation of the list of moves. */
  write(line: readonly string[]): readonly string[];
}

export function Graph({ positions, count, at, onGo, write }: GraphProps) {
  const across = (ply: number): number => (ply / Math.max(1, count)) * WIDTH;
  const known = new Map<number, number>();
  for (const { ply, score_cp } of positions) if (score_cp !== null && !known.has(ply)) known.set(ply, score_cp);
  const scores = [...known].sort(([a], [b]) => a - b);
  const here = positions.filter(({ ply }) => ply === at);
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('Evaluation of the game: above the middle, Black is better')}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          onGo(Math.min(count, Math.max(0, Math.round(((event.clientX - box.left) / box.width) * count))));
        }}>
        <path class="middle" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        <path class="here" d={`M${across(at)} 0V${HEIGHT}`} />
        <polyline points={scores.map(([ply, score]) => `${across(ply).toFixed(1)},${heightOf(score).toFixed(1)}`).join(' ')} />
        {scores.filter(([ply]) => !known.has(ply - 1) && !known.has(ply + 1)).map(([ply, score]) => (
          <circle key={`alone ${ply}`} cx={across(ply)} cy={heightOf(score)} r="2" />
        ))}
        {positions.filter(({ mark }) => mark).map(({ ply, score_cp, mark }) => (
          <circle key={ply} class={mark === '??' ? 'grave' : ''} cx={across(ply)} cy={heightOf(score_cp ?? 0)} r="3" />
        ))}
      </svg>
      <ul class="lines" aria-label={t('Lines of the engine')}>
        {here.map(({ score_cp, line }, i) => (
          <li key={i} class="said">{score_cp !== null && scoreInWords(score_cp)}
            {line && <span class="quiet"> {line === 'win' ? moveOfLine(line)
              : lineInWords(write(line.split(' ', LINE_MOVES)), at + 1)}</span>}</li>
        ))}
      </ul>
    </>
  );
}
