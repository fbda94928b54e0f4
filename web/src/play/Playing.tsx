// Playing.tsx: a game on its board, with all functions for players and spectators.

import { useMemo, useRef, useState } from 'preact/hooks';
import type { Colour, Piece, Variant } from '../../../src/wasm/shoogi.mjs';
import { changesBoard, latestOf, sideOf, type GameAnswer, type Played } from '../answers';
import { Board } from '../board/Board';
import { LookPanel } from '../board/LookPanel';
import { isTurned, naming, useLook } from '../board/look';
import { PieceHelp } from '../board/PieceHelp';
import { EngineLines } from '../engine/EngineLines';
import { useEngineAnalysis } from '../engine/engineAnalysis';
import { Gauge } from '../engine/Gauge';
import { tree } from '../board/moves';
import { ReadBoard } from '../board/ReadBoard';
import { squaresOf } from '../board/squares';
import { TypedMove } from '../board/TypedMove';
import { CopyField } from '../CopyField';
import { Avatar, Button } from '../design/parts';
import { PlayerLink } from '../PlayerLink';
import { shownName } from '../playerName';
import { ownRecordOf, Share } from '../Share';
import type { Game, View } from '../game';
import type { LiveGame } from '../liveGame';
import { handicapInWords, handicapsIn, japanesePiece } from '../handicap';
import { useLoad } from '../load';
import { storedTitle } from '../rules/title';
import { usualTitle } from '../serverGames';
import { go } from '../navigation';
import { say } from '../liveRegion';
import { api, useEvents, useMe } from '../server';
import { KeepAsStudy } from '../study/KeepAsStudy';
import { resultInWords } from '../result';
import type { ReaderNotation } from '../notation';
import { useNotation, useSetting } from '../settings';
import { colourName, other, signOf } from '../sides';
import { useTalkOf } from '../talk';
import { timeInWords } from '../timeInWords';
import { listed, t } from '../words';
import { analyse, Question as AskedMistake } from '../review/Review';
import { Analysis } from './Analysis';
import { Ask } from './Ask';
import { useBoard } from './board';
import { Captured } from './Captured';
import { capturedBy, keepsNone, piecesAt } from './captured';
import { ClockFace } from './ClockFace';
import { useCommands } from './commands';
import { Confirm } from './Confirm';
import { Actions, MoreAfterwards, type ActionsProps } from './Actions';
import { Ended } from './Ended';
import { useKeys, useWheel } from './keys';
import { MoveList } from './MoveList';
import { useGameReview } from './gameReview';
import { Notes } from './Notes';
import { Offers } from './Offers';
import { Plan } from './Plan';
import './play.css';
import { Talk, type Way } from './Talk';
import { useSpokenSteps } from './spoken';
import { definitionOf } from './rules';
import { turnInWords, useAnnouncements } from './announce';
import { useZen } from './zen';
import { PREMOVES_MS, useForPosition, usePremove, usePremoves, type PendingMove } from './premove';

export interface PlayingProps {
  live: LiveGame;
  game: GameAnswer;
  variant: Variant;
  asked: URLSearchParams;
}

/** The words for an entry of the move list that is no move on the board, such as a resignation. */
const saidOf = ({ kind, text }: Played): string =>
  (kind === 'resign' ? t('resigns') : kind === 'illegal' ? t('{move} (illegal)', { move: text.replace(/ \(illegal\)$/, '') }) : text);

/** The moves with their texts in the reader's notation and language; the texts of the server are Western and English. */
function inNotation(board: Game, moves: readonly Played[], notation: ReaderNotation): readonly Played[] {
  const western = notation === 'western';
  if (!western) board.goTo(moves.filter(changesBoard).map(({ usi, text }) => ({ usi: usi ?? text })));
  let made = 0;
  return moves.map((move) => (!changesBoard(move) ? { ...move, text: saidOf(move) } : western ? move : { ...move, text: board.played[made++]!.text }));
}

/** Writes handicaps in the reader's notation and language, by the names that the definition gives to them. */
const handicapsOf = (variant: Variant, definition: string, notation: ReaderNotation): (move: string) => string | null => {
  const named = handicapsIn(definition);
  const sign = (id: string) => variant.kindName(variant.kinds.findIndex((kind) => kind?.id === id), 'white', 'kanji short');
  return (move) => handicapInWords(move, named, notation === 'japanese' ? (id, square) => japanesePiece(sign(id), square) : undefined);
};

