// Import.tsx: records pasted, dropped or chosen as files: read in this browser, then shown, kept, or made a study.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Area, Button, Card, File, Select } from '../design/parts';
import { offsetOf } from '../invent/place';
import { say } from '../liveRegion';
import { inLanguage } from '../message';
import { go } from '../navigation';
import { playersOf } from '../recordTitle';
import { GameOptions } from '../rules/GameOptions';
import { inWords, uploadRecord, useMe } from '../server';
import { useGames } from '../serverGames';
import { isWarning } from '../textFault';
import { currentLanguage, listed, t, tn } from '../words';
import { hold } from './held';
import { readRecords } from './reading';
import type { Fault, FoundGame } from './split';
import './records.css';

/** A longer text is not read: the browser has to hold it several times. */
const BYTES_MAX = 32 * 1024 * 1024;
/** A longer pasted text is kept beside the field, which would be slow. */
const FIELD_MAX = 100_000;
/** The number of games of a text that are listed. */
const LISTED = 50;
/** The largest number of games that become chapters at once. */
const CHAPTERS_MAX = 100;
/** The time in ms for which typing rests before the text is read. */
const REST_MS = 400;

/** A file, or a long pasted text. */
interface Held {
  name: string;
  source: Blob;
}

interface State {
  games: readonly FoundGame[];
  reading: boolean;
  fault: string;
}

const NOTHING: State = { games: [], reading: false, fault: '' };

export function Import() {
  const { games: known } = useGames();
  const [text, setText] = useState('');
  const [held, setHeld] = useState<Held | null>(null);
  const [variant, setVariant] = useState('');
  const [over, setOver] = useState(false);
  const [state, setState] = useState<State>(NOTHING);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    setState(NOTHING);
    const source = held?.source ?? text;
    if (typeof source === 'string' ? source.trim() === '' : source.size > BYTES_MAX) {
      if (held) setState({ ...NOTHING, fault: t('The text is too long: at most {n} MiB.', { n: BYTES_MAX / 1024 / 1024 }) });
      return undefined;
    }
    let end = () => {};
    const timer = setTimeout(() => {
      setState({ ...NOTHING, reading: true });
      end = readRecords({ source, variant: variant || 'shogi' }, (reading) => setState((before) => ({
        games: 'games' in reading ? [...before.games, ...reading.games] : before.games,
        reading: 'games' in reading,
        fault: 'fault' in reading ? inLanguage(reading.fault) : '',
      })));
    }, held ? 0 : REST_MS);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [text, held, variant]);
  const count = state.games.length;
  useEffect(() => { if (!state.reading && count > 0) say(tn(count, '{n} game', '{n} games')); }, [state.reading, count]);
  const take = (file: { name: string } & Blob) => setHeld({ name: file.name, source: file });
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData?.files ?? [];
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (!file && pasted.length <= FIELD_MAX) return;
    event.preventDefault();
    if (file) take(file);
    else setHeld({ name: t('pasted text'), source: new Blob([pasted]) });
  };
  const lead = ({ line, column }: Fault) => {
    const box = field.current;
    if (!box || held) return;
    const at = offsetOf(text, line, column);
    const end = text.indexOf('\n', at);
    box.focus();
    box.setSelectionRange(at, Math.max(at + 1, end < 0 ? text.length : end));
  };
  return (
    <Card aria-labelledby="bring-in">
      <div class={over ? 'import over' : 'import'}
        onDragOver={(event) => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [file] = event.dataTransfer?.files ?? [];
          if (file) take(file);
          else setText(event.dataTransfer?.getData('text/plain') ?? '');
        }}>
        <h2 id="bring-in">{t('Open records')}</h2>
        <p class="quiet">{t('Paste one game or many, drop a file here, or choose one: KIF, KI2, CSA, USI, PSN, PGN, JKF and others, recognised automatically. They are read in this browser; nobody else sees them.')}</p>
        {held ? (
          <p class="row"><span class="badge">{listed([held.name, t('{n} KiB', { n: Math.ceil(held.source.size / 1024) })])}</span>
            <Button onClick={() => setHeld(null)}>{t('Remove')}</Button></p>
        ) : (
          <Area title={t('Record')} name="record" rows={6} value={text} control={field} onPaste={paste} onChange={setText} />
        )}
        <div class="row">
          <File title={t('Open a file')} name="file" onFile={take} />
          <Select title={t('Game, if the record does not name it')} name="game" value={variant} onChoose={setVariant} options={[['', t('as the record says')]]}>
            <GameOptions games={known} />
          </Select>
        </div>
        {state.reading && <p class="quiet" role="status">{tn(state.games.length, 'Reading: {n} game so far', 'Reading: {n} games so far')}</p>}
        {state.fault && <p role="alert" class="fault">{state.fault}</p>}
        {state.games.length > 0 && <Found key={`${variant} ${held?.name ?? ''} ${text}`} games={state.games} done={!state.reading} onFault={held ? null : lead} />}
      </div>
    </Card>
  );
}

const titleOf = (game: FoundGame): string => playersOf(game) || t('Game at line {line}', { line: game.line });

/** The outcome of keeping a game: the number of the record, or the error. */
interface Kept {
  record?: number;
  fault?: string;
}

