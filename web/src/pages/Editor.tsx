// Editor.tsx: the position editor: any position of any game, to and from SFEN.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Colour, ShoogiError, Variant } from '../../../src/wasm/shoogi.mjs';
import { Board } from '../board/Board';
import { LookPanel } from '../board/LookPanel';
import { isTurned, useLook } from '../board/look';
import { squaresOf } from '../board/squares';
import { Button, ButtonLink, Select, Text } from '../design/parts';
import { open, type Library } from '../library';
import { useLoad } from '../load';
import { faultInWords, inLanguage, sentence } from '../message';
import { useTitle, type PageProps } from '../navigation';
import { say } from '../liveRegion';
import { toOffer, toPosition } from '../positions';
import { GameOptions } from '../rules/GameOptions';
import { UnknownGame } from '../rules/UnknownGame';
import { gameMeant } from '../rules/names';
import { gamesIn, type NamedGame } from '../rules/title';
import { ChecksGiven, Hands, Palette } from '../setup/Palette';
import { notes } from '../setup/notes';
import { placedOf, sfenOf, type Placed } from '../setup/placed';
import { apply, cleared, exchanged, inHand, mirrored, takenOff, viewOf, type Tool } from '../setup/tools';
import { sideOptions } from '../sides';
import { t } from '../words';

export default function Editor({ place }: PageProps) {
  useTitle(t('Position editor'));
  const { value, error } = useLoad(open, 'library');
  if (error) return <p role="alert">{t('The rules could not be loaded. Reload the page to try again. ({error})', { error: String(error) })}</p>;
  return value ? <Game library={value} asked={place.query} /> : <p class="waiting">{t('Loading')}</p>;
}

function Game({ library, asked }: { library: Library; asked: URLSearchParams }) {
  const { definitions, shoogi } = library;
  const wanted = gameMeant(asked.get('variant') ?? 'shogi', definitions);
  const [name, setName] = useState(wanted ?? 'shogi');
  const variant = useMemo(() => shoogi.variant(definitions.get(name)!), [library, name]);
  useEffect(() => () => variant.free(), [variant]);
  return (
    <>
      <UnknownGame asked={asked.get('variant')} known={definitions} />
      <Setting key={name} variant={variant} name={name} games={gamesIn(definitions)} onName={setName}
        asked={name === wanted ? asked.get('sfen') : null} />
    </>
  );
}

/** The position of an SFEN; throws the error. */
function read(variant: Variant, sfen: string | null): Placed {
  const position = variant.start(sfen);
  try {
    return placedOf(variant, position);
  } finally {
    position.free();
  }
}

interface Fault {
  column: number;
  message: string;
}

function fault(call: () => void): Fault | null {
  try {
    call();
    return null;
  } catch (error) {
    return error as ShoogiError;
  }
}

