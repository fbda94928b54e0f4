// Record.tsx: a record of the library on its board.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Piece, Variant } from '../../../src/wasm/shoogi.mjs';
import type { Played } from '../answers';
import { Board } from '../board/Board';
import { LookPanel } from '../board/LookPanel';
import { isTurned, useLook } from '../board/look';
import { PieceHelp } from '../board/PieceHelp';
import { ReadBoard } from '../board/ReadBoard';
import { EngineLines } from '../engine/EngineLines';
import { useEngineAnalysis } from '../engine/engineAnalysis';
import { Gauge } from '../engine/Gauge';
import { Game } from '../game';
import { useLoad } from '../load';
import { useTitle, type PageProps } from '../navigation';
import { useKeys } from '../play/keys';
import { MoveList } from '../play/MoveList';
import '../play/play.css';
import { definitionOf, variantOf, type Definition } from '../play/rules';
import type { Evaluation } from '../engine/engine';
import { PlayerLink } from '../PlayerLink';
import { useReview } from '../review/review';
import { Question, Review } from '../review/Review';
import { recordTitle } from '../recordTitle';
import { endInWords } from '../result';
import { api, inWords } from '../server';
import { useNotation, useSetting } from '../settings';
import { storedTitle } from '../rules/title';
import { Share } from '../Share';
import { listed, t, tx } from '../words';

interface RecordAnswer {
  id: number;
  by: string;
  variant: string;
  definition: number;
  black: string;
  white: string;
  event: string;
  played: string;
  outcome: string;
  /** What engines say in its comments. */
  evaluations: readonly Evaluation[];
}

/** "sfen ... moves ..." or "startpos moves ...", as in USI; a word without a number, such as resign, is an end. */
export function readUsi(line: string): { start: string | null; moves: readonly string[] } {
  const [position = '', moves = ''] = line.replace(/^position /, '').split(/ ?\bmoves\b ?/);
  return { start: /^sfen /.test(position) ? position.slice('sfen '.length).trim() : null, moves: moves.split(/\s+/).filter((word) => /\d/.test(word)) };
}

async function load(id: string) {
  const record = await api.get<RecordAnswer>(`/api/records/${encodeURIComponent(id)}`);
  const [variant, definition, answer] = await Promise.all([variantOf(record.definition), definitionOf(record.definition), fetch(`/records/${record.id}.usi`)]);
  if (!answer.ok) throw new Error(String(answer.status));
  const [first = ''] = (await answer.text()).split('\n').filter((line) => /^(position |startpos|sfen )/.test(line));
  return { record, variant, definition, ...readUsi(first) };
}

export default function Record({ place }: PageProps) {
  const id = place.rest[0] ?? '';
  const { value, error } = useLoad(() => load(id), id);
  const title = t('Record {id}', { id });
  useTitle(value ? `${value.record.black || '?'} - ${value.record.white || '?'}` : title);
  if (error) return <><h1>{title}</h1><p role="alert" class="fault">{inWords(error)}</p><p><a href="/games">{t('Look at finished games')}</a></p></>;
  return value ? <Shown {...value} ply={place.query.get('ply')} /> : <p class="waiting">{t('Loading')}</p>;
}

interface ShownProps {
  record: RecordAnswer;
  variant: Variant;
  definition: Definition;
  start: string | null;
  moves: readonly string[];
  ply: string | null;
}

function Shown({ record, variant, definition, start, moves, ply }: ShownProps) {
  const look = useLook();
  const notation = useNotation();
  const [inspected, setInspected] = useState<Piece | null>(null);
  const [at, setAt] = useState<number | null>(() => (ply !== null && /^\d+$/.test(ply) ? Number(ply) : null));
  const [whole, board] = useMemo(() => [new Game(variant, start), new Game(variant, start)] as const, [variant, start]);
  useEffect(() => () => {
    whole.free();
    board.free();
  }, [whole, board]);
  const played = useMemo(() => {
    whole.goTo(moves.map((usi) => ({ usi })));
    return whole.played.map(({ usi, text, colour }, i): Played => ({ number: i + 1, kind: 'move', by: colour, usi, text }));
  }, [whole, moves, notation]);
  const count = played.length;
  const shown = at === null ? count : Math.min(at, count);
  board.goTo(whole.played.slice(0, shown));
  useKeys(count, at, setAt, () => {});
  const { view } = board;
  const turned = isTurned(look, null);
  const { black, white, event, played: date, outcome, by, evaluations } = record;
  const analysis = useEngineAnalysis({ definition: definition.text, ...board.asMoves }, view.result.outcome);
  const [gauge] = useSetting('gauge');
  const reviewed = useMemo(() => ({ definition: definition.text, ...whole.asMoves }), [definition, whole, played]);
  const sides = useMemo(() => played.map(({ by }) => by), [played]);
  const review = useReview({
    game: reviewed, sides, squares: variant.files * variant.ranks, given: evaluations, at: shown, engine: analysis, onGo: setAt,
  });
  const { mistakes } = review;
  const asksFor = mistakes.one && shown === mistakes.one.ply ? mistakes.one.by : null;
  return (
    <div class="beside">
      <Board variant={variant} view={view} turned={turned} movers={asksFor ? [asksFor] : []} arrows={review.arrows}
        onInspect={setInspected} onMove={mistakes.answer}
        gauge={gauge && (analysis.on || review.score !== null) && <Gauge score={review.score} turned={turned} />} />
      <section class="panel">
        <h1>{recordTitle(record)}</h1>
        <p class="quiet">{listed([storedTitle(definition), event, date, outcome && endInWords(outcome)].filter(Boolean))}</p>
        <p class="quiet">{tx('uploaded by {name}', { name: <PlayerLink name={by} /> })}</p>
        {!mistakes.one && <EngineLines analysis={analysis} ply={shown + 1} over={view.result.outcome !== 'none'} write={(line) => board.written(line)} />}
        <Question mistakes={mistakes} write={(line) => board.written(line)} />
        <MoveList moves={played} marks={review.marks} count={count} at={shown} onGo={setAt} />
        <Review review={review} count={count} at={shown} names={{ black, white }} mine={null} onGo={setAt} write={(line) => board.written(line)} />
        <Share base={`/records/${record.id}`} shown="" title={`${black} - ${white}`} definition={record.definition}
          sfen={board.sfen} ply={shown} asMoves={board.asMoves} over />
        <PieceHelp variant={variant} piece={inspected} />
        <ReadBoard variant={variant} view={view} turned={turned} />
        <LookPanel />
      </section>
    </div>
  );
}
