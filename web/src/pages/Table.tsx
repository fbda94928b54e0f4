// Table.tsx: a board on which men are moved by hand, for games whose rules nobody has written.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { Board } from '../board/Board';
import { LookPanel } from '../board/LookPanel';
import { isTurned, useLook } from '../board/look';
import { squareName } from '../board/squares';
import { open, type Library, type Variant } from '../library';
import { useLoad } from '../load';
import type { PageProps } from '../router';
import { say } from '../say';
import { held, pack, SHARED_MAX, unpack } from '../share';
import { Palette } from '../setup/Palette';
import { apply, cleared, holes, viewOf, type Tool } from '../setup/tools';
import { useTitle } from '../Shell';
import { back, begin, labelsOf, latest, play, readLog, turn, usual, write, type Log, type Settings } from '../table/log';
import { fromPlaced, menOf, squareOf, tableLike, toPlaced, typed } from '../table/men';
import { SettingUp } from '../table/SettingUp';
import type { Fault } from '../fault';
import { t } from '../words';

interface Begun {
  library: Library;
  log: Log;
  /** What is wrong with the log of the address. */
  fault: string;
}

const NO_MARKS = new Map<string, Set<string>>();

const told = ({ line, column, message }: Fault): string => t('line {line}, column {column}: {message}', { line, column, message });

async function start(place: PageProps['place']): Promise<Begun> {
  const library = await open();
  const packed = held('t');
  if (packed !== null) {
    try {
      return { library, log: readLog(await unpack(packed)), fault: '' };
    } catch (error) {
      const fault = error as Fault & { log?: Log | null };
      return {
        library, log: fault.log ?? begin(usual),
        fault: fault.line ? told(fault) : t('The address holds no table, or only a part of one.'),
      };
    }
  }
  const name = place.query.get('variant') ?? 'shogi';
  return { library, log: begin(like(library, library.definitions.has(name) ? name : 'shogi')), fault: '' };
}

function like({ shoogi, definitions }: Library, name: string): Settings {
  const variant = shoogi.variant(definitions.get(name)!);
  try {
    return tableLike(variant, name);
  } finally {
    variant.free();
  }
}

export default function Table({ place }: PageProps) {
  useTitle(t('Table'));
  const { value, error } = useLoad(() => start(place), place.query.toString());
  if (error) return <p role="alert">{t('The rules could not be loaded: {error}', { error: String(error) })}</p>;
  return (
    <>
      <h1>{t('Table without rules')}</h1>
      {value ? <OnTable begun={value} /> : <p class="waiting">{t('Loading')}</p>}
    </>
  );
}

