// talk.ts: chat messages and notices of the server, for as long as the page lives.

import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { ServerEvent } from './api';
import { shownName } from './playerName';
import { api } from './server';

export interface Line {
  key: number;
  at_ms: number;
  /** "tell", "say", "shout", "kibitz", "whisper", or "notice" of the server itself. */
  kind: string;
  /** null: the server. */
  from: string | null;
  text: string;
  game: number | null;
  /** What a notice is about. */
  about?: { kind?: string; game?: number; challenge?: number };
}

const MOST = 300;
let lines: readonly Line[] = [];
let keys = 0;
const watchers = new Set<() => void>();

export function add(line: Omit<Line, 'key' | 'at_ms'>): void {
  lines = [...lines.slice(1 - MOST), { ...line, key: ++keys, at_ms: Date.now() }];
  for (const watcher of [...watchers]) watcher();
}

api.on((received: ServerEvent) => {
  const { event, kind, from, text, game } = received as Record<string, unknown>;
  if (event !== 'talk' && event !== 'notice') return;
  add({
    kind: event === 'notice' ? 'notice' : String(kind),
    from: typeof from === 'string' ? from : null,
    // The words of people stay as they wrote them.
    text: event === 'notice' ? shownName(String(text ?? '')) : String(text ?? ''),
    game: event === 'talk' && typeof game === 'number' ? game : null,
    ...(event === 'notice' && { about: received as NonNullable<Line['about']> }),
  });
});

/** Replaces the messages of a game by those that the server kept. */
function recall(game: number, remarks: readonly { kind: string; from: string; text: string; at_ms: number }[]): void {
  lines = [...lines.filter((line) => line.game !== game), ...remarks.map((remark) => ({ ...remark, game, key: ++keys }))];
  for (const watcher of [...watchers]) watcher();
}

/** The matching messages, oldest first. */
export function useTalk(wanted: (line: Line) => boolean): readonly Line[] {
  const [all, setAll] = useState(lines);
  useLayoutEffect(() => {
    const watcher = () => setAll(lines);
    watchers.add(watcher);
    watcher();
    return () => { watchers.delete(watcher); };
  }, []);
  return all.filter(wanted);
}

/** Fetches the messages of a game, and again after a gap.  may: whether the reader may fetch them. */
export function useTalkOf(game: number, may: boolean): void {
  useEffect(() => {
    if (!may) return;
    const fetch = () => void api.post<{ talk: Parameters<typeof recall>[1] }>('talk', { game })
      .then(({ talk }) => recall(game, talk ?? []), () => {});
    fetch();
    return api.on(({ event }) => { if (event === 'reconnected') fetch(); });
  }, [game, may]);
}
