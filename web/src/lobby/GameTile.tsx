// GameTile.tsx: a game to choose, with its first position.

import { WhenVisible } from '../design/WhenVisible';
import { japaneseName, type Family } from '../rules/title';
import { listed, tn } from '../words';
import { FirstPosition, startOf } from './MiniBoard';

export function GameTile({ family }: { family: Family }) {
  const { game: { name, title, files, ranks }, ruleSets } = family;
  const start = startOf(name);
  const size = start ?? { files, ranks };
  const pieces = start ? start.cells.flat().filter((cell) => cell !== null).length + Object.values(start.hands).reduce((sum, count) => sum + count, 0) : 0;
  const japanese = japaneseName(family);
  // The boards of all games have ten thousand elements, and the fonts of their kanji are loaded when they are needed.
  return (
    <a class="card tile" href={`/rules/${encodeURIComponent(name)}`}>
      <WhenVisible class="picture"><FirstPosition game={name} start={start} /></WhenVisible>
      <span class="words"><b>{title}</b>{japanese !== undefined && <> <span lang="ja" class="japanese">{japanese}</span></>}
        <span class="quiet">{listed([size.files ? `${size.files}×${size.ranks!}` : '', pieces > 0 ? tn(pieces, '{n} piece', '{n} pieces') : '',
          ruleSets.length > 0 ? tn(ruleSets.length + 1, '{n} rule set', '{n} rule sets') : ''].filter(Boolean))}</span></span>
    </a>
  );
}
