// Try.tsx: the page to try any game: both sides by hand, or against the engine.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Piece, Shoogi, ShoogiError, Variant } from '../../../src/wasm/shoogi.mjs';
import { moveInWords, stateInWords } from '../board/speech';
import { Board } from '../board/Board';
import { Legend } from '../board/Legend';
import { LookPanel } from '../board/LookPanel';
import { isTurned, naming, useLook } from '../board/look';
import { PieceHelp } from '../board/PieceHelp';
import { PieceTable } from '../board/PieceTable';
import { ReadBoard } from '../board/ReadBoard';
import { TypedMove } from '../board/TypedMove';
import { Area, Button, Select } from '../design/parts';
import { Continue } from '../engine/Continue';
import { Gauge } from '../engine/Gauge';
import { addressOf, FIRST_LEVEL, LEVELS } from '../engine/levels';
import { Opponent, type EngineSide } from '../engine/Opponent';
import { full, TriedClock, TriedTime } from '../engine/TriedClock';
import { TriedBar } from '../engine/TriedBar';
import { TriedMoves } from '../engine/TriedMoves';
import { analyseTried, TriedRecord } from '../engine/TriedRecord';
import { TriedSides } from '../engine/TriedSides';
import { EngineLines } from '../engine/EngineLines';
import { useEngineAnalysis } from '../engine/engineAnalysis';
import { DECLARED, Game } from '../game';
import { openInvent, openWith, type Library } from '../library';
import { useLoad } from '../load';
import { inLanguage } from '../message';
import { useTitle, type PageProps } from '../navigation';
import { say as sayAloud } from '../liveRegion';
import { sfenIn } from '../positions';
import { GameOptions } from '../rules/GameOptions';
import { PieceDemo } from '../rules/PieceDemo';
import { UnknownGame } from '../rules/UnknownGame';
import { gameMeant } from '../rules/names';
import { gamesIn, titleOf } from '../rules/title';
import { inWords, useMe } from '../server';
import { useNotation, useSetting } from '../settings';
import { FreeSwitch, useFreeBoard } from '../setup/FreeBoard';
import { other } from '../sides';
import { idHere, KEPT, keepTried, newId, stayAt, useTriedGames, triedGames, type Clock, type Tried as Kept } from '../tried';
import { t } from '../words';

interface Reading {
  variant: Variant | null;
  faults: readonly ShoogiError[];
}

/** Reads a definition, with all its errors. */
function read(shoogi: Shoogi, text: string): Reading {
  try {
    const variant = shoogi.variant(text, { lenient: true });
    return { variant, faults: variant.faults };
  } catch (error) {
    const { faults } = error as ShoogiError;
    return { variant: null, faults: faults ?? [error as ShoogiError] };
  }
}

/** A game from the position of the URL, or from the start if that is not valid. */
function begin(variant: Variant, sfen: string | null): Game {
  try {
    return new Game(variant, sfen);
  } catch {
    return new Game(variant);
  }
}

/** The reasons of the ends that are no moves, as the server names them. */
const REASONS = { resigned: 'resignation', time: 'time' } as const;

/** A kept game, as far as its moves are still legal. */
function resume(variant: Variant, { sfen, moves, declared, end, colour }: Kept): Game {
  const game = begin(variant, sfen);
  for (const usi of moves) {
    if (game.why(usi) !== null) return game;
    game.play(usi);
  }
  if (declared) game.declare();
  if (end) game.finish(colour, REASONS[end]);
  return game;
}

/** The record that the kept game has become, if nothing has changed since. */
function recordOf(id: string, moves: string, end: Kept['end']): { record?: number } {
  const kept = triedGames().find((game) => game.id === id);
  return kept?.record !== undefined && kept.moves.join(' ') === moves && kept.end === end ? { record: kept.record } : {};
}

/** The engine's level and side by the URL; "?level=3&side=white" gives the reader White. */
function engineSideOf(asked: URLSearchParams): EngineSide {
  const level = Number(asked.get('level'));
  return { level: Number.isInteger(level) && level >= 0 && level <= LEVELS ? level : 0, colour: asked.get('side') === 'white' ? 'black' : 'white' };
}

