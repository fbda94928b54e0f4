// Featured.tsx: a game that is being played, live; when nobody plays, a game of the engine against itself.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { useAnswer } from '../answer';
import type { GameAnswer, GameRow } from '../answers';
import { ButtonLink, Button } from '../design/parts';
import { useGames } from '../serverGames';
import { playersInWords } from '../sides';
import { t } from '../words';
import { DEMO } from './demo';
import { handText, isDrawn, MiniBoard, startOf } from './MiniBoard';
import { moved, placedOf, squaresIn, type Placed } from './placed';

/** How soon a move of the featured game is seen at the latest, and how long a move of the engine's game stays. */
const LIVE_MS = 10000;
const STEP_MS = 1600;
/** After its end the engine's game stands for so many moves. */
const PAUSE = 6;

/** The strongest players of those who play now; correspondence moves rarely. */
const choose = (games: readonly GameRow[]): GameRow | undefined => {
  const strength = ({ black, white }: GameRow) => (black.rating ?? 0) + (white.rating ?? 0);
  return games.filter(({ variant, speed }) => isDrawn(variant) && speed !== 'correspondence').sort((a, b) => strength(b) - strength(a) || b.id - a.id)[0];
};

export function Featured({ games }: { games: readonly GameRow[] | undefined }) {
  const game = choose(games ?? []);
  if (!games) return <div class="card featured"><Board game="shogi" placed={startOf('shogi')!} last={[]} /></div>;
  return game ? <Live key={game.id} game={game} /> : <Demo />;
}

function Board({ game, placed, last, label }: { game: string; placed: Placed; last: readonly string[]; label?: string }) {
  return (
    <>
      <p class="in-hand" aria-hidden="true">{handText(game, placed, true)}</p>
      <MiniBoard game={game} placed={placed} last={last} {...(label !== undefined && { label })} />
      <p class="in-hand" aria-hidden="true">{handText(game, placed, false)}</p>
    </>
  );
}

function Live({ game }: { game: GameRow }) {
  const { titled } = useGames();
  const { value } = useAnswer<GameAnswer>(`/api/games/${game.id}`, undefined, LIVE_MS);
  const placed = (value && placedOf(value.sfen)) ?? startOf(game.variant)!;
  const names = playersInWords(game);
  return (
    <section class="card featured" aria-label={names}>
      <Board game={game.variant} placed={placed} last={squaresIn(value?.moves.at(-1)?.usi ?? '')} label={names} />
      <p class="row"><span class="dot" /><span class="grow"><b>{names}</b> <span class="quiet">{titled(game.variant)}</span></span>
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
      <Board game="shogi" placed={placed} last={squaresIn(DEMO[shown - 1] ?? '')} label={t('The engine against itself')} />
      <p class="row"><span class="grow quiet">{t('The engine against itself')}</span>
        <Button onClick={() => setRuns(!runs)}>{runs ? t('Stop') : t('Continue')}</Button></p>
    </section>
  );
}
