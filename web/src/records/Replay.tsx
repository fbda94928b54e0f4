// Replay.tsx: a record on its board: its moves and comments, the engine, and what a page adds.

import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Piece, Variant } from '../../../src/wasm/shoogi.mjs';
import type { Played } from '../answers';
import { Board } from '../board/Board';
import { LookPanel } from '../board/LookPanel';
import { isTurned, naming, useLook } from '../board/look';
import { PieceHelp } from '../board/PieceHelp';
import { ReadBoard } from '../board/ReadBoard';
import type { Evaluation } from '../engine/engine';
import { EngineLines } from '../engine/EngineLines';
import { useEngineAnalysis } from '../engine/engineAnalysis';
import { Gauge } from '../engine/Gauge';
import type { Game } from '../game';
import { useBoard } from '../play/board';
import { useKeys } from '../play/keys';
import { MoveList } from '../play/MoveList';
import { useSpokenSteps } from '../play/spoken';
import '../play/play.css';
import { useReview } from '../review/review';
import { Question, Review } from '../review/Review';
import { useNotation, useSetting } from '../settings';
import { t } from '../words';
import { namesIn, type OwnRecord } from './ownText';
import './records.css';

export interface ReplayProps {
  variant: Variant;
  /** The text of its definition. */
  definition: string;
  /** The definitions that it may be based on. */
  bases?: ReadonlyMap<string, string>;
  record: OwnRecord;
  title: string;
  /** The facts about the game, such as its event and result. */
  about: ComponentChildren;
  evaluations?: readonly Evaluation[];
  /** The number of moves to show first; null: all. */
  ply: string | null;
  /** The button that keeps the record as a study. */
  keep: ComponentChildren;
  /** How it is shared; called with the board and the whole game. */
  share(board: Game, whole: Game): ComponentChildren;
}

const NONE: readonly Evaluation[] = [];
/** A longer game is shown up to here: a list of all its moves would stop the browser. */
const MOVES_MAX = 3000;

export function Replay({ variant, definition, bases, record, title, about, evaluations = NONE, ply, keep, share }: ReplayProps) {
  const look = useLook();
  const notation = useNotation();
  const [inspected, setInspected] = useState<Piece | null>(null);
  const [at, setAt] = useState<number | null>(() => (ply !== null && /^\d+$/.test(ply) ? Number(ply) : null));
  const whole = useBoard(variant, record.start);
  const board = useBoard(variant, record.start);
  const main = useMemo(() => record.main.map((node) => record.nodes[node]!).filter(({ usi }) => usi !== '').slice(0, MOVES_MAX), [record]);
  const played = useMemo(() => {
    whole.goTo(main);
    return whole.played.map(({ usi, text, colour }, i): Played => ({
      number: i + 1, kind: 'move', by: colour, usi, text, ...(main[i]!.time_ms !== undefined && { think_ms: main[i]!.time_ms! }),
      ...(main[i]!.comment !== '' && { comments: [] }),
    }));
  }, [whole, main, notation]);
  const count = played.length;
  const shown = at === null ? count : Math.min(at, count);
  board.goTo(whole.played.slice(0, shown));
  useKeys(count, at, setAt, () => {});
  const { view } = board;
  const turned = isTurned(look, null);
  const engine = useEngineAnalysis({ definition, ...(bases && { bases }), ...board.asMoves }, view.result.outcome);
  const [gauge] = useSetting('gauge');
  const reviewed = useMemo(() => ({ definition, ...(bases && { bases }), ...whole.asMoves }), [definition, bases, whole, played]);
  const sides = useMemo(() => played.map(({ by }) => by), [played]);
  const review = useReview({
    game: reviewed, sides, squares: variant.files * variant.ranks, given: evaluations, at: shown, engine, onGo: setAt,
  });
  const { mistakes } = review;
  const asksFor = mistakes.one && shown === mistakes.one.ply ? mistakes.one.by : null;
  const write = (line: readonly string[]) => board.written(line);
  const { comment } = shown === 0 ? record.nodes[0]! : main[shown - 1]!;
  useSpokenSteps(board, shown, naming(look, variant), [review.marks.get(shown - 1) ?? '', comment].filter(Boolean).join(' '), mistakes.one !== null);
  const ways = record.nodes.filter(({ usi }) => usi !== '').length - count;
  const names = namesIn(record);
  return (
    <div class="beside">
      <Board variant={variant} view={view} turned={turned} movers={asksFor ? [asksFor] : []} arrows={review.arrows}
        onInspect={setInspected} onMove={mistakes.answer}
        gauge={gauge && (engine.on || review.positions.length > 0) && <Gauge score={review.score} turned={turned} />} />
      <section class="panel">
        <h1>{title}</h1>
        {about}
        {!mistakes.one && <EngineLines analysis={engine} ply={shown + 1} over={view.result.outcome !== 'none'} write={write} />}
        <Question mistakes={mistakes} write={write} />
        {comment !== '' && <p class="comment-at">{comment}</p>}
        <MoveList moves={played} marks={review.marks} count={count} at={shown} onGo={setAt} />
        <Review review={review} count={count} at={shown} names={names} mine={null} onGo={setAt} write={write}>{keep}</Review>
        {count === MOVES_MAX && <p class="quiet">{t('Only the first {n} moves are shown.', { n: MOVES_MAX })}</p>}
        {ways > 0 && count < MOVES_MAX && <p class="quiet">{t('The record has variations besides, {n} moves: a study shows them.', { n: ways })}</p>}
        {record.rest !== '' && <details><summary>{t('Text that could not be read')}</summary><pre class="comment-at">{record.rest}</pre></details>}
        {share(board, whole)}
        <PieceHelp variant={variant} piece={inspected} />
        <ReadBoard variant={variant} view={view} turned={turned} />
        <LookPanel />
      </section>
    </div>
  );
}
