// split.ts: the games in a text, in any format, one after another, each with its faults at their place in the whole text.

import type { Shoogi, ShoogiError, Variant } from '../../../src/wasm/shoogi.mjs';
import { isWarning } from '../textFault';
import { readOwn } from './ownText';

export interface Fault {
  line: number;
  column: number;
  message: string;
}

export interface FoundGame {
  /** The name of the game. */
  variant: string;
  format: string;
  black: string;
  white: string;
  event: string;
  moves: number;
  /** The line at which it begins, from 1. */
  line: number;
  /** Errors and warnings; what follows an error is kept as text. */
  faults: readonly Fault[];
  /** Whether one is an error. */
  bad: boolean;
  /** The record in our own format; '' if there is none. */
  text: string;
}

/** A longer record is refused, as by the library. */
const RECORD_BYTES_MAX = 4 * 1024 * 1024;
/** The part that is read first: most records are short, and a text may hold thousands. */
const SLICE_BYTES = 8 * 1024;

export const errorOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const faultOf = ({ line, column, message }: ShoogiError, before: number): Fault => ({ line: line > 0 ? line + before : 0, column, message });

/** The names of games, titles among them, by the name of the definition. */
export function namesOf(definitions: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (alias: string, name: string) => {
    const key = alias.trim().toLowerCase();
    if (key !== '' && !names.has(key)) names.set(key, name);
  };
  for (const name of definitions.keys()) add(name, name);
  for (const [name, text] of definitions)
    for (const [, list = ''] of text.matchAll(/^alias=(.*)$/gm)) for (const alias of list.split(',')) add(alias, name);
  for (const [name, text] of definitions) for (const [, title = ''] of text.matchAll(/^title=(.*)$/gm)) add(title, name);
  return names;
}

const countLines = (bytes: Uint8Array): number => {
  let lines = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++;
  return lines;
};

const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 32 || byte === 9 || byte === 10 || byte === 13);

/** Yields the games of a text.  assumed: the game that a record without a name is of. */
export function* split(shoogi: Shoogi, definitions: ReadonlyMap<string, string>, whole: string, assumed: string): Generator<FoundGame> {
  const variants = new Map<string, Variant>();
  const variantOf = (name: string): Variant => {
    let variant = variants.get(name);
    if (!variant) variants.set(name, (variant = shoogi.variant(definitions.get(name) ?? '', { lenient: true, name })));
    return variant;
  };
  const names = namesOf(definitions);
  const bytes = new TextEncoder().encode(whole);
  let before = 0;
  for (let at = 0; at < bytes.length && !isBlank(bytes.subarray(at));) {
    let name = assumed;
    let found = variantOf(name).nextRecord(bytes.subarray(at, at + SLICE_BYTES));
    for (let size = SLICE_BYTES; ;) {
      const known = names.get(found.game.toLowerCase());
      // The record may end beyond the part that was read.
      const more = found.bytes >= size && at + size < bytes.length && size <= RECORD_BYTES_MAX;
      const other = known !== undefined && known !== name;
      if (!more && !other) break;
      if (more) size *= 8;
      if (other) name = known;
      found.record?.free();
      found = variantOf(name).nextRecord(bytes.subarray(at, at + size));
      if (other && !more) break;
    }
    const { record, format } = found;
    const used = Math.max(1, found.bytes);
    const faults = found.faults.map((fault) => faultOf(fault, before));
    const text = record ? record.write('shoogi').text : '';
    record?.free();
    const own = readOwn(text);
    const header = (key: string) => own.headers.get(key) ?? '';
    yield {
      variant: name, format, black: header('black'), white: header('white'), event: header('event'),
      moves: own.main.filter((node) => own.nodes[node]!.usi !== '').length,
      line: before + 1, faults, bad: faults.some((fault) => !isWarning(fault)), text,
    };
    // A text in no known format has no end, either.
    if (format === '') break;
    before += countLines(bytes.subarray(at, at + used));
    at += used;
  }
  for (const variant of variants.values()) variant.free();
}
