// GameTile.tsx: a game to choose, with its first position.

import { useEffect, useRef, useState } from 'preact/hooks';
import { japaneseName, type Family } from '../rules/title';
import { listed, tn } from '../words';
import { MiniBoard, startOf } from './MiniBoard';

/** How far from the window a board is drawn: the boards of all games are ten thousand elements, and their kanji are
 * fonts that come when they are needed. */
const NEAR = '300px';

export function GameTile({ family }: { family: Family }) {
  const [near, setNear] = useState(false);
  const picture = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setNear(true);
      observer.disconnect();
    }, { rootMargin: NEAR });
    observer.observe(picture.current!);
    return () => observer.disconnect();
  }, []);
  const { game: { name, title, files, ranks }, ruleSets } = family;
  const start = startOf(name);
  const size = start ?? { files, ranks };
  const pieces = start?.cells.flat().filter((cell) => cell !== null).length ?? 0;
  const japanese = japaneseName(family);
  return (
    <a class="card tile" href={`/rules/${encodeURIComponent(name)}`}>
      <span class="picture" ref={picture}>{near && (start ? <MiniBoard game={name} placed={start} />
        : <img class="mini" src={`/help/board/${encodeURIComponent(name)}.svg`} alt="" />)}</span>
      <span class="words"><b>{title}</b>{japanese !== undefined && <> <span lang="ja" class="japanese">{japanese}</span></>}
        <span class="quiet">{listed([size.files ? `${size.files}×${size.ranks!}` : '', pieces > 0 ? tn(pieces, '{n} piece', '{n} pieces') : '',
          ruleSets.length > 0 ? tn(ruleSets.length + 1, '{n} rule set', '{n} rule sets') : ''].filter(Boolean))}</span></span>
    </a>
  );
}
