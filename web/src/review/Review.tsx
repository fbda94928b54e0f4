// Review.tsx: the analysis of a finished game: how it is made, its graph, how well both played, and their mistakes.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { Button } from '../design/parts';
import { say } from '../liveRegion';
import { Graph } from '../play/Graph';
import { shownName } from '../playerName';
import { colourName, other, signOf } from '../sides';
import { t } from '../words';
import { mistakesOf, type Mistakes } from './mistakes';
import type { Review as Reviewing } from './review';
import { MARKS, playOf, type Judged } from './verdict';
import './review.css';

export interface ReviewProps {
  review: Reviewing;
  /** The number of analysed moves. */
  count: number;
  /** The number of moves on the board. */
  at: number;
  names: Readonly<Record<Colour, string>>;
  /** The reader's side; null for others. */
  mine: Colour | null;
  onGo(at: number): void;
  /** A line from the position on the board, in the reader's notation. */
  write(line: readonly string[]): readonly string[];
  /** The other source of an analysis, beside the engine of this browser. */
  other?: ComponentChildren;
  /** Buttons below the analysis for other uses of the game. */
  children?: ComponentChildren;
}

/** The English words are those of `shoogi analyse`. */
const NAMES = () => ({ '?!': t('dubious'), '?': t('mistakes'), '??': t('blunders') });
const COLOURS = ['black', 'white'] as const;

export function Review({ review, count, at, names, mine, onGo, write, other: otherWay, children }: ReviewProps) {
  const { own, positions, judged, mistakes, before } = review;
  const whole = !own.running && positions.length > 0;
  const ran = useRef(false);
  useEffect(() => {
    if (ran.current && !own.running && positions.length > count) say(t('The game is analysed.'));
    ran.current = own.running;
  }, [own.running]);
  return (
    <section class="analysis" id="analysis" aria-label={t('Analysis')}>
      {positions.length > 0 && (
        <Graph positions={positions} judged={judged} count={count} at={at - before} quiet={mistakes.one !== null}
          onGo={(ply) => onGo(ply + before)} write={write} />
      )}
      {own.running ? (
        <p role="group" aria-label={t('Analysis')} class="row">
          <progress max={count + 1} value={own.positions.length} aria-label={t('Analysed positions')} />
          <span class="quiet">{t('{done} of {all} positions', { done: own.positions.length, all: count + 1 })}</span>
          <Button onClick={own.stop}>{t('Stop')}</Button></p>
      ) : positions.length <= count && (
        <p class="actions"><Button kind={positions.length === 0 && mine === null ? 'primary' : 'plain'} onClick={own.start}>{t('Analyse with the engine of this browser')}</Button></p>
      )}
      {otherWay}
      {own.fault && <p role="alert" class="fault">{t('The engine has failed: {fault}', { fault: own.fault })}</p>}
      {whole && judged.length > 0 && <Accuracy judged={judged} names={names} />}
      <div class="actions">
        {whole && !mistakes.one && <Begin judged={judged} mine={mine} names={names} mistakes={mistakes} />}
        {children}
      </div>
    </section>
  );
}

function Accuracy({ judged, names }: { judged: readonly Judged[]; names: Readonly<Record<Colour, string>> }) {
  return (
    <div class="table-wide">
      <table class="grid accuracy">
        <thead><tr>
          <th scope="col">{t('Player')}</th><th scope="col">{t('Accuracy')}</th>
          {MARKS.map((mark) => <th key={mark} scope="col"><abbr title={NAMES()[mark]}>{mark}</abbr></th>)}
        </tr></thead>
        <tbody>{COLOURS.map((colour) => {
          const play = playOf(judged, colour);
          return play && (
            <tr key={colour}>
              <th scope="row">{signOf(colour)} {shownName(names[colour]) || colourName(colour)}</th>
              <td><b>{play.accuracy.toFixed(0)} %</b></td>
              {MARKS.map((mark) => <td key={mark}>{play.marks[mark]}</td>)}
            </tr>
          );
        })}</tbody>
      </table>
    </div>
  );
}

function Begin({ judged, mine, names, mistakes }: { judged: readonly Judged[]; mine: Colour | null; names: Readonly<Record<Colour, string>>; mistakes: Mistakes }) {
  const sides = (mine ? [mine, other(mine)] : COLOURS).filter((side) => mistakesOf(judged, side).length > 0);
  return (
    <>
      {sides.map((side) => (
        <Button key={side} onClick={() => mistakes.begin(side)}>
          {side === mine ? t('My mistakes') : t('Mistakes of {name}', { name: shownName(names[side]) || colourName(side) })} ({mistakesOf(judged, side).length})</Button>
      ))}
    </>
  );
}

/** The mistake in question, if one is; its place is beside the board. */
export const Question = ({ mistakes, write }: { mistakes: Mistakes; write: ReviewProps['write'] }) =>
  mistakes.one && <Asked one={mistakes.one} mistakes={mistakes} write={write} />;

function Asked({ one, mistakes, write }: { one: Judged; mistakes: Mistakes; write: ReviewProps['write'] }) {
  const { number, count, stage, tried } = mistakes;
  const { by, usi, mark, loss, better, ply } = one;
  const [played = usi] = write([usi]);
  const [mine = tried] = tried === '' ? [] : write([tried]);
  const best = write(better.split(' ', 8)).join(' ');
  const words = {
    asks: t('Find a better move on the board.'),
    thinks: t('The engine is looking at {move}.', { move: mine }),
    good: t('{move} is good.', { move: mine }),
    worse: t('{move} is not it. Try again.', { move: mine }),
    shown: t('The engine prefers {line}', { line: best }),
  }[stage];
  const asked = t('{name} played {n}. {move} {mark} and lost {percent} % of the winning chance.', {
    name: colourName(by), n: ply + 1, move: played, mark, percent: Math.round(100 * loss),
  });
  useEffect(() => say(stage === 'asks' ? `${asked} ${words}` : words), [ply, stage]);
  return (
    <div class="question" role="group" aria-label={t('Mistake {number} of {n}', { number, n: count })}>
      <p><b>{number}/{count}</b> {asked}</p>
      <p class={`said ${stage}`}>{words}</p>
      <div class="actions">
        {stage === 'worse' && <Button onClick={mistakes.again}>{t('Try again')}</Button>}
        {stage !== 'shown' && <Button onClick={mistakes.show}>{t('Show the best move')}</Button>}
        {number < count && <Button kind={stage === 'good' || stage === 'shown' ? 'primary' : 'plain'} onClick={mistakes.next}>{t('Next mistake')}</Button>}
        <Button onClick={mistakes.end}>{t('Close')}</Button>
      </div>
    </div>
  );
}

/** Begins the analysis, unless there is one, and leads to it. */
export function analyse({ positions, own }: Reviewing): void {
  if (positions.length === 0 && !own.running) own.start();
  document.getElementById('analysis')?.scrollIntoView({ block: 'nearest' });
}
