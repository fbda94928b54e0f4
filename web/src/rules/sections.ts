// sections.ts: the library's rules text in the sections of a page.

import type { Block } from '../../../src/wasm/shoogi.mjs';

/** Blocks that belong together: items of a list, rows of a table, terms with meanings, a piece with its moves. */
export type Part =
  | { form: 'prose' | 'heading' | 'legend' | 'setup'; text: string }
  | { form: 'items'; items: readonly string[] }
  | { form: 'terms'; terms: readonly { word: string; text: string }[] }
  | { form: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { form: 'piece'; title: string; kind: number; moves: string; text: string };

export interface Section {
  /** '' for the part before the first heading. */
  title: string;
  parts: readonly Part[];
}

export function sections(blocks: readonly Block[]): Section[] {
  const all: { title: string; parts: Part[] }[] = [{ title: '', parts: [] }];
  for (let i = 0; i < blocks.length; i++) {
    const { form, level, text } = blocks[i]!;
    const { parts } = all.at(-1)!;
    /** This block and the following ones of the same form. */
    const run = (): Block[] => {
      const first = i;
      while (blocks[i + 1]?.form === form) i++;
      return blocks.slice(first, i + 1);
    };
    switch (form) {
      case 'topic': break;
      case 'heading':
        if (level < 2) all.push({ title: text, parts: [] });
        else if (blocks[i + 1]?.form === 'moves') {
          const [moves, next] = [blocks[i + 1]!, blocks[i + 2]];
          const described = next?.form === 'prose';
          parts.push({ form: 'piece', title: text, kind: moves.kind, moves: moves.text, text: described ? next.text : moves.text });
          i += described ? 2 : 1;
        } else parts.push({ form: 'heading', text });
        break;
      case 'item': parts.push({ form: 'items', items: run().map((block) => block.text) }); break;
      case 'term': parts.push({ form: 'terms', terms: run().map((block) => ({ word: block.word, text: block.text })) }); break;
      case 'row': {
        const [head = [], ...rows] = run().map((block) => block.text.split('\t'));
        parts.push({ form: 'table', head, rows });
        break;
      }
      case 'moves': parts.push({ form: 'piece', title: '', kind: blocks[i]!.kind, moves: text, text }); break;
      case 'setup': case 'legend': parts.push({ form, text }); break;
      case 'prose': case 'literal': parts.push({ form: 'prose', text }); break;
    }
  }
  return all.filter(({ title, parts }) => title !== '' || parts.length > 0);
}

/** A text split into plain parts and links: "HELP NAME" is a help page, "HELP GAME NAME" the rules page of that game, by its title. */
export function references(text: string, titled: (name: string) => string = (name) => name): { text: string; href?: string }[] {
  return text.split(/(HELP GAME [A-Z0-9]+(?:-[A-Z0-9]+)*|HELP [A-Z]+(?:-[A-Z]+)*)/).filter((piece) => piece !== '').map((piece) => {
    const [, game, topic] = /^HELP (?:(GAME [A-Z0-9-]+)|([A-Z-]+))$/.exec(piece) ?? [];
    const name = game?.slice(5).toLowerCase();
    if (name !== undefined) return { text: titled(name), href: `/rules/${name}` };
    return topic === undefined ? { text: piece } : { text: piece, href: `/help/${topic.toLowerCase()}` };
  });
}
