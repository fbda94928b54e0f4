// OnTable.tsx: a free board: pieces moved by hand or by typing, and the log.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Board } from '../board/Board';
import { LookPanel } from '../board/LookPanel';
import { isTurned, useLook } from '../board/look';
import { squareName } from '../board/squares';
import { Steps } from '../board/Steps';
import { Button, Text, Tick } from '../design/parts';
import type { Fault } from '../textFault';
import type { Library, Variant } from '../library';
import { faultInWords, faultOnLine } from '../message';
import { say } from '../liveRegion';
import { gamesIn, titleOf } from '../rules/title';
import { Palette } from '../setup/Palette';
import { apply, cleared, holes, viewOf, type Tool } from '../setup/tools';
import { pack, SHARED_MAX } from '../share';
import { t } from '../words';
import { back, begin, labelsOf, latest, play, readLog, turn, write, type Log, type Settings } from './log';
import { fromPlaced, piecesOf, squareOf, tableLike, toPlaced, typed } from './tablePieces';
import { SettingUp } from './SettingUp';
import type { Side } from './spaces';

export interface Begun {
  library: Library;
  log: Log;
  /** The error in the log of the link. */
  fault: string;
}

/** A board shared through the server. */
export interface Together {
  log: Log;
  /** The player's seat; null for spectators. */
  seat: Side | null;
  /** Sends a line; returns the error in words, or ''. */
  send(line: string): Promise<string>;
  /** The number of moves with one's own last line, if it can be taken back; else null. */
  own: number | null;
}

const NO_MARKS = new Map<string, Set<string>>();

export const faultAt = ({ line, column, message }: Fault): string => faultOnLine(message, line, column);

export function like({ shoogi, definitions }: Library, name: string, sfen: string | null = null): Settings {
  const text = definitions.get(name)!;
  const variant = shoogi.variant(text);
  try {
    return tableLike(variant, name, titleOf(name, text), sfen);
  } finally {
    variant.free();
  }
}