export default function Try({ place }: PageProps) {
  const own = useRef('');
  // A link within the page makes an entry of the history, but begins no game.
  const id = useMemo(() => (own.current = (idHere() ?? (location.hash !== '' ? own.current : '')) || newId()), [place]);
  useLayoutEffect(() => stayAt(location.href, own.current), [id, place]);
  const { value, error } = useLoad(() => openWith(place.query.get('variant')), place.query.get('variant'));
  if (error) return <p role="alert">{t('The rules could not be loaded. Reload the page to try again. ({error})', { error: String(error) })}</p>;
  return value ? <Tried key={id} own={own} library={value} asked={place.query} /> : <p class="waiting">{t('Loading')}</p>;
}

/** own: the id of the game to continue, if it has been kept, or of a new one; another game of this page changes it. */
function Tried({ own, library, asked }: { own: { current: string }; library: Library; asked: URLSearchParams }) {
  const { shoogi, definitions } = library;
  const [kept] = useState(() => triedGames().find((game) => game.id === own.current && (definitions.has(game.variant) || game.text !== undefined)));
  const [name, setName] = useState(() => {
    const variant = kept?.variant ?? gameMeant(asked.get('variant') ?? 'shogi', definitions);
    return variant !== undefined && definitions.has(variant) ? variant : 'shogi';
  });
  const [text, setText] = useState(() => kept?.text ?? definitions.get(name) ?? '');
  const [clock, setClock] = useState<Clock | undefined>(() => kept?.clock);
  const [end, setEnd] = useState<Kept['end']>(() => kept?.end);
  const edited = text !== definitions.get(name);
  const inventor = useLoad(() => (edited ? openInvent() : new Promise<never>(() => {})), edited).value?.shoogi;
  const reader = edited ? inventor : shoogi;
  const reading = useMemo((): Reading => (reader ? read(reader, text) : { variant: null, faults: [] }), [reader, text]);
  const [, redraw] = useState(0);
  const game = useRef<Game | null>(null);
  const shown = useRef<Variant | null>(null);
  const readText = useRef('');
  const engineText = useRef('');
  const start = useRef<string | null>(null);
  // The last valid definition stays on the board while the text is edited.
  if (reading.variant && shown.current !== reading.variant) {
    game.current?.free();
    shown.current?.free();
    if (shown.current !== null) {
      own.current = newId();
      setEnd(undefined);
      setClock(clock && full(clock));
    }
    start.current = shown.current !== null ? null : kept ? kept.sfen : sfenIn(asked);
    game.current = shown.current === null && kept ? resume(reading.variant, kept) : begin(reading.variant, start.current);
    shown.current = reading.variant;
    readText.current = text;
    // The engine reads no variants.ini.
    engineText.current = edited ? reading.variant.text() : text;
  }
  useEffect(() => () => {
    game.current?.free();
    shown.current?.free();
    game.current = shown.current = null;
  }, []);

  const me = useMe();
  const chosen = useLook();
  useNotation();
  const [engineSide, setEngineSide] = useState((): EngineSide => kept ?? engineSideOf(asked));
  const turned = isTurned(chosen, engineSide.level > 0 ? other(engineSide.colour) : null);
  /** The piece shown alone on the board; 0: the game. */
  const [kind, setKind] = useState(0);
  const [legend, setLegend] = useState(false);
  const [said, setSaid] = useState('');
  const say = (text: string) => {
    setSaid(text);
    sayAloud(text);
  };
  /** Announces what is selected; the page goes on showing whose turn it is. */
  const selected = (text: string) => {
    setSaid('');
    sayAloud(text);
  };
  const [inspected, look] = useState<{ variant: Variant; piece: Piece } | null>(null);

  useTitle(titleOf(name, definitions.get(name) ?? ''));

  const stay = (game: string, { level, colour }: EngineSide) => stayAt(addressOf(game, level, other(colour)), own.current);
  const choose = (chosen: string) => {
    setName(chosen);
    setText(definitions.get(chosen) ?? '');
    setSaid('');
    stay(chosen, engineSide);
  };
  const oppose = (to: EngineSide) => {
    setEngineSide(to);
    stay(name, to);
  };

  const current = game.current;
  /** Shows and announces a move and the new state. */
  const after = (written: string, spoken = written, now: Game = current!) => {
    const state = stateInWords(now.view);
    setSaid(`${written}. ${state}`);
    sayAloud(`${spoken}. ${state}`);
    redraw((count) => count + 1);
  };
  const play = (usi: string) => {
    const { variant, view: before } = current!;
    current!.play(usi);
    after(current!.played.at(-1)!.text, moveInWords(variant, before, current!.view, usi, naming(chosen, variant)));
  };

  const declare = () => {
    current!.declare();
    say(stateInWords(current!.view));
    redraw((count) => count + 1);
  };

  /** Whether there is no room to keep the game; its moves as this window has kept them. */
  const [lost, setLost] = useState(false);
  const latest = useRef<string | null>(null);
  const moves = current?.played.map(({ usi }) => usi).join(' ') ?? '';
  const declared = current?.view.result.reason === DECLARED;
  const keptGames = useTriedGames();
  const stored = keptGames.find(({ id }) => id === own.current);
  // A copy of this window has gone on with the game, or removed it: each window keeps its own.
  const changed = !!latest.current && (stored ? stored.moves.join(' ') !== latest.current : keptGames.length < KEPT);
  // Stores a move before the page shows it, so that a window that is closed at once keeps it.
  useLayoutEffect(() => {
    if (!current) return;
    const { level, colour } = engineSide;
    if (changed && stored) own.current = newId();
    latest.current = moves;
    setLost(!keepTried({
      id: own.current, variant: name, ...(readText.current !== definitions.get(name) && { text: readText.current }), sfen: start.current,
      moves: current.played.map(({ usi }) => usi), level, colour, over: current.view.result.outcome !== 'none', declared,
      ...(end && { end }), ...(clock && { clock }), ...recordOf(own.current, moves, end),
    }));
    if (idHere() !== own.current) stayAt(location.href, own.current);
  }, [current, moves, declared, engineSide, name, end, clock, changed]);

  const over = current !== null && current.view.result.outcome !== 'none';
  const free = useFreeBoard(current?.variant, {
    sfen: () => current!.sfen,
    onReport: say,
    onResume: (sfen) => {
      // Another game begins from the position on the board.
      const next = new Game(current!.variant, sfen);
      current!.free();
      game.current = next;
      own.current = newId();
      start.current = sfen;
      setEnd(undefined);
      after(t('The rules apply again, from this position.'), undefined, next);
    },
  });
  const opposed = current !== null && engineSide.level > 0;
  /** Whether it is the engine's turn. */
  const waits = opposed && free.view === null && current.view.side === engineSide.colour && !over;
  const finish = (why: NonNullable<Kept['end']>) => {
    current!.finish(engineSide.colour, REASONS[why]);
    setEnd(why);
    say(stateInWords(current!.view));
    redraw((count) => count + 1);
  };
  const takeBack = () => {
    if (end) {
      current!.reopen();
      setEnd(undefined);
      return after(t('The game goes on'));
    }
    // Takes back the engine's answer and the reader's move before it.
    const any = current!.undo();
    while (any && opposed && current!.view.side === engineSide.colour && current!.undo());
    if (any) after(t('Move taken back'));
  };
  const beginAgain = () => {
    // A finished game stays among those of this browser.
    if (current!.view.result.outcome !== 'none') own.current = newId();
    current!.reopen();
    while (current!.undo());
    setEnd(undefined);
    setClock(clock && full(clock));
    after(t('New game'));
  };
  const rematch = () => {
    beginAgain();
    oppose({ ...engineSide, colour: other(engineSide.colour) });
  };
  const playComputer = () => {
    oppose({ level: FIRST_LEVEL, colour: other(current!.view.side) });
    // The button goes; the reader is to move.
    document.querySelector<HTMLElement>('[data-square][tabindex="0"]')?.focus();
  };
  const one = current?.variant.kinds[kind] ? kind : 0;
  const here = current && { definition: engineText.current, bases: definitions, ...current.asMoves };
  const analysis = useEngineAnalysis(here, current?.view.result.outcome);
  const [gauge] = useSetting('gauge');

  return (
    <>
      <h1 class="sr-only">{t('Try a game')}</h1>
      <UnknownGame asked={kept ? null : asked.get('variant')} known={definitions} />
      <div class="beside">
        <div class="tools tried-head" role="group" aria-label={t('Settings')}>
          <Select title={t('Game')} name="game" value={name} onChoose={choose}><GameOptions games={gamesIn(definitions)} /></Select>
          {opposed && current.played.length > 0 && (
            <TriedBar state={stateInWords(current.view)} over={over} onResign={() => finish('resigned')} onRematch={rematch}
              onAnalyse={stored && stored.text === undefined ? () => void analyseTried(stored, me?.name ?? '').catch((error: unknown) => say(inWords(error))) : null} />
          )}
        </div>
        {current && one !== 0 && <div class="demo"><PieceDemo variant={current.variant} kind={one} onKind={setKind} /></div>}
        {current && one === 0 && free.view && (
          <Board variant={current.variant} view={free.view} turned={turned} movers={['black', 'white']} onMove={free.onMove} />
        )}
        {current && one === 0 && !free.view && (
          <Board variant={current.variant} view={current.view} turned={turned}
            movers={opposed ? [other(engineSide.colour)] : ['black', 'white']} onSay={selected}
            onInspect={(piece) => look({ variant: current.variant, piece })}
            onMove={play} gauge={analysis.on && gauge && <Gauge score={analysis.score} turned={turned} />} />
        )}
        <section class="panel">
          <p class="said">{said || (current ? stateInWords(current.view) : '')}</p>
          {current && !opposed && !over && !free.view && (
            <Button kind="primary" icon="computer" onClick={playComputer}>
              {current.played.length > 0 || start.current !== null ? t('Play the computer from here') : t('Play the computer')}
            </Button>
          )}
          {opposed && (
            <TriedSides engineSide={engineSide} turn={over ? null : !waits}>
              {clock && current.played.length > 0 && (
                <TriedClock clock={clock} runs={!waits && !over} turn={moves} onSpent={setClock} onPast={() => finish('time')} />
              )}
            </TriedSides>
          )}
          {lost && <p role="alert" class="fault">{t('This browser has no room to keep the game: it is lost when the page is closed. Save its record.')}</p>}
          {current && (
            <TypedMove variant={current.variant} view={current.view} turned={turned}
              read={(typed) => {
                if (waits) throw new Error(t('It is the turn of the computer.'));
                if (over) throw new Error(t('The game is over.'));
                return current.typed(typed);
              }} onMove={play} />
          )}
          {current && <TriedMoves played={current.played} ended={end !== undefined} onUndo={takeBack} onBegin={beginAgain} />}
          {current && here && (
            <Opponent engineSide={engineSide} position={here} asked={waits} onChoose={oppose} onMove={play} onDeclare={declare}
              open={!opposed || current.played.length === 0}>
              {opposed && current.played.length === 0 && <TriedTime clock={clock} onChoose={setClock} />}
            </Opponent>
          )}
          {current && current.played.length === 0 && <Continue titled={(game) => titleOf(game, definitions.get(game) ?? '')} />}
          {current && current.played.length > 0 && stored && <TriedRecord game={stored} />}
          {current && <EngineLines analysis={analysis} ply={current.played.length + 1} over={over}
            write={(line) => current.written(line)} />}
          {current && <FreeSwitch board={free} />}
          {current && (
            <details onToggle={(event) => setLegend(event.currentTarget.open)}>
              <summary>{t('Show how a piece moves')}</summary>
              {legend && <Legend variant={current.variant} chosen={one} onChoose={setKind} />}
            </details>
          )}
          {current && <PieceHelp variant={current.variant} piece={inspected?.variant === current.variant ? inspected.piece : null} />}
          {current && <Pieces game={current} />}
          {current && <ReadBoard variant={current.variant} view={current.view} turned={turned} />}
          <LookPanel game={{ variant: name, ...(current && current.played.length > 0 ? { sfen: current.sfen } : {}) }} />
          <Definition text={text} reading={reading} onChange={setText} />
        </section>
      </div>
    </>
  );
}

/** All kinds of the game. */
function Pieces({ game }: { game: Game }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Pieces')}</summary>
      {open && <PieceTable variant={game.variant} used={game.kinds} />}
    </details>
  );
}

function Definition({ text, reading, onChange }: { text: string; reading: Reading; onChange(text: string): void }) {
  return (
    <details>
      <summary>{t('Definition')}</summary>
      <Area title={t('Edit the rules here, and the board follows.')} name="definition" rows={18} value={text} onChange={onChange} />
      <ul class="faults" aria-live="polite">
        {reading.faults.map(({ line, column, message }, i) => <li key={i}>{line}:{column}: {inLanguage(message)}</li>)}
      </ul>
    </details>
  );
}
