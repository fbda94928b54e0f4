// ownText.ts: a record in our own format as a tree: docs/record-format.md, "Our own record".
//
// The library has written the text, so its moves are legal and its lines in order.

import type { Colour } from '../../../src/wasm/shoogi.mjs';

export interface RecordNode {
  /** The number of the node before; null at the start. */
  parent: number | null;
  /** In USI; '' at the start and at an end. */
  usi: string;
  /** The number of moves up to here. */
  ply: number;
  time_ms?: number;
  comment: string;
  /** How a line ended, "resign black"; '' for a move. */
  end: string;
}

export interface OwnRecord {
  game: string;
  /** SFEN; null: that of the game. */
  start: string | null;
  headers: ReadonlyMap<string, string>;
  /** The first is the start. */
  nodes: readonly RecordNode[];
  /** The numbers of the nodes of the main line, without the start. */
  main: readonly number[];
  /** The text that could not be read. */
  rest: string;
}

/** The names of the players; '' if the record does not name the player. */
export const namesIn = ({ headers }: OwnRecord): Readonly<Record<Colour, string>> => ({ black: headers.get('black') ?? '', white: headers.get('white') ?? '' });

/** A comment as lines of our own format. */
export const commentLines = (comment: string): string => (comment === '' ? '' : comment.split('\n').map((line) => `* ${line}\n`).join(''));

const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1');

export function readOwn(text: string): OwnRecord {
  const headers = new Map<string, string>();
  const nodes: RecordNode[] = [{ parent: null, usi: '', ply: 0, comment: '', end: '' }];
  const rest: string[] = [];
  let game = '', start: string | null = null;
  /** The nodes of the current line, the start first. */
  let line = [0];
  const add = (ply: number, node: Pick<RecordNode, 'usi' | 'end'> & { time_ms?: number }) => {
    line = line.slice(0, ply);
    nodes.push({ ...node, parent: line.at(-1) ?? 0, ply: node.end === '' ? ply : ply - 1, comment: '' });
    line.push(nodes.length - 1);
  };
  for (const row of text.split('\n').slice(1)) {
    const [, ply = '', word = '', tail = ''] = /^(\d+) (\S+) ?(.*)$/.exec(row) ?? [];
    if (ply !== '' && word === 'end') add(Number(ply), { usi: '', end: tail });
    else if (ply !== '') {
      const seconds = /^[\d.]+$/.exec(tail)?.[0];
      add(Number(ply), { usi: word, end: '', ...(seconds !== undefined && { time_ms: Math.round(1000 * Number(seconds)) }) });
    } else if (/^\*( |$)/.test(row)) {
      const node = nodes.at(-1)!;
      node.comment += `${node.comment === '' ? '' : '\n'}${row.slice(2)}`;
    } else if (/^>( |$)/.test(row)) rest.push(row.slice(2));
    else if (row.startsWith('game ')) game = row.slice('game '.length);
    else if (row.startsWith('start ')) start = row.slice('start '.length);
    else if (!/^(&|rules )/.test(row)) {
      const [, name, value] = /^((?:\\.|[^:\\])+): ?(.*)$/.exec(row) ?? [];
      if (name !== undefined) headers.set(unescaped(name), value ?? '');
    }
  }
  const first = new Map<number, number>();
  for (const [i, { parent }] of nodes.entries()) if (parent !== null && !first.has(parent)) first.set(parent, i);
  const main: number[] = [];
  for (let at = first.get(0); at !== undefined; at = first.get(at)) main.push(at);
  return { game, start, headers, nodes, main, rest: rest.join('\n') };
}