/** together: a shared board; children: what else stands beside the board. */
export function OnTable({ begun, together, children }: {
  begun: Begun; together?: Together; children: (now: Log) => ComponentChildren;
}) {
  const { library } = begun;
  const [own, setLog] = useState(begun.log);
  const log = together?.log ?? own;
  /** The number of moves shown. */
  const [shown, show] = useState(log.moves.length);
  const [tool, setTool] = useState<Tool | null>(null);
  const [said, setSaid] = useState(begun.fault);
  const [input, setInput] = useState('');
  const [collects, setCollects] = useState(false);
  const look = useLook();

  const signs = useMemo<Variant | null>(() => {
    const text = library.definitions.get(log.signs);
    return text === undefined ? null : library.shoogi.variant(text);
  }, [library, log.signs]);
  useEffect(() => () => signs?.free(), [signs]);
  const pieces = useMemo(() => piecesOf(log, signs), [log.labels, log.start, signs]);
  const seen = back(log, shown);
  const now = latest(seen);
  const setting = tool !== null && log.moves.length === 0;
  const placed = useMemo(() => toPlaced(pieces, now), [pieces, log, shown]);
  const move = seen.moves.at(-1);
  const view = useMemo(() => viewOf(pieces, placed, setting ? tool : { name: 'move' }, (move?.touched ?? []).map((space) => {
    const { file, rank } = squareOf(now.position, space);
    return squareName(file, rank);
  })), [pieces, placed, tool, setting, move]);

  useEffect(() => {
    let wanted = true;
    if (together) return () => {};
    const text = write(log);
    if (text.length <= SHARED_MAX) void pack(text).then((packed) => { if (wanted) history.replaceState(null, '', `/table#t=${packed}`); });
    return () => { wanted = false; };
  }, [log]);

  const report = (text: string) => {
    setSaid(text);
    say(text);
  };
  // A move of the other player is shown and announced like one's own, at once, because the log contains it already.
  const latestShown = useRef(together ? log.moves.length : -1);
  useLayoutEffect(() => {
    if (!together) return;
    const moves = log.moves.length;
    const last = log.moves.at(-1);
    if (moves !== latestShown.current) {
      report(last ? `${moves}. ${last.text}. ${last.end ? t('The game has ended.') : toMove(turn(log, moves))}` : toMove(turn(log, moves)));
    }
    // A reader of earlier moves stays there.
    const old = latestShown.current;
    show((before) => (before === old || before > moves ? moves : before));
    latestShown.current = moves;
  }, [together?.log]);
  const send = (line: string) => {
    void together!.send(line).then((fault) => { if (fault !== '') report(fault); });
  };
  const change = (next: Log, words: string) => {
    setLog(next);
    show(next.moves.length);
    report(words);
  };
  const attempt = (from: Log, text: string): boolean => {
    try {
      const next = play(from, text);
      const done = next.moves.at(-1)!;
      if (together) {
        send(done.comment === '' ? done.text : `${done.text} // ${done.comment}`);
        return true;
      }
      change(next, `${next.moves.length}. ${done.text}. ${done.end ? t('The game has ended.') : toMove(turn(next, next.moves.length))}`);
      return true;
    } catch (error) {
      report(faultInWords((error as Fault).message, (error as Fault).column));
      return false;
    }
  };
  const current = shown === log.moves.length;
  const may = current && (!together || together.seat !== null);
  const onMove = (pointed: string) => {
    if (setting) {
      const next = fromPlaced(pieces, apply(pieces, placed, tool, pointed));
      if (next.position.cells.every((cell) => cell === null)) return report(t('A board needs at least one square.'));
      return change(begin({ ...log, start: next }), pointed);
    }
    const text = typed(now, log.table.spaces.names, pointed);
    if (collects) {
      setInput(input.trim() === '' ? text : `${input.trim()}; ${text}`);
      return say(text);
    }
    attempt(seen, text);
  };
  const promote = () => {
    const label = move && now.position.cells[move.touched.at(-1)!];
    if (!move || !label) return;
    const plain = label.startsWith('+') ? label.slice(1) : `+${label}`;
    const comment = move.comment === '' ? '' : ` // ${move.comment}`;
    const amended = `${move.text}; ${plain}-${log.table.spaces.names[move.touched.at(-1)!]}${comment}`;
    if (!together) attempt(back(log, shown - 1), amended);
    else void together.send('UNDO').then((fault) => (fault === '' ? send(amended) : report(fault)));
  };

  return (
    <>
      <div class="beside">
        <Board variant={pieces} view={view} turned={isTurned(look, together?.seat === 'second' ? 'white' : null)} movers={may && !move?.end ? ['black', 'white'] : []}
          look={{ ...look, coords: log.coordinates === 'chess' ? 'chess' : look.coords === 'none' ? 'none' : 'western' }}
          marks={setting && tool.name === 'hole' ? new Map(holes(placed).map((name) => [name, new Set(['premove'])])) : NO_MARKS}
          onMove={onMove} />
        <section class="panel" aria-label={t('Free board')}>
          <p class="said">{said === '' ? toMove(turn(log, shown)) : said}</p>
          {!together && log.title !== '' && <p><strong>{log.title}</strong></p>}
          <form class="line" onSubmit={(event) => {
            event.preventDefault();
            if (attempt(seen, input)) setInput('');
          }}>
            <Text title={t('Move')} name="move" value={input} disabled={!may} onChange={setInput}
              placeholder={log.coordinates === 'chess' ? 'P e2-e4; +P-dest // ...' : 'P 7g-7f; +P-dest // ...'} />
            <Button type="submit" disabled={!may}>{t('Play')}</Button>
          </form>
          <Tick role="switch" title={t('Collect moves on the board as parts of one move')} value={collects} onChange={setCollects} />
          <div class="buttons">
            <Button disabled={!may || !move || !now.position.cells[move.touched.at(-1) ?? -1] || (together !== undefined && together.own !== shown)}
              onClick={promote}>{t('Promote or demote the piece')}</Button>
            <Button disabled={!may} onClick={() => attempt(seen, 'pass')}>{t('Pass')}</Button>
          </div>
          <Moves log={log} shown={shown} onShow={show}
            onBack={together ? null : () => change(back(log, shown), t('Back to move {n}', { n: shown }))} />
          {together && <div class="buttons"><Button disabled={together.own === null} onClick={() => send('UNDO')}>{t('Take back my last move')}</Button></div>}
          {children(log.moves.length > 0 ? begin({ ...log, start: now }) : log)}
          <details>
            <summary>{t('Move notation')}</summary>
            <Grammar chess={log.coordinates === 'chess'} />
          </details>
          {!together && (
            <SettingUp log={log} games={gamesIn(library.definitions)}
              onLike={(name) => change(begin(like(library, name)), titleOf(name, library.definitions.get(name)!))}
              onTitle={(title) => setLog({ ...log, title })}
              onSettings={(settings, words) => change(begin(settings), words)}
              onText={(text) => {
                try {
                  change(readLog(text), t('Log opened'));
                } catch (error) {
                  const fault = error as Fault & { log?: Log | null };
                  if (fault.log) change(fault.log, faultAt(fault));
                  else report(faultAt(fault));
                }
              }}>
              {log.moves.length > 0
                ? <Button onClick={() => change(begin({ ...log, start: now }), t('New log started'))}>{t('Start a new log from this position')}</Button>
                : (
                  <>
                    <Tick role="switch" title={t('Set up pieces by hand')} value={tool !== null} onChange={(on) => setTool(on ? { name: 'move' } : null)} />
                    {tool !== null && (
                      <>
                        <Palette variant={pieces} pieceSet={look.set} tool={tool} holes onTool={setTool} />
                        <Button onClick={() => change(begin({
                          ...log, labels: labelsOf(log), start: fromPlaced(pieces, cleared(placed)),
                        }), t('Board cleared'))}>{t('Clear board')}</Button>
                      </>
                    )}
                  </>
                )}
            </SettingUp>
          )}
          <LookPanel />
        </section>
      </div>
    </>
  );
}

