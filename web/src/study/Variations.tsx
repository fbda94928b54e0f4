// Variations.tsx: the tree of a study as lists of moves, and the keys that step through it.

import { useLayoutEffect } from 'preact/hooks';
import { Button } from '../design/parts';
import { readMarks } from './marks';
import { isStart, type Line, type Study as Tree } from './tree';

/** The arrows step through the tree: to and from, and between variations of a move. */
export function useTreeKeys(study: Tree, at: number, go: (id: number) => void): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as Element).closest('input, textarea, select, dialog, [role=grid], [role=radiogroup], [role=tablist]')) return;
      const node = study.nodes.get(at)!;
      const beside = study.nodes.get(node.parent)!.next;
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const start = isStart(node);
      const to = event.key === 'ArrowLeft' && !start ? node.parent : event.key === 'ArrowRight' ? node.next[0]
        : by !== undefined && !start && beside.length > 1 ? beside[beside.indexOf(at) + by] : undefined;
      if (to === undefined) return;
      event.preventDefault();
      go(to);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

export function Ways({ ways, study, texts, at, onGo }: {
  ways: readonly Line[]; study: Tree; texts: ReadonlyMap<number, string>; at: number; onGo(id: number): void;
}) {
  return (
    <ul>
      {ways.map(({ nodes, ways: more }) => (
        <li key={nodes[0]}>
          {nodes.map((id) => {
            const { glyph, words } = readMarks(study.nodes.get(id)!.comment);
            return (
              <span key={id}>
                <Button kind="bare" aria-current={id === at ? 'step' : undefined} onClick={() => onGo(id)}>
                  {texts.get(id) ?? '...'}{glyph && <b class="mark" data-mark={glyph}> {glyph}</b>}</Button>
                {words !== '' && <span class="comment">{words}</span>}
              </span>
            );
          })}
          {more.length > 0 && <Ways ways={more} study={study} texts={texts} at={at} onGo={onGo} />}
        </li>
      ))}
    </ul>
  );
}
