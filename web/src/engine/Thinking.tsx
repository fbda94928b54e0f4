// Thinking.tsx: what the engine in the reader's own browser thinks of the position on the board, while he wants to know.

import { useEffect, useState } from 'preact/hooks';
import type { Finding } from '../../../src/wasm/shoogi.mjs';
import { scoreInWords } from '../play/score';
import { say } from '../say';
import { t, tn } from '../words';
import { ask, type Question } from './engine';

const LINES = 3;
/** It is enough then: nobody's battery is to be emptied by a page that was left open. */
const NODES = 50_000_000;
/** What is best for so long is said aloud, once. */
const SETTLED_MS = 2000;
/** So much of a line is shown. */
const MOVES = 12;

export interface ThinkingProps {
  position: Omit<Question, 'ask'>;
  /** The number of the next move. */
  ply: number;
  over: boolean;
}

export function Thinking({ position, ply, over }: ThinkingProps) {
  const [on, turn] = useState(false);
  return (
    <section class="thinking" aria-label={t('Engine')}>
      <label class="tick"><input type="checkbox" role="switch" checked={on} onChange={() => turn(!on)} /> {t('Engine')}</label>
      {on && (over ? <p class="quiet">{t('The game is over here.')}</p>
        : <Lines key={`${position.name} ${position.start} ${position.moves.join(' ')}`} position={position} ply={ply} />)}
    </section>
  );
}

function Lines({ position, ply }: Omit<ThinkingProps, 'over'>) {
  const [found, setFound] = useState<readonly Finding[]>([]);
  const [state, setState] = useState<{ done: boolean; fault: string }>({ done: false, fault: '' });
  useEffect(() => ask({ ...position, ask: { lines: LINES, nodes: NODES } }, (told) => {
    // The lines of a depth come one by one, and each takes the place of the one before it.
    if ('finding' in told) setFound((before) => [...before.slice(0, told.finding.line - 1), told.finding, ...before.slice(told.finding.line)]);
    else setState({ done: true, fault: 'fault' in told ? told.fault : '' });
  }), []);
  const best = found[0];
  const move = best?.western[0];
  useEffect(() => {
    if (!best || !move) return undefined;
    const timer = setTimeout(() => say(t('Best: {move}, {score}', { move, score: scoreInWords(best.score_cp) })), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [move]);
  if (state.fault) return <p role="alert" class="fault">{t('The engine has stopped: {fault}', { fault: state.fault })}</p>;
  if (!best) return <p class="quiet">{t('It is thinking.')}</p>;
  return (
    <>
      <p class="said"><b>{scoreInWords(best.score_cp)}</b> <span class="quiet">
        {tn(best.depth, '{n} ply deep', '{n} plies deep')}{state.done && `. ${t('It has seen enough.')}`}
      </span></p>
      <ol>
        {found.map(({ line, score_cp, western }) => (
          <li key={line}><b>{scoreInWords(score_cp)}</b> {western.slice(0, MOVES).map((text, i) => `${ply + i}. ${text}`).join(' ')}</li>
        ))}
      </ol>
    </>
  );
}