const toMove = (side: 'first' | 'second'): string => (side === 'first' ? t('Black to move') : t('White to move'));

function Moves({ log, shown, onShow, onBack }: { log: Log; shown: number; onShow(moves: number): void; onBack: (() => void) | null }) {
  const { moves } = log;
  return (
    <section aria-label={t('Moves')}>
      <ol class="log" tabIndex={0} aria-label={t('Moves played')}>
        {moves.map(({ text, comment }, i) => (
          <li key={i}>
            <Button kind="bare" aria-current={shown === i + 1 ? 'step' : undefined} onClick={() => onShow(i + 1)}>{text}</Button>
            {comment !== '' && <span class="comment"> {comment}</span>}
          </li>
        ))}
      </ol>
      <div class="buttons">
        <Steps at={shown} last={moves.length} onGo={onShow} />
        {onBack && <Button disabled={shown === moves.length} onClick={onBack}>{t('Take back to here')}</Button>}
      </div>
    </section>
  );
}

function Grammar({ chess }: { chess: boolean }) {
  const [a, b, c] = chess ? ['e2', 'e4', 'e5'] : ['7g', '7f', '7e'];
  const rows = [
    [`P ${a}-${b}`, t('P moves and captures any piece there. Without P, the kind of piece is not checked.')],
    [`P*${b}`, t("P is dropped from the hand. Lower-case letters are White's pieces.")],
    [`+P-dest`, t('The piece becomes +P where it landed. origin is the square it came from.')],
    [`P ${a}-${b}; ${b}-${c}`, t('Several parts make one move.')],
    [`${b}-`, t('The piece there is removed.')],
    [`-${b}`, t('The square is removed from the board.')],
    [`N-${b}`, t('N appears. A removed square comes back with it.')],
    [`capture ${b}`, t('The piece there is captured.')],
    [`flip ${b}`, t('The piece changes sides.')],
    [`add N all ${b} ${c}`, t('N appears on each square.')],
    [`empty ${b}`, t('The square is emptied; clear puts the pieces in hand. empty all, clear board: the whole board.')],
    ['pass, draw, resign, drawn, won, lost', t('No move, or the end of the game as claimed.')],
    ['// ...', t('A comment, kept with the move.')],
  ];
  return <dl class="grammar">{rows.map(([form, text]) => [<dt key={form}><code>{form}</code></dt>, <dd key={`${form}t`}>{text}</dd>])}</dl>;
}
