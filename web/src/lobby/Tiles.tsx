// Tiles.tsx: the games to choose from, each with its first position.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ServerGames } from '../serverGames';
import { gamesOf } from '../rules/names';
import { listed, t, tn } from '../words';
import { DRAWN, isDrawn, MiniBoard, startOf } from './MiniBoard';

/** The most games that a search lists. */
const FOUND_MAX = 24;

/** Without marks and spaces: "shosu" finds "Shōsū Shogi". */
const plain = (text: string): string => text.normalize('NFD').replace(/[\u0300-\u036f\s-]/g, '').toLowerCase();

export function Tiles({ games }: Pick<ServerGames, 'games'>) {
  const [sought, setSought] = useState('');
  // The kanji of all games are a font of 31 KB: it comes when the boards come into view.
  const [seen, setSeen] = useState(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => { if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true); });
    observer.observe(section.current!);
    return () => observer.disconnect();
  }, []);
  const alone = new Set(gamesOf(games.map(({ name }) => name)));
  const word = plain(sought);
  const found = word === '' ? DRAWN.flatMap((name) => games.find((game) => game.name === name) ?? [])
    : games.filter(({ name, title, aliases = [] }) => alone.has(name) && [name, title, ...aliases].some((one) => plain(one).includes(word))).slice(0, FOUND_MAX);
  return (
    <section aria-labelledby="choose" ref={section} class={seen ? undefined : 'unseen'}>
      <div class="row">
        <h2 id="choose" class="grow">{t('Choose a game')}</h2>
        <input type="search" name="sought" value={sought} placeholder={t('Search')} aria-label={t('Search')} onInput={(event) => setSought(event.currentTarget.value)} />
        <a href="/rules">{t('Rules of all games')}</a>
      </div>
      <ul class="tiles">
        {found.map(({ name, title, files = 0, ranks = 0, aliases = [] }) => {
          const start = startOf(name);
          const signs = aliases.find((alias) => alias.endsWith('将棋')) ?? aliases.find((alias) => /[^ -~]/.test(alias));
          const pieces = start?.cells.flat().filter((cell) => cell !== null).length ?? 0;
          return (
            <li key={name}>
              <a class="card tile" href={`/rules/${encodeURIComponent(name)}`}>
                <span class="picture">{start && isDrawn(name) ? <MiniBoard game={name} placed={start} /> : <img class="mini" src={`/help/board/${encodeURIComponent(name)}.svg`} alt="" loading="lazy" />}</span>
                <span class="words"><b>{title}</b>{signs !== undefined && signs !== title && <span lang="ja"> {signs}</span>}
                  <span class="quiet">{listed([`${files}×${ranks}`, pieces > 0 ? tn(pieces, '{n} piece', '{n} pieces') : ''].filter(Boolean))}</span></span>
              </a>
            </li>
          );
        })}
      </ul>
      {games.length > 0 && found.length === 0 && <p class="quiet">{t('No games found.')}</p>}
    </section>
  );
}
