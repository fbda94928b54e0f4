// Invent.tsx: the page to invent a game: an editor for its definition, and the result.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Variant } from '../../../src/wasm/shoogi.mjs';
import { LookPanel } from '../board/LookPanel';
import { useLook } from '../board/look';
import { Button, File as OpenFile, Select, Tabs } from '../design/parts';
import { Build } from '../invent/Build';
import { CodeArea } from '../invent/CodeArea';
import { DEADLINE_MS, Reader, type Reading } from '../invent/reader';
import { Saving } from '../invent/Saving';
import { grouped, readVariant, type Diagnostic as Fault } from '../invent/trial';
import { TryOut } from '../invent/TryOut';
import { forgetHelp, openHelp, type Library } from '../library';
import { useLoad } from '../load';
import { inLanguage } from '../message';
import { useTitle, type PageProps } from '../navigation';
import { GameOptions } from '../rules/GameOptions';
import { RulesText } from '../rules/RulesText';
import { gameMeant } from '../rules/names';
import { gamesIn } from '../rules/title';
import { unknownGame } from '../rules/UnknownGame';
import { say } from '../liveRegion';
import { api, inWords } from '../server';
import { download, pack, SHARED_MAX, textInHash, unpack, useHashReload } from '../share';
import { isWarning } from '../textFault';
import { t, tn } from '../words';

/** The last text, stored by the browser. */
const DRAFT = 'shoogi.draft';
/** The longest file or page, as in the library. */
const PAGE_MAX = 4 * 1024 * 1024;
/** The longest link. */
const ADDRESS_MAX = 30000;

interface Begun {
  library: Library;
  text: string;
  /** Why the text of the link is not shown. */
  fault: string;
}

/** The text of the link, a game to change or to start from; else the last text. */
async function begin(place: PageProps['place']): Promise<Begun> {
  const library = await openHelp();
  const packed = textInHash('d');
  const [base, from] = [place.query.get('base'), place.query.get('variant')];
  if (packed !== null) {
    try {
      return { library, text: await unpack(packed), fault: '' };
    } catch {
      return { library, text: '', fault: t('This link contains no complete definition. Check that you copied all of it.') };
    }
  }
  const number = place.query.get('definition');
  if (number !== null) {
    try {
      const { text } = await api.get<{ text: string }>(`/api/definitions/${encodeURIComponent(number)}`);
      return { library, text, fault: '' };
    } catch (error) {
      return { library, text: '', fault: inWords(error) };
    }
  }
  const meant = (word: string | null) => (word === null ? undefined : gameMeant(word, library.definitions));
  if (meant(base) !== undefined) return { library, text: `base=${meant(base)}\n`, fault: '' };
  const shown = library.definitions.get(meant(from) ?? '');
  const missing = base ?? (shown === undefined ? from : null);
  const fault = missing === null ? '' : unknownGame(missing);
  return { library, fault, text: shown ?? localStorage.getItem(DRAFT) ?? library.definitions.get('mini') ?? '' };
}

export default function Invent({ place }: PageProps) {
  useTitle(t('Invent'));
  const { value, error } = useLoad(() => begin(place), place.query.toString());
  useHashReload('d');
  if (error) return <p role="alert">{t('The rules could not be loaded. Reload the page to try again. ({error})', { error: String(error) })}</p>;
  return (
    <>
      <h1>{t('Invent a game')}</h1>
      {value ? <Writing begun={value} /> : <p class="waiting">{t('Loading')}</p>}
    </>
  );
}

/** A variant on display, and its text. */
interface Shown {
  variant: Variant;
  text: string;
}

