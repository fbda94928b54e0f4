// Featured.tsx: a game that is being played, live; when nobody plays, a game of the engine against itself.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { GameRow } from '../answers';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { squaresOf } from '../board/squares';
import { Badge, ButtonLink, Button } from '../design/parts';
import { shownName } from '../playerName';
import { useGames } from '../serverGames';
import { colourName, playersInWords } from '../sides';
import { t } from '../words';
import { DEMO } from './demo';
import { useLatest } from './GameBoard';
import { handText, MiniBoard, startOf } from './MiniBoard';
import { moved, placedOf, type Placed } from './placed';
import { featuredOf } from './running';

/** The time between two moves of the engine's game. */
const STEP_MS = 1600;
/** After its end the engine's game stands for so many moves. */
const PAUSE = 6;

export function Featured({ games }: { games: readonly GameRow[] | undefined }) {
  const game = featuredOf(games ?? []);
  if (!games) return <div class="card featured"><Board game="shogi" placed={startOf('shogi')!} last={[]} names={sides()} /><p class="row" /></div>;
  return game ? <Live key={game.id} game={game} /> : <Demo />;
}

interface BoardProps {
  game: string;
  placed: Placed;
  last: readonly string[];
  label?: string;
  /** The names of White and of Black. */
  names: readonly [white: string, black: string];
}

/** The hands stand beside the names, so that neither has an empty line. */
function Board({ game, placed, last, label, names: [white, black] }: BoardProps) {
  const row = (name: string, colour: Colour) => (
    <p class="seat"><span>{colour === 'white' ? '△' : '▲'} <b>{name}</b></span><span class="in-hand" aria-hidden="true">{handText(game, placed, colour === 'white')}</span></p>
  );
  return (
    <>
      {row(white, 'white')}
      <MiniBoard game={game} placed={placed} last={last} {...(label !== undefined && { label })} />
      {row(black, 'black')}
    </>
  );
}

const sides = () => [colourName('white'), colourName('black')] as const;

const nameOf = ({ name, rating }: GameRow['black']): string => [shownName(name), rating].filter(Boolean).join(' ');

function Live({ game }: { game: GameRow }) {
  const { titled } = useGames();
  const value = useLatest(game);
  const placed = (value && placedOf(value.sfen)) ?? startOf(game.variant)!;
  const names = playersInWords(game);
  return (
    <section class="card featured" aria-label={names}>
      <Board game={game.variant} placed={placed} last={squaresOf(value?.moves.at(-1)?.usi ?? '')} label={names} names={[nameOf(game.white), nameOf(game.black)]} />
      <p class="row"><Badge kind="live">{t('Live')}</Badge><span class="grow quiet">{titled(game.variant)}</span>
        <ButtonLink href={`/games/${game.id}`} icon="watch">{t('Watch')}</ButtonLink></p>
    </section>
  );
}

function Demo() {
  const [at, setAt] = useState(0);
  const [runs, setRuns] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => { if (!document.hidden) setAt((before) => (before + 1) % (DEMO.length + PAUSE)); }, STEP_MS);
    return () => clearInterval(timer);
  }, [runs]);
  const shown = Math.min(at, DEMO.length);
  const placed = useMemo(() => DEMO.slice(0, shown).reduce((before, usi, i) => moved(before, usi, i % 2 === 0 ? 'black' : 'white'), startOf('shogi')!), [shown]);
  return (
    <section class="card featured" aria-label={t('The engine against itself')}>
      <Board game="shogi" placed={placed} last={squaresOf(DEMO[shown - 1] ?? '')} label={t('The engine against itself')} names={sides()} />
      <p class="row"><span class="grow quiet">{t('The engine against itself')}</span>
        <Button onClick={() => setRuns(!runs)}>{runs ? t('Stop') : t('Continue')}</Button></p>
    </section>
  );
}
