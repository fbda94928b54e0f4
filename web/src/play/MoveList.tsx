// MoveList.tsx: the moves of a game with their times, and buttons to replay them.

import { useEffect, useRef } from 'preact/hooks';
import type { Played } from '../answers';
import { Steps } from '../board/Steps';
import { Button } from '../design/parts';
import { handicapInWords } from '../handicap';
import { colourName } from '../sides';
import { briefly } from '../timeInWords';
import { t } from '../words';

export interface MoveListProps {
  moves: readonly Played[];
  /** Marks of moves by their place in the list, such as "?". */
  marks?: ReadonlyMap<number, string>;
  /** The number of moves that a board can show; a resignation may follow them. */
  count: number;
  /** The number of moves on the board. */
  at: number;
  /** null: the latest move, and those to come. */
  onGo(at: number | null): void;
  /** A handicap in words; null for other moves. */
  handicap?(move: string): string | null;
}

const remarks = ({ comments = [] }: Played): string | undefined =>
  comments.map(({ text }) => text).join('\n') || undefined;

/** A thinking time: "4s", "1:20". */
function thought(ms: number): string {
  const s = Math.round(ms / 1000);
  if (s < 60) return briefly(s, 's');
  if (s < 3600) return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
  return s < 86400 ? briefly(Math.round(s / 3600), 'h') : briefly(Math.round(s / 86400), 'd');
}

export function MoveList({ moves, marks, count, at, onGo, handicap = handicapInWords }: MoveListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[aria-current]');
    // Scrolls the list only, not the page.
    if (box && current) box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2;
  }, [at, moves.length]);

  const go = (to: number) => onGo(to >= count ? null : Math.max(0, to));
  const wheel = (event: WheelEvent) => {
    if (event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    go(at + Math.sign(event.deltaY));
  };
  const latest = at === count;
  // In a record without times the moves have no time, or all have zero.
  const timed = moves.some(({ think_ms = 0 }) => think_ms > 0);
  return (
    <section aria-label={t('Moves')}>
      <ol class="moves played" ref={list} tabIndex={0} aria-label={t('Moves played')}>
        {moves.map((move, i) => (
          <li key={i}>
            <Button kind="bare" aria-current={at === i + 1 ? 'step' : undefined}
              onClick={() => go(i + 1)} title={remarks(move)}>
              {handicap(move.text) ?? move.text}{marks?.has(i) && <b class="mark" data-mark={marks.get(i)}> {marks.get(i)}</b>}{move.comments && <span aria-hidden="true"> *</span>}
              {timed && move.think_ms !== undefined && <small> {thought(move.think_ms)}</small>}
            </Button>
          </li>
        ))}
      </ol>
      {moves.slice(Math.max(0, at - 1), latest ? moves.length : at).flatMap(({ comments = [] }) => comments).map(({ by, text }, i) => (
        <p key={i} class="remark"><b>{colourName(by)}: </b>{text}</p>
      ))}
      <div class="replay" role="group" aria-label={t('Replay')} onWheel={wheel}>
        <Steps at={at} last={count} onGo={go} live keys={[',', '.']} />
      </div>
    </section>
  );
}