function Writing({ begun }: { begun: Begun }) {
  const { library } = begun;
  const [text, setText] = useState(begun.text);
  const [reading, setReading] = useState<Reading | null>(null);
  const [shown, show] = useState<Shown | null>(null);
  const [goTo, setGoTo] = useState<{ line: number; column: number } | null>(null);
  const [way, setWay] = useState('text');
  /** The text before the first piece was placed by hand. */
  const [earlier, setEarlier] = useState<string | null>(null);
  const { set: pieceSet } = useLook();
  const [said, setSaid] = useState(begun.fault);
  /** The server's errors in a text; it requires more than the page. */
  const [refused, refuse] = useState<{ text: string; faults: readonly Fault[] } | null>(null);
  const reader = useRef<Reader | null>(null);

  useEffect(() => {
    const one = new Reader(setReading);
    reader.current = one;
    return () => one.close();
  }, []);
  // The text is read when the typing pauses.
  useEffect(() => {
    const timer = setTimeout(() => {
      reader.current?.read(text);
      try {
        localStorage.setItem(DRAFT, text);
      } catch {
        // The page works without storage.
      }
    }, 200);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    if (reading?.state !== 'read') return;
    const { trial, text: read } = reading;
    const wrong = trial.faults.filter((fault) => !isWarning(fault)).length;
    say(wrong > 0 ? tn(wrong, '{n} error, the first on line {line}', '{n} errors, the first on line {line}', { line: trial.faults[0]!.line }) : t('No errors'));
    if (!trial.playable) return;
    let wanted = true;
    // The module may have been replaced since the page was loaded.
    openHelp().then(({ shoogi }) => {
      if (!wanted) return;
      try {
        show({ variant: readVariant(shoogi, read), text: read });
      } catch (error) {
        forgetHelp();
        setSaid(String(error));
      }
    }, (error: unknown) => setSaid(String(error)));
    if (read.length <= SHARED_MAX) {
      void pack(read).then((packed) => {
        if (wanted && packed.length <= ADDRESS_MAX) history.replaceState(null, '', `/invent#d=${packed}`);
      });
    }
    return () => { wanted = false; };
  }, [reading]);
  useEffect(() => () => shown?.variant.free(), [shown]);

  const faults = refused?.text === text && refused.faults.length > 0 ? refused.faults
    : reading?.state === 'read' && reading.text === text ? reading.trial.faults : [];
  const replaceText = (next: string) => {
    setText(next);
    setSaid('');
  };
  const openFile = async (file: File) => {
    if (file.size > PAGE_MAX) return setSaid(t('The file is larger than {n} MiB. Choose a smaller one.', { n: PAGE_MAX / 1024 / 1024 }));
    replaceText(await file.text());
  };
  const link = async () => {
    const packed = await pack(text);
    if (text.length > SHARED_MAX || packed.length > ADDRESS_MAX) return setSaid(t('The text is too long for a link. Download it instead.'));
    const address = `${location.origin}/invent#d=${packed}`;
    history.replaceState(null, '', address);
    await navigator.clipboard?.writeText(address).catch(() => {});
    setSaid(t('The link to this page now contains the definition. It is on your clipboard.'));
  };

  return (
    <>
      <div class="tools inventing" role="group" aria-label={t('Definition')}>
        <Beginning library={library} text={begun.text} onText={replaceText} />
        <OpenFile title={t('Open a file')} accept=".variant,.txt,.html,.htm,text/*" onFile={(file) => void openFile(file)} />
        <Button onClick={() => (/^\s*</.test(text) ? download(text, 'game.html', 'text/html') : download(text, 'game.variant'))}>{t('Download')}</Button>
        <Button onClick={() => void link()}>{t('Link')}</Button>
        <a href="/help/variants">{t('Help')}</a>
      </div>
      <p role="status">{said}</p>
      <div class="invent">
        <div class="writing">
          <Tabs title={t('Definition')} chosen={way} onChoose={setWay} tabs={[['text', t('As text')], ['build', t('Put together')]]} />
          {way === 'build' && earlier === null && <p class="hint">{t('The first change replaces the text.')}</p>}
          {way === 'build' && (
            <Build shoogi={library.shoogi} onText={(next) => {
              setEarlier(earlier ?? text);
              replaceText(next);
            }} />
          )}
          {earlier !== null && earlier !== text && (
            <p><Button onClick={() => {
              replaceText(earlier);
              setEarlier(null);
              setWay('text');
            }}>{t('Back to the earlier text')}</Button></p>
          )}
          {way === 'text' && <CodeArea text={text} label={t('Definition: an Interactive Diagram, a page with one, or the format of shoogi')} goTo={goTo}
            faults={faults} describedBy="invent-state" onChange={replaceText} />}
          <State reading={reading} text={text} faults={faults} onFault={(fault) => {
            setWay('text');
            setGoTo({ ...fault });
          }} />
          {shown && shown.variant.parameter('graphicsDir') !== null && (
            <p class="hint">{t('Pictures of other sites are not loaded: the pieces have the signs of this page.')}</p>
          )}
          <Saving text={text} onFaults={(found) => refuse({ text, faults: found })} />
        </div>
        {shown && <TryOut key={shown.text} variant={shown.variant} bases={library.definitions} />}
      </div>
      <LookPanel />
      {shown && (
        <section aria-label={t('Rules from the definition')}>
          <RulesText key={shown.text} variant={shown.variant} name={t('this')} pieceSet={pieceSet} xbetza />
        </section>
      )}
    </>
  );
}

