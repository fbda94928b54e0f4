// tree.ts: a tree of variations that several people edit, built from the server's answer and events.

import type { ReaderNotation } from '../notation';
import type { Variant } from '../../../src/wasm/shoogi.mjs';

export interface Node {
  /** The number of the event that made it; 0: the start. */
  id: number;
  parent: number;
  usi: string;
  by: string;
  comment: string;
  /** In the order of creation; the first is the main line. */
  next: readonly number[];
}

export interface Study {
  id: number;
  definition: number;
  name: string;
  by: string;
  start: string;
  may_edit: boolean;
  editors: readonly string[];
  /** The number of its events so far. */
  events: number;
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

export function studyOf({ nodes, ...study }: StudyAnswer): Study {
  const all = new Map<number, Node>();
  for (const { id, parent = 0, usi = '', by = '', comment = '' } of nodes) all.set(id, { id, parent, usi, by, comment, next: [] });
  for (const node of all.values()) {
    const parent = node.id === 0 ? undefined : all.get(node.parent);
    if (parent) all.set(parent.id, { ...parent, next: [...all.get(parent.id)!.next, node.id] });
  }
  return { ...study, nodes: all };
}

/** The study after an event; null if events are missing or unknown, and the study has to be fetched again. */
export function after(study: Study, { number, kind, text, by }: Done): Study | null {
  if (number <= study.events) return study;
  if (number !== study.events + 1) return null;
  const nodes = new Map(study.nodes);
  const next = { ...study, events: number, nodes };
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
      nodes.set(parent.id, { ...parent, next: parent.next.filter((id) => id !== node.id) });
      const gone = [node.id];
      for (let id = gone.pop(); id !== undefined; id = gone.pop()) {
        gone.push(...(nodes.get(id)?.next ?? []));
        nodes.delete(id);
      }
      return next;
    }
    case 'name': return { ...next, name: text };
    case 'invite': return { ...next, editors: [...study.editors, text] };
    case 'dismiss': return { ...next, editors: study.editors.filter((name) => name !== text) };
    default: return null;
  }
}

/** The moves from the start to a node; none for an unknown node. */
export function pathTo(study: Study, id: number): readonly Node[] {
  const path: Node[] = [];
  for (let node = study.nodes.get(id); node && node.id !== 0; node = study.nodes.get(node.parent)) path.unshift(node);
  return path;
}

/** Each move in notation, with its number: "3. Sx2b". */
export function written(study: Study, variant: Variant, notation: ReaderNotation = 'western'): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  const position = variant.start(study.start === '' ? null : study.start);
  // Without recursion, because a line may be as long as a game.
  const rest: (number | null)[] = [...study.nodes.get(0)!.next].reverse();
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

export function lines(study: Study, from = 0): readonly Line[] {
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
