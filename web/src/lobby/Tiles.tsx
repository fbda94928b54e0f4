// Tiles.tsx: the games to choose from, each with its first position.

import { useEffect, useState } from 'preact/hooks';
import { Empty, Search } from '../design/parts';
import { familiesOf, familiesWith } from '../rules/title';
import type { ServerGames } from '../serverGames';
import { t, tc } from '../words';
import { GameTile } from './GameTile';
import { FIRST, loadOthers } from './MiniBoard';

/** The most games that a search lists; the page of all games has no such limit. */
const FOUND_MAX = 24;

export function Tiles({ games }: Pick<ServerGames, 'games'>) {
  const [sought, setSought] = useState('');
  const [, setDrawn] = useState(false);
  const searches = sought.trim() !== '';
  useEffect(() => { if (searches) void loadOthers().then(() => setDrawn(true), () => {}); }, [searches]);
  const families = familiesOf(games);
  const found = searches ? familiesWith(sought, families).slice(0, FOUND_MAX)
    : FIRST.flatMap((name) => families.find(({ game }) => game.name === name) ?? []);
  return (
    <section aria-labelledby="choose">
      <div class="row">
        <h2 id="choose" class="grow">{t('Choose a game')}</h2>
        <Search value={sought} onChange={setSought} />
        <a href="/rules">{t('Rules of all games')}</a>
      </div>
      <ul class="tiles">{found.map((family) => <li key={family.game.name}><GameTile family={family} /></li>)}</ul>
      {games.length > 0 && found.length === 0 && <Empty>{tc('kinds of games', 'No games found.')}</Empty>}
    </section>
  );
}