const total = (counts: ReadonlyMap<number, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** The second click of a double click is no second order: the button under it may be another by then. */
const once = (event: MouseEvent): void => {
  if (event.detail < 2 || !(event.target as Element).closest('button')) return;
  event.preventDefault();
  event.stopPropagation();
};

export function Playing({ live, game, variant, asked }: PlayingProps) {
  const me = useMe();
  const look = useLook();
  const [confirm] = useSetting('confirm');
  const mine = sideOf(game, me?.name);
  const slow = game.clock === null || game.speed === 'correspondence';

  const [flipped, setFlipped] = useState(false);
  const [at, setAt] = useState<number | null>(() => (/^\d+$/.test(asked.get('ply') ?? '') ? Number(asked.get('ply')) : null));
  const commands = useCommands(live, game);
  const { fault, setFault, answer, question, ask, call, takeBack } = commands;
  const [inspected, setInspected] = useState<Piece | null>(null);

  // The moves that the server knows; the board may also show one being sent or confirmed.
  const notation = useNotation();
  const whole = useBoard(variant, game.start);
  const moves = useMemo(() => inNotation(whole, game.moves, notation), [whole, game.moves, notation]);
  const known = useMemo(() => moves.filter(changesBoard).map(({ usi, text }) => ({ usi: usi ?? text, text })), [moves]);
  const here = latestOf(game);
  const { value: definition } = useLoad(() => definitionOf(game.definition), game.definition);
  const handicap = useMemo(() => handicapsOf(variant, definition?.text ?? '', notation), [variant, definition, notation]);
  const title = definition ? storedTitle(definition) : usualTitle(game.variant);
  const standsStill = game.result !== null || game.adjourned === 'sealed';
  const myTurn = mine !== null && game.turn === mine && !standsStill;
  const theirTurn = mine !== null && game.turn === other(mine) && !standsStill;
  const [draft, setDraft] = useForPosition<PendingMove>(here, myTurn);
  /** The line of conditional moves being entered, from the position on the board. */
  const mayPlan = theirTurn && slow;
  const [line, setLine] = useForPosition<readonly string[]>(here, mayPlan);
  const tip = useBoard(variant, game.start);
  const sketch = useBoard(variant, game.start);
  const latest = line !== null || at === null || at >= known.length;
  const ahead = live.sent ?? (draft && { usi: draft.usi });
  if (latest) tip.goTo([...known, ...(line?.map((usi) => ({ usi })) ?? (ahead ? [ahead] : []))]);
  else tip.goTo(known.slice(0, at));
  const seen = tip.view;

  // The engine of one's own browser is for games that are over, and not where a player has asked that it be left alone.
  const mayAnalyse = game.result !== null && game.analysis !== false;
  const analysis = useEngineAnalysis(mayAnalyse && definition ? { definition: definition.text, ...tip.asMoves } : null, seen.result.outcome);
  const [gauge] = useSetting('gauge');
  const { review, server, whole: entire, count } = useGameReview({
    game: mayAnalyse ? game.id : null, definition: definition?.text, shown: live.shown, board: whole, moves, known,
    at: latest ? known.length : at, engine: analysis, onGo: setAt,
  });
  const { mistakes } = review;
  useSpokenSteps(tip, tip.played.length, naming(look, variant), review.marks.get(tip.played.length - 1) ?? '', !mayAnalyse || mistakes.one !== null);
  const asksFor = mistakes.one && tip.played.length === mistakes.one.ply + review.before ? mistakes.one.by : null;

  const mayMove = latest && myTurn && !live.sent && !draft;
  const report = (words: string) => {
    setFault(words);
    say(words);
  };
  const [premove, setPremove] = usePremove(here, myTurn && !live.sent, game.result !== null, (move) => {
    tip.goTo(known);
    const why = tip.why(move.usi);
    if (why === null) return send({ usi: move.usi, text: tip.writtenMove(move.usi) });
    report(t('Your premove was not possible: {why}', { why }));
  }, ({ text }) => report(t('Your premove was cancelled because the game went back: {move}', { move: text })));
  const premoves = usePremoves(tip, seen, latest && theirTurn && !slow && !premove && !live.sent);
  const view = useMemo<View>(
    () => (premoves && mine ? { ...seen, side: mine, moves: tree(premoves) } : seen), [seen, premoves, mine]);
  const marks = useMemo(() => new Map((premove ? squaresOf(premove.usi) : [])
    .map((name) => [name, new Set(['premove'])])), [premove]);

  const send = (move: PendingMove, comment = '') => {
    setDraft(null);
    commands.send(move, comment);
  };

  const chosen = (move: PendingMove) => {
    if (game.result) return setFault(resultInWords(game.result, game));
    if (!myTurn || live.sent) {
      setPremove(move);
      say(t('Premove set: {move}', { move: move.text }));
      return;
    }
    setFault('');
    if (confirm === 'always' || (confirm === 'slow' && slow)) setDraft(move);
    else send(move);
  };

  /** A move made on the board or typed. */
  const said = (usi: string) => {
    if (line) return setLine([...line, usi]);
    setAt(null);
    chosen({ usi, text: myTurn && !live.sent ? tip.writtenMove(usi) : tip.writtenAhead(usi, PREMOVES_MS) });
  };
  const read = (text: string) => {
    if (line) return tip.typed(text);
    tip.goTo(live.sent ? [...known, live.sent] : known);
    setAt(null);
    return myTurn && !live.sent ? tip.typed(text) : tip.typedAhead(text, PREMOVES_MS);
  };

  useAnnouncements(tip, known, game, mine, naming(look, variant));
  const [zen, setZen] = useZen();
  const changeZen = (on: boolean) => {
    setZen(on);
    say(on ? t('Zen mode. Escape leaves it.') : t('Zen mode is off.'));
  };
  useKeys(known.length, at, setAt, () => {
    if (zen && !premove && !draft) changeZen(false);
    setPremove(null);
    setDraft(null);
  }, () => changeZen(!zen));

  const start = useMemo(() => (keepsNone(variant) ? piecesAt(variant, game.start) : null), [variant, game.start]);
  const captured = useMemo(() => start && {
    black: capturedBy(variant, 'black', start, seen.pieces), white: capturedBy(variant, 'white', start, seen.pieces),
  }, [start, seen.pieces]);
  const turned = isTurned(look, mine) !== flipped;
  const near: Colour = turned ? 'white' : 'black';
  const strip = (colour: Colour) => (
    <div class={`card player ${colour === near ? 'near' : 'far'}${game.turn === colour && !standsStill ? ' turn' : ''}`}>
      <Avatar name={game[colour].name} />
      <span class="who"><strong><PlayerLink name={game[colour].name} /></strong>{' '}
        {game[colour].rating !== undefined && <span class="quiet">{game[colour].rating}</span>}
        <span class="quiet side">{signOf(colour)} {colourName(colour)}</span>
        {captured && <Captured variant={variant} set={look.set} colour={colour} counts={captured[colour]} ahead={total(captured[colour]) - total(captured[other(colour)])} />}</span>
      {game.clock && <ClockFace clock={game.clock} colour={colour} own={colour === mine} onPast={() => void live.fetch()} />}
    </div>
  );
  const table = useWheel(known.length, at, setAt);
  const record = useRef<HTMLDivElement>(null);
  const share = () => {
    const details = record.current?.querySelector<HTMLDetailsElement>('.share');
    if (details) details.open = true;
    details?.querySelector('summary')?.focus({ preventScroll: true });
    (details ?? record.current)?.scrollIntoView({ block: 'center' });
  };
  useTalkOf(game.id, me != null);
  // Nothing else says that a result has become final, and what it has changed, or that the game is deleted.
  useEvents(({ event }) => { if (event === 'notice' && game.result) void live.fetch(); }, [game.result]);
  // The next game of the same two players opens here.
  useEvents(({ event, kind, game: begun }) => {
    if (!game.result || event !== 'game' || kind !== 'begun' || begun === game.id) return;
    void api.get<GameAnswer>(`/api/games/${String(begun)}`).then((other) => {
      if (sideOf(other, game.black.name) && sideOf(other, game.white.name)) go(`/games/${other.id}`);
    }, () => {});
  }, [game.result, game.id]);

  const ways: Way[] = mine !== null
    ? [{ command: 'say', name: t('To your opponent'), fields: { game: game.id } }]
    : me ? [{ command: 'whisper', name: t('To watchers'), fields: { game: game.id } },
      { command: 'kibitz', name: t('To players and watchers'), fields: { game: game.id } }] : [];

  const shownBy = live.shown || (game.key ? `key=${encodeURIComponent(game.key)}` : '');
  const actions: ActionsProps = {
    game, mine, at: latest ? null : at, onCall: (command, fields) => void call(command, fields), onAsk: ask,
    onTakeBack: takeBack, onFlip: () => setFlipped(!flipped), onZen: () => changeZen(true),
  };
  return (
    <div class="playing" ref={table}>
      {strip(other(near))}
      <Board variant={variant} view={view} turned={turned} marks={marks} arrows={review.arrows} onInspect={setInspected}
        movers={asksFor ? [asksFor] : line ? ['black', 'white'] : mine && (mayMove || premoves) ? [mine] : []}
        gauge={mayAnalyse && gauge && (analysis.on || review.positions.length > 0) && <Gauge score={review.score} turned={turned} />}
        {...(premove && { onPoint: () => setPremove(null) })}
        onMove={asksFor ? mistakes.answer : said} />
      {strip(near)}
      <section class="card panel middle">
        <h1 class="sr-only">{t('{variant}: {black} against {white}', {
          variant: title, black: shownName(game.black.name), white: shownName(game.white.name),
        })}</h1>
        <p class="quiet terms">{listed([t('Game {id}', { id: game.id }), title, timeInWords(game.time_control),
          game.rated ? t('rated') : ''].filter(Boolean))}{' '}
          <a href={`/rules/${encodeURIComponent(game.variant)}?definition=${game.definition}`}>{t('Rules of {game}', { game: title })}</a></p>
        {game.comment && <p><q>{game.comment}</q></p>}
        {!standsStill && <p class="said">{turnInWords(seen, mine, game)}</p>}
        {mine && seen.beyond && <p class="quiet">{t('This position has too many legal moves to show on the board. Type your move.')}</p>}
        {fault && <p role="alert" class="fault">{fault}</p>}
        {answer && <p class="said">{answer}</p>}
        {draft && <Confirm name={draft.text}
          onSend={(comment) => send(draft, comment)} onCancel={() => setDraft(null)} />}
        {premove && (
          <p class="waits">{t('Premove: {move}', { move: premove.text })}{' '}
            <Button onClick={() => setPremove(null)}>{t('Cancel')}</Button></p>
        )}
        <AskedMistake mistakes={mistakes} write={(line) => tip.written(line)} />
        {mayPlan && (
          <Plan lines={game.plan ?? []} board={sketch} played={known}
            line={line && tip.played.slice(known.length)}
            onBegin={() => {
              setAt(null);
              setLine([]);
            }}
            onBack={() => setLine(line && line.slice(0, -1))}
            onCancel={() => setLine(null)}
            onKeep={() => {
              const kept = tip.played.slice(known.length).map(({ usi }) => usi).join(' ');
              void call('cond', { moves: kept }).then((done) => { if (done) setLine(null); });
            }}
            onRemove={(moves) => void call('cond', { clear: true, moves: moves.join(' ') })} />
        )}
        <MoveList moves={moves} marks={review.marks} count={known.length} at={latest ? known.length : at} onGo={setAt} handicap={handicap} />
        {mayAnalyse && !mistakes.one && <EngineLines analysis={analysis} ply={tip.played.length + 1} over={seen.result.outcome !== 'none'} write={(line) => tip.written(line)} />}
      </section>
      <div class={`panel acts${mine && !game.result ? ' asks' : ''}`} onClickCapture={once}>
        {!game.result && game.adjourned === 'agreed' && <p class="said" role="status">{t('The next move will be sealed: nobody sees it until the game resumes.')}</p>}
        {!game.result && game.adjourned === 'sealed' && <p class="said" role="status">{t('The game is adjourned, with the next move sealed.')}</p>}
        {game.result ? (
          <Ended game={game} mine={mine} onShare={share} onAnalyse={mayAnalyse ? () => analyse(review) : null}><MoreAfterwards {...actions} /></Ended>
        ) : <Actions {...actions} />}
        {mine && !game.result && <Offers game={game} mine={mine} onCall={actions.onCall} />}
        {!draft && (myTurn || line || (theirTurn && !slow)) && (
          <TypedMove variant={variant} view={view} turned={turned} read={read} onMove={said} />
        )}
      </div>
      {zen && <p class="zen-end"><Button onClick={() => changeZen(false)}>{t('Leave zen mode')}</Button></p>}
      <div class="more">
        {mayAnalyse && (
          <Analysis game={game} review={review} server={server} count={count} at={latest ? known.length : at} mine={mine}
            shown={live.shown} onGo={setAt} write={(line) => tip.written(line)}>
            <KeepAsStudy title={`${game.black.name} - ${game.white.name}`} record={() => ownRecordOf(`/games/${game.id}`, shownBy, game.definition)} />
          </Analysis>
        )}
        <div class="panel" ref={record}>
          {game.key && <CopyField text={`${location.origin}/games/${game.id}?key=${game.key}`} title={t('Link for invited watchers')} />}
          {game.analysis === false && <p class="quiet">{t('A player has asked that this game not be analysed.')}</p>}
          <Share base={`/games/${game.id}`} shown={shownBy}
            definition={game.definition} names={{ black: game.black.name, white: game.white.name }} board={tip} whole={entire ?? tip} embed={`/embed/${game.id}`} over={game.result !== null || mine === null} />
          {me && <Notes game={game.id} />}
          <ReadBoard variant={variant} view={view} turned={turned} />
          <LookPanel />
        </div>
        <div class="panel">
          <Talk title={mine !== null ? t('Chat with your opponent') : t('Chat')} game={game.id}
            kinds={mine !== null ? ['say'] : ['kibitz', 'whisper']} ways={ways} />
          {mine !== null && (
            <details>
              <summary>{t("Watchers' chat")}</summary>
              <Talk title={t("Watchers' chat")} titled game={game.id} kinds={['kibitz']} ways={[]} />
            </details>
          )}
        </div>
        <PieceHelp variant={variant} piece={inspected} />
      </div>
      {question && <Ask question={question} onClose={() => ask(null)} />}
    </div>
  );
}
