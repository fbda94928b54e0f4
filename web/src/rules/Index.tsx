// Index.tsx: all games with their first positions: those played most, then the others by the size of their boards.

import { useMemo, useState } from 'preact/hooks';
import { ButtonLink, Empty, Search } from '../design/parts';
import { GameTile } from '../lobby/GameTile';
import { FIRST, loadOthers, startOf } from '../lobby/MiniBoard';
import { useLoad } from '../load';
import { useTitle } from '../navigation';
import { t, tc } from '../words';
import { familiesOf, familiesWith, gamesIn, type Family } from './title';
import '../lobby/lobby.css';

/** The squares of Shogi, and of the largest board that is not called large here. */
const [USUAL, MEDIUM_MAX] = [81, 144];

const squaresOf = ({ game }: Family): number => {
  const start = startOf(game.name);
  return start ? start.files * start.ranks : USUAL;
};

/** fault: what to say above all games. */
export function Index({ fault = '' }: { fault?: string }) {
  useTitle(t('Rules of all games'));
  const [sought, setSought] = useState('');
  const { value, error } = useLoad(async () => {
    const [{ definitions }] = await Promise.all([import('../definitions'), loadOthers()]);
    return definitions;
  }, 'index');
  const all = useMemo(() => (value ? familiesOf(gamesIn(value)) : []), [value]);
  const found = sought.trim() === '' ? all : familiesWith(sought, all);
  const popular = FIRST.flatMap((name) => found.find(({ game }) => game.name === name) ?? []);
  const others = (fits: (squares: number) => boolean) => found.filter((family) => !popular.includes(family) && fits(squaresOf(family)));
  const groups: readonly (readonly [title: string, games: readonly Family[]])[] = [
    [t('Played most'), popular],
    [t('Other small boards'), others((squares) => squares < USUAL)],
    [t('Other boards of 9×9'), others((squares) => squares === USUAL)],
    [t('Other boards up to 12×12'), others((squares) => squares > USUAL && squares <= MEDIUM_MAX)],
    [t('Other large boards'), others((squares) => squares > MEDIUM_MAX)],
  ];
  return (
    <>
      <div class="row">
        <h1 class="grow">{t('Rules of all games')}</h1>
        <Search value={sought} onChange={setSought} />
      </div>
      {fault && <p role="alert" class="fault">{fault}</p>}
      {error !== undefined && <p role="alert" class="fault">{t('The rules could not be loaded. Reload the page to try again. ({error})', { error: String(error) })}</p>}
      {!value && error === undefined && <p class="waiting">{t('Loading')}</p>}
      {value && found.length === 0 && <Empty>{tc('kinds of games', 'No games found.')}</Empty>}
      {groups.map(([title, games]) => games.length > 0 && (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul class="tiles">{games.map((family) => <li key={family.game.name}><GameTile family={family} /></li>)}</ul>
        </section>
      ))}
      {value && <p class="actions">
        <ButtonLink href="/editor">{t('Position editor')}</ButtonLink>
        <ButtonLink href="/table">{t('Free board')}</ButtonLink>
        <ButtonLink href="/help/">{t('Help on everything else')}</ButtonLink>
      </p>}
    </>
  );
}
