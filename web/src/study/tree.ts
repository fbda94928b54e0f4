// tree.ts: a study that several people edit, with a tree of variations for each chapter, built from the server's answer
// and events.

import type { ReaderNotation } from '../notation';
import type { Variant } from '../../../src/wasm/shoogi.mjs';

export interface Node {
  /** The number of the event that made it; 0: the start of the first chapter. */
  id: number;
  /** The number of the node before it; the start of a chapter is its own parent. */
  parent: number;
  usi: string;
  by: string;
  comment: string;
  /** In the order of creation; the first is the main line. */
  next: readonly number[];
}

export interface Chapter {
  /** The number of the node at its start. */
  node: number;
  title: string;
  /** The position at its start as SFEN; empty: the starting position of the game. */
  start: string;
}

export interface Study {
  id: number;
  definition: number;
  name: string;
  by: string;
  may_edit: boolean;
  editors: readonly string[];
  /** The number of its events so far. */
  events: number;
  /** In the order in which readers see them. */
  chapters: readonly Chapter[];
  nodes: ReadonlyMap<number, Node>;
}

export type StudyAnswer = Omit<Study, 'nodes'> & { nodes: readonly (Pick<Node, 'id'> & Partial<Node>)[] };

/** An event of a study. */
export interface Done {
  study: number;
  number: number;
  kind: string;
  text: string;
  by: string;
}

export const isStart = ({ id, parent }: Node): boolean => id === parent;

export function studyOf({ nodes, ...study }: StudyAnswer): Study {
  const all = new Map<number, Node>();
  for (const { id, parent = id, usi = '', by = '', comment = '' } of nodes) all.set(id, { id, parent, usi, by, comment, next: [] });
  for (const node of all.values()) {
    const parent = isStart(node) ? undefined : all.get(node.parent);
    if (parent) all.set(parent.id, { ...parent, next: [...all.get(parent.id)!.next, node.id] });
  }
  return { ...study, nodes: all };
}

/** The study after an event; null if events are missing or unknown, and the study has to be fetched again. */
export function after(study: Study, { number, kind, text, by }: Done): Study | null {
  if (number <= study.events) return study;
  if (number !== study.events + 1) return null;
  const nodes = new Map(study.nodes);
  const next: Study = { ...study, events: number, nodes };
  const [, word = '', rest = ''] = /^(\S+) ?(.*)$/s.exec(text) ?? [];
  const node = nodes.get(Number(word));
  switch (kind) {
    case 'move':
      if (!node) return null;
      nodes.set(number, { id: number, parent: node.id, usi: rest, by, comment: '', next: [] });
      nodes.set(node.id, { ...node, next: [...node.next, number] });
      return next;
    case 'comment':
      if (!node) return null;
      nodes.set(node.id, { ...node, comment: rest });
      return next;
    case 'remove': {
      if (!node || node.id === 0) return null;
      const parent = nodes.get(node.parent)!;
      if (isStart(node)) next.chapters = study.chapters.filter((one) => one.node !== node.id);
      else nodes.set(parent.id, { ...parent, next: parent.next.filter((id) => id !== node.id) });
      const gone = [node.id];
      for (let id = gone.pop(); id !== undefined; id = gone.pop()) {
        gone.push(...(nodes.get(id)?.next ?? []));
        nodes.delete(id);
      }
      return next;
    }
    case 'chapter': {
      const [title = '', start = ''] = text.split('\n');
      nodes.set(number, { id: number, parent: number, usi: '', by, comment: '', next: [] });
      return { ...next, chapters: [...study.chapters, { node: number, title, start }] };
    }
    case 'title': return { ...next, chapters: study.chapters.map((one) => (one.node === node?.id ? { ...one, title: rest } : one)) };
    case 'place': {
      const chapter = study.chapters.find((one) => one.node === node?.id);
      if (!chapter) return null;
      const others = study.chapters.filter((one) => one !== chapter);
      return { ...next, chapters: [...others.slice(0, Number(rest)), chapter, ...others.slice(Number(rest))] };
    }
    case 'name': return { ...next, name: text };
    case 'invite': return { ...next, editors: [...study.editors, text] };
    case 'dismiss': return { ...next, editors: study.editors.filter((name) => name !== text) };
    default: return null;
  }
}

/** The chapter of a node; the first in order for an unknown node. */
export function chapterOf(study: Study, id: number): Chapter {
  let node = study.nodes.get(id);
  while (node && !isStart(node)) node = study.nodes.get(node.parent);
  return study.chapters.find((one) => one.node === node?.id) ?? study.chapters[0]!;
}

/** The moves from the start of its chapter to a node; none for an unknown node. */
export function pathTo(study: Study, id: number): readonly Node[] {
  const path: Node[] = [];
  for (let node = study.nodes.get(id); node && !isStart(node); node = study.nodes.get(node.parent)) path.unshift(node);
  return path;
}

/** Each move of a chapter in notation, with its number: "3. Sx2b". */
export function written(study: Study, { node, start }: Chapter, variant: Variant, notation: ReaderNotation = 'western'): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  const position = variant.start(start === '' ? null : start);
  // Without recursion, because a line may be as long as a game.
  const rest: (number | null)[] = [...study.nodes.get(node)!.next].reverse();
  try {
    while (rest.length > 0) {
      const id = rest.pop()!;
      if (id === null) {
        position.undo();
        continue;
      }
      const { usi, next } = study.nodes.get(id)!;
      texts.set(id, `${position.ply()}. ${position.written(usi, notation)}`);
      position.do(usi);
      rest.push(null, ...[...next].reverse());
    }
  } finally {
    position.free();
  }
  return texts;
}

/** A line of moves without a branch, and the lines that continue it. */
export interface Line {
  nodes: readonly number[];
  ways: readonly Line[];
}

export function lines(study: Study, from: number): readonly Line[] {
  return study.nodes.get(from)!.next.map((first) => {
    const nodes = [first];
    let next = study.nodes.get(first)!.next;
    while (next.length === 1) {
      nodes.push(next[0]!);
      next = study.nodes.get(next[0]!)!.next;
    }
    return { nodes, ways: next.length > 0 ? lines(study, nodes.at(-1)!) : [] };
  });
}