function Setting({ variant, name, games, onName, asked }: {
  variant: Variant; name: string; games: readonly NamedGame[]; onName(name: string): void; asked: string | null;
}) {
  const [begun] = useState(() => {
    let placed = read(variant, null);
    const wrong = asked === null ? null : fault(() => { placed = read(variant, asked); });
    return { placed, wrong, text: wrong ? asked : null };
  });
  const [placed, setPlaced] = useState(begun.placed);
  const [tool, setTool] = useState<Tool>({ name: 'move' });
  const look = useLook();
  const [last, setLast] = useState<readonly string[]>([]);
  const sfen = sfenOf(variant, placed);
  const [typed, setTyped] = useState<{ text: string; wrong: Fault | null }>({ text: begun.wrong ? asked! : sfen, wrong: begun.wrong });

  const link = (page: string) => toPosition(page, name, sfen);
  const change = (next: Placed, words?: string, touched: readonly string[] = []) => {
    setPlaced(next);
    setLast(touched);
    setTyped({ text: sfenOf(variant, next), wrong: null });
    if (words) say(words);
  };
  // The URL is that of the current position; one with an error stays, so that reloading the page loses nothing.
  const wrong = typed.wrong !== null && typed.text === begun.text;
  useEffect(() => { if (!wrong) history.replaceState(null, '', link('editor')); }, [sfen, name, wrong]);

  // The board may hold no position, as with too many pieces in hand.
  const [comments, refused] = useMemo(() => {
    let all: string[] = [];
    const wrong = fault(() => { all = notes(variant, placed, sfen); });
    return [all, wrong] as const;
  }, [variant, sfen]);
  const view = useMemo(() => viewOf(variant, placed, tool, last), [variant, placed, tool, last]);

  return (
    <>
      {wrong && <p role="alert" class="fault">{t('The position of this link cannot be read. Its text stands under SFEN.')}</p>}
      <div class="tools">
        <h1>{t('Position editor')}</h1>
        <Select title={t('Game')} value={name} onChoose={onName}><GameOptions games={games} /></Select>
      </div>
      <div class="beside">
        <Board variant={variant} view={view} turned={isTurned(look, null)} movers={['black', 'white']}
          {...(tool.name === 'move' && {
            onTakeOff: (place, hand, to) => change(takenOff(variant, placed, place, hand, to), to ? t('In hand') : t('Removed')),
          })}
          onMove={(said) => change(apply(variant, placed, tool, said), said, squaresOf(said))} />
        <section class="panel" aria-label={t('Set up a position')}>
          <Palette variant={variant} pieceSet={look.set} tool={tool} onTool={setTool} />
          <div class="buttons">
            <Button onClick={() => change(read(variant, null), t('Set up'))}>{t('Starting position')}</Button>
            <Button onClick={() => change(cleared(placed), t('Board cleared'))}>{t('Clear board')}</Button>
            <Button onClick={() => change(mirrored(placed), t('Mirrored'))}>{t('Mirror')}</Button>
            <Button onClick={() => change(exchanged(placed), t('Sides swapped'))}>{t('Swap sides')}</Button>
          </div>
          <Select title={t('Side to move')} value={placed.side} options={sideOptions()}
            onChoose={(side) => change({ ...placed, side: side as Colour })} />
          <div class="buttons">
            <ButtonLink kind="primary" href={link('try')}>{t('Play from here')}</ButtonLink>
            <ButtonLink href={toOffer(name, sfen)}>{t('Offer a game from here')}</ButtonLink>
            <a href={link('editor')}>{t('Link to this position')}</a>
            <a href={link('table')}>{t('Play it on a free board')}</a>
            <a href={link('study')}>{t('Study this position')}</a>
            <a href={link('board.svg')}>{t('Image')}</a>
          </div>
          <Hands variant={variant} counts={(colour, kind) => placed.hands[colour].get(kind) ?? 0}
            droppable={(kind) => variant.kinds.some((row) => row?.handKind === kind)}
            onCount={(colour, kind, count) => change(inHand(placed, colour, kind, count - (placed.hands[colour].get(kind) ?? 0)))} />
          {placed.checks && (
            <ChecksGiven checks={placed.checks} onChange={(checks) => change({ ...placed, checks })} />
          )}
          <form class="line" onSubmit={(event) => {
            event.preventDefault();
            let next: Placed | null = null;
            const wrong = fault(() => { next = read(variant, typed.text.trim()); });
            if (next) change(next, t('Set up'));
            else setTyped({ text: typed.text, wrong });
          }}>
            <Text title="SFEN" name="sfen" value={typed.text} onChange={(text) => setTyped({ text, wrong: null })}
              fault={typed.wrong ? faultInWords(inLanguage(typed.wrong.message), typed.wrong.column) : ''} />
            <Button type="submit">{t('Load SFEN')}</Button>
          </form>
          <ul class="notes" aria-label={t('Notes')}>
            {refused ? <li class="fault">{sentence(inLanguage(refused.message))}</li> : comments.map((note) => <li key={note}>{note}</li>)}
          </ul>
          <LookPanel game={{ variant: name, sfen }} />
        </section>
      </div>
    </>
  );
}