/** The state of the text, with a link to each error. */
function State({ reading, text, faults, onFault }: {
  reading: Reading | null; text: string; faults: readonly Fault[]; onFault(fault: Fault): void;
}) {
  const words = () => {
    if (!reading || reading.text !== text) return t('Checking...');
    if (reading.state === 'late')
      return t('Not shown: checking this text took longer than {n} seconds and was stopped.', { n: DEADLINE_MS / 1000 });
    if (reading.state === 'broken') return t('Not shown: checking this text ran out of memory.');
    const { trial } = reading as Extract<Reading, { state: 'read' }>;
    if (trial.playable) {
      return t('{files}x{ranks} board, {kinds} kinds of pieces, {moves} moves at the start.', {
        files: trial.files, ranks: trial.ranks, kinds: trial.kinds, moves: trial.moves,
      });
    }
    if (trial.reason !== '') return t('Not shown: {reason}.', { reason: inLanguage(trial.reason) });
    return tn(trial.faults.length, '{n} error. The board shows the last text without errors.', '{n} errors. The board shows the last text without errors.');
  };
  return (
    <div id="invent-state">
      <p class="hint">{words()}</p>
      {faults.some(({ message }) => message.includes('a smaller board')) && (
        <p class="hint"><a href="/table">{t('The free board allows larger boards.')}</a></p>
      )}
      <ul class="fault-list">
        {grouped(faults).map(({ fault, more }, i) => (
          <li key={i}><Button kind="bare" onClick={() => onFault({ ...fault })}>
            <code>{fault.line}:{fault.column}</code>{inLanguage(fault.message)}{more > 0 && ` ${tn(more, '(and {n} more like this)', '(and {n} more like this)')}`}
          </Button></li>
        ))}
      </ul>
    </div>
  );
}

/** A shipped game to start from: its text, or a new rule set based on it.  text: the current text. */
function Beginning({ library, text, onText }: { library: Library; text: string; onText(text: string): void }) {
  const [name, setName] = useState(() => [...library.definitions].find(([, whole]) => whole === text)?.[0] ?? 'shogi');
  return (
    <>
      <Select title={t('Start from')} name="from" value={name} onChoose={setName}><GameOptions games={gamesIn(library.definitions)} /></Select>
      <Button onClick={() => onText(library.definitions.get(name) ?? '')}>{t('Load its text')}</Button>
      <Button onClick={() => onText(`base=${name}\n`)}>{t('Change its rules')}</Button>
    </>
  );
}
