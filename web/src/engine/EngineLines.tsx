// EngineLines.tsx: the lines of the engine in the reader's own browser, and its switch.

import { useEffect } from 'preact/hooks';
import { Tick } from '../design/parts';
import { LINE_MOVES, lineInWords, moveOfLine, scoreInWords } from '../play/score';
import { say } from '../liveRegion';
import { useSetting } from '../settings';
import { t, tn } from '../words';
import type { EngineAnalysis } from './engineAnalysis';
import './engine.css';

/** A best move that stands for so long is announced, once. */
const SETTLED_MS = 2000;

export interface EngineLinesProps {
  analysis: EngineAnalysis;
  /** The number of the next move. */
  ply: number;
  over: boolean;
  /** A line of moves in the reader's notation. */
  write(line: readonly string[]): readonly string[];
}

export function EngineLines({ analysis, ply, over, write }: EngineLinesProps) {
  const { on, setOn } = analysis;
  const [gauge, setGauge] = useSetting('gauge');
  const [arrows, setArrows] = useSetting('arrows');
  return (
    <section class="engine-lines" aria-label={t('Engine analysis')}>
      <Tick role="switch" title={t('Engine analysis')} value={on} onChange={setOn} />
      {on && <Tick title={t('Evaluation bar')} value={gauge} onChange={setGauge} />}
      {on && <Tick title={t('Arrows')} value={arrows} onChange={setArrows} />}
      {on && (over ? <p class="quiet">{t('The game is over.')}</p> : <Lines analysis={analysis} ply={ply} write={write} />)}
    </section>
  );
}

function Lines({ analysis, ply, write }: Omit<EngineLinesProps, 'over'>) {
  const { found, done, fault } = analysis;
  const best = found[0];
  const texts = (line: readonly string[]) => (line[0] === 'win' ? line : write(line.slice(0, LINE_MOVES)));
  const move = best && texts(best.moves.slice(0, 1))[0];
  useEffect(() => {
    if (!best || !move) return undefined;
    const timer = setTimeout(() => say(t('Best move: {move}, {score}', { move: moveOfLine(move), score: scoreInWords(best.score_cp) })), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [move, ply]);
  if (fault) return <p role="alert" class="fault">{t('The engine has failed: {fault}', { fault })}</p>;
  if (!best) return <p class="quiet">{t('The engine is thinking.')}</p>;
  return (
    <>
      <p class="said">{scoreInWords(best.score_cp)} <span class="quiet">
        {tn(best.depth, '{n} ply deep', '{n} plies deep')}{done && `. ${t('Search finished.')}`}
      </span></p>
      <ol>
        {found.map(({ line, score_cp, moves }) => (
          <li key={line}><b>{scoreInWords(score_cp)}</b> {lineInWords(texts(moves), ply)}</li>
        ))}
      </ol>
    </>
  );
}