function Found({ games, done, onFault }: { games: readonly FoundGame[]; done: boolean; onFault: ((fault: Fault) => void) | null }) {
  const me = useMe();
  const { titled } = useGames();
  const [kept, setKept] = useState<ReadonlyMap<number, Kept>>(new Map());
  const [busy, setBusy] = useState(false);
  const member = me != null && !me.guest;
  const readable = games.filter(({ text }) => text !== '');
  const show = async (game: FoundGame) => go(await hold(game.text));
  const upload = async (i: number): Promise<Kept> => {
    const game = games[i]!;
    try {
      return { record: await uploadRecord(game.text, game.variant) };
    } catch (error) {
      return { fault: inWords(error) };
    }
  };
  const keep = async (numbers: readonly number[]) => {
    setBusy(true);
    for (const i of numbers) {
      const one = await upload(i);
      setKept((before) => new Map(before).set(i, one));
      // A limit of the server meets all that follow, too.
      if (one.fault !== undefined) break;
    }
    setBusy(false);
    say(t('Done'));
  };
  const keepOne = async (i: number) => {
    setBusy(true);
    const one = await upload(i);
    setBusy(false);
    if (one.record !== undefined && games.length === 1) return go(`/records/${one.record}`);
    setKept((before) => new Map(before).set(i, one));
  };
  const study = async (i: number) => {
    setBusy(true);
    try {
      const { newStudyOfText } = await import('../study/fromRecord');
      go(await newStudyOfText(titleOf(games[i]!), games[i]!.variant, games[i]!.text));
    } catch (error) {
      setKept((before) => new Map(before).set(i, { fault: inWords(error) }));
    }
    setBusy(false);
  };
  const failed = [...kept.values()].filter(({ fault }) => fault !== undefined);
  /** A study of the games, a chapter each. */
  const studyAll = async () => {
    setBusy(true);
    try {
      const { newStudyOfGames } = await import('../study/fromRecord');
      const name = readable[0]!.event || t('Records of {date}', { date: new Date().toLocaleDateString(currentLanguage()) });
      go(await newStudyOfGames(name, readable.map((game) => ({ title: titleOf(game), variant: game.variant, text: game.text }))));
    } catch (error) {
      setKept((before) => new Map(before).set(games.length, { fault: inWords(error) }));
    }
    setBusy(false);
  };
  const left = games.flatMap(({ text }, i) => (text !== '' && kept.get(i)?.record === undefined ? [i] : []));
  return (
    <>
      {games.length > 1 && (
        <p class="row"><b>{tn(games.length, '{n} game', '{n} games')}</b>
          {member && done && left.length > 0 && (
            <Button disabled={busy} onClick={() => void keep(left)}>{tn(left.length, 'Keep {n} game in my records', 'Keep all {n} games in my records')}</Button>
          )}
          {member && done && readable.length > 1 && readable.length <= CHAPTERS_MAX && (
            <Button disabled={busy} onClick={() => void studyAll()}>{t('Make a study of them, a chapter each')}</Button>
          )}
          {failed.length > 0 && <span role="alert" class="fault">{failed[0]!.fault}</span>}
          <span class="quiet" role="status">{kept.size > 0 && t('{n} kept', { n: [...kept.values()].filter(({ record }) => record !== undefined).length })}</span></p>
      )}
      <ul class="list found">
        {games.slice(0, LISTED).map((game, i) => {
          const own = kept.get(i);
          return (
            <li key={i}>
              {game.text !== '' && <p class="row"><strong>{titleOf(game)}</strong>
                <span class="quiet">{listed([titled(game.variant), tn(game.moves, '{n} move', '{n} moves'), game.event, game.format.toUpperCase()].filter(Boolean))}</span></p>}
              <Faults faults={game.faults} onFault={onFault} />
              {game.text !== '' && (
                <div class="actions">
                  <Button kind={games.length === 1 ? 'primary' : 'plain'} onClick={() => void show(game)}>{t('Show it on the board')}</Button>
                  {member && (own?.record !== undefined ? <a href={`/records/${own.record}`}>{t('The game is among your records.')}</a>
                    : <Button disabled={busy} onClick={() => void keepOne(i)}>{t('Keep it in my records')}</Button>)}
                  {member && <Button disabled={busy} onClick={() => void study(i)}>{t('Make a study of it')}</Button>}
                </div>
              )}
              {own?.fault && games.length === 1 && <p role="alert" class="fault">{own.fault}</p>}
            </li>
          );
        })}
      </ul>
      {member && readable.length > 0 && <p class="quiet">{t('Kept records are public: everybody finds them under Games.')}</p>}
      {games.length > LISTED && <p class="quiet">{t('and {n} more', { n: games.length - LISTED })}</p>}
      {!member && me !== undefined && readable.length > 0 && (
        <p class="quiet">{me?.guest ? t('Guests cannot keep records.') : <a href={`/account?then=${encodeURIComponent('/replay')}`}>{t('Sign in to keep records, or to make a study of one')}</a>}</p>
      )}
    </>
  );
}

function Faults({ faults, onFault }: { faults: readonly Fault[]; onFault: ((fault: Fault) => void) | null }) {
  if (faults.length === 0) return null;
  return (
    <div role={faults.some((fault) => !isWarning(fault)) ? 'alert' : undefined}>
      <ul class="faults">
        {faults.map((fault, i) => {
          const place = fault.line > 0 ? t('Line {line}, column {column}', { line: fault.line, column: fault.column }) : '';
          return (
            <li key={i} class={isWarning(fault) ? 'quiet' : ''}>
              {place && (onFault ? <Button kind="bare" onClick={() => onFault(fault)}>{place}</Button> : place)}{place && ': '}
              {inLanguage(fault.message)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