function OnTable({ begun }: { begun: Begun }) {
  const { library } = begun;
  const [log, setLog] = useState(begun.log);
  /** How many moves are shown. */
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
  const men = useMemo(() => menOf(log, signs), [log.labels, log.start, signs]);
  const seen = back(log, shown);
  const now = latest(seen);
  const setting = tool !== null && log.moves.length === 0;
  const placed = useMemo(() => toPlaced(men, now), [men, log, shown]);
  const move = seen.moves.at(-1);
  const view = useMemo(() => viewOf(men, placed, setting ? tool : { name: 'move' }, (move?.touched ?? []).map((space) => {
    const { file, rank } = squareOf(now.position, space);
    return squareName(file, rank);
  })), [men, placed, tool, setting, move]);

  useEffect(() => {
    let wanted = true;
    const text = write(log);
    if (text.length <= SHARED_MAX) void pack(text).then((packed) => { if (wanted) history.replaceState(null, '', `/table#t=${packed}`); });
    return () => { wanted = false; };
  }, [log]);

  const tell = (text: string) => {
    setSaid(text);
    say(text);
  };
  const change = (next: Log, words: string) => {
    setLog(next);
    show(next.moves.length);
    tell(words);
  };
  const attempt = (from: Log, text: string): boolean => {
    try {
      const next = play(from, text);
      const done = next.moves.at(-1)!;
      change(next, `${next.moves.length}. ${done.text}. ${done.end ? t('The game has ended.') : toMove(turn(next, next.moves.length))}`);
      return true;
    } catch (error) {
      tell(t('column {column}: {message}', { column: (error as Fault).column, message: (error as Fault).message }));
      return false;
    }
  };
  const current = shown === log.moves.length;
  const onMove = (pointed: string) => {
    if (setting) {
      const next = fromPlaced(men, apply(men, placed, tool, pointed));
      if (next.position.cells.every((cell) => cell === null)) return tell(t('A board has a space at least.'));
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
    attempt(back(log, shown - 1), `${move.text}; ${plain}-${log.table.spaces.names[move.touched.at(-1)!]}${comment}`);
  };

  return (
    <>
      <div class="beside">
        <Board variant={men} view={view} turned={isTurned(look, null)} movers={current && !move?.end ? ['black', 'white'] : []}
          look={{ ...look, coords: log.coordinates === 'chess' ? 'chess' : look.coords === 'chess' ? 'western' : look.coords }}
          marks={setting && tool.name === 'hole' ? new Map(holes(placed).map((name) => [name, new Set(['premove'])])) : NO_MARKS}
          onMove={onMove} />
        <section class="panel" aria-label={t('Table')}>
          <p class="said">{said === '' ? toMove(turn(log, shown)) : said}</p>
          {log.title !== '' && <p><strong>{log.title}</strong></p>}
          <form class="line" onSubmit={(event) => {
            event.preventDefault();
            if (attempt(seen, input)) setInput('');
          }}>
            <label>{t('Move')} <input name="move" value={input} autocomplete="off" spellcheck={false} disabled={!current}
              placeholder={log.coordinates === 'chess' ? 'P e2-e4; +P-dest // ...' : 'P 7g-7f; +P-dest // ...'}
              onInput={(event) => setInput(event.currentTarget.value)} /></label>
            <button type="submit" disabled={!current}>{t('Play')}</button>
          </form>
          <label><input type="checkbox" checked={collects} onChange={() => setCollects(!collects)} /> {t('Moves by hand are collected as parts of one move')}</label>
          <div class="buttons">
            <button type="button" disabled={!current || !move || !now.position.cells[move.touched.at(-1) ?? -1]} onClick={promote}>{t('Turn the man over')}</button>
            <button type="button" disabled={!current} onClick={() => attempt(seen, 'pass')}>{t('Pass')}</button>
          </div>
          <Moves log={log} shown={shown} onShow={show}
            onBack={() => change(back(log, shown), t('Back to move {n}', { n: shown }))} />
          <details>
            <summary>{t('What may be typed')}</summary>
            <Grammar chess={log.coordinates === 'chess'} />
          </details>
          <SettingUp log={log} names={[...library.definitions.keys()]} onTell={tell}
            onLike={(name) => change(begin(like(library, name)), name)}
            onTitle={(title) => setLog({ ...log, title })}
            onSettings={(settings, words) => change(begin(settings), words)}
            onText={(text) => {
              try {
                change(readLog(text), t('Opened'));
              } catch (error) {
                const fault = error as Fault & { log?: Log | null };
                if (fault.log) change(fault.log, told(fault));
                else tell(told(fault));
              }
            }}>
            {log.moves.length > 0
              ? <button type="button" onClick={() => change(begin({ ...log, start: now }), t('Set up anew'))}>{t('Set up anew from this position')}</button>
              : (
                <>
                  <label><input type="checkbox" checked={tool !== null}
                    onChange={() => setTool(tool === null ? { name: 'move' } : null)} /> {t('Set men up by hand')}</label>
                  {tool !== null && (
                    <>
                      <Palette variant={men} pieces={look.set} tool={tool} holes onTool={setTool} />
                      <button type="button" onClick={() => change(begin({
                        ...log, labels: labelsOf(log), start: fromPlaced(men, cleared(placed)),
                      }), t('Cleared'))}>{t('Clear')}</button>
                    </>
                  )}
                </>
              )}
          </SettingUp>
          <LookPanel />
        </section>
      </div>
    </>
  );
}

const toMove = (side: 'first' | 'second'): string => (side === 'first' ? t('Black to move') : t('White to move'));

function Moves({ log, shown, onShow, onBack }: { log: Log; shown: number; onShow(moves: number): void; onBack(): void }) {
  const { moves } = log;
  return (
    <section aria-label={t('Moves')}>
      <ol class="log" tabIndex={0} aria-label={t('Moves played')}>
        {moves.map(({ text, comment }, i) => (
          <li key={i}>
            <button type="button" aria-current={shown === i + 1 ? 'step' : undefined} onClick={() => onShow(i + 1)}>{text}</button>
            {comment !== '' && <span class="comment"> {comment}</span>}
          </li>
        ))}
      </ol>
      <div class="buttons">
        <button type="button" disabled={shown === 0} onClick={() => onShow(0)} aria-label={t('To the start')}>«</button>
        <button type="button" disabled={shown === 0} onClick={() => onShow(shown - 1)} aria-label={t('One move back')}>‹</button>
        <button type="button" disabled={shown === moves.length} onClick={() => onShow(shown + 1)} aria-label={t('One move on')}>›</button>
        <button type="button" disabled={shown === moves.length} onClick={() => onShow(moves.length)} aria-label={t('To the end')}>»</button>
        <button type="button" disabled={shown === moves.length} onClick={onBack}>{t('Take back to here')}</button>
      </div>
    </section>
  );
}

function Grammar({ chess }: { chess: boolean }) {
  const [a, b, c] = chess ? ['e2', 'e4', 'e5'] : ['7g', '7f', '7e'];
  const rows = [
    [`P ${a}-${b}`, t('The man P goes; what stands there is captured. Without P nothing is checked.')],
    [`P*${b}`, t('P is dropped from the hand. Small letters are the men of White.')],
    [`+P-dest`, t('He becomes +P where he went. origin is where he came from.')],
    [`P ${a}-${b}; ${b}-${c}`, t('Several parts are one move.')],
    [`${b}-`, t('What stands there is taken off.')],
    [`-${b}`, t('The space is taken off the board.')],
    [`N-${b}`, t('N appears, or the space comes back with him.')],
    [`capture ${b}`, t('Captured, wherever it is.')],
    [`flip ${b}`, t('The man changes sides.')],
    [`add N all ${b} ${c}`, t('N appears on each.')],
    [`empty ${b}`, t('Emptied; clear takes the men into hand. empty all, clear board: everywhere.')],
    ['pass, draw, resign, drawn, won, lost', t('No move; an end, as claimed.')],
    ['// ...', t('A comment, kept with the move.')],
  ];
  return <dl class="grammar">{rows.map(([form, text]) => [<dt key={form}><code>{form}</code></dt>, <dd key={`${form}t`}>{text}</dd>])}</dl>;
}
