// library.ts: the rules for a page: libshoogi-page.wasm and the shipped definitions, each fetched on first use.
//
// Readers of rules and inventors get libshoogi-invent.wasm, which a board does not wait for.

import { load, type Shoogi, type Variant } from '../../src/wasm/shoogi.mjs';
import inventing from 'libshoogi-invent.wasm?url';
import playing from 'libshoogi-page.wasm?url';
import recording from 'libshoogi-records.wasm?url';
import { gameMeant } from './rules/names';

async function start(module: string): Promise<Shoogi> {
  const answer = await fetch(module);
  if (!answer.ok) throw new Error(`the rules could not be fetched: ${answer.status}`);
  return load(await answer.arrayBuffer());
}

let core: Promise<Shoogi> | undefined;
let library: Promise<Library> | undefined;

/** Keeps a promise unless it fails: then the next call tries again. */
function kept<T>(promise: Promise<T>, forget: () => void): Promise<T> {
  promise.catch(forget);
  return promise;
}

/** The rules alone: enough for a definition that is based on no other. */
export const rules = (): Promise<Shoogi> => (core ??= kept(start(playing), () => { core = undefined; }));

export interface Library {
  shoogi: Shoogi;
  /** The text of each shipped definition, by name; without notes unless openHelp is used. */
  definitions: ReadonlyMap<string, string>;
}

let helpLibrary: Promise<Library> | undefined;

async function knowing(rules: Promise<Shoogi>, texts: Promise<Pick<Library, 'definitions'>>): Promise<Library> {
  const [shoogi, { definitions }] = await Promise.all([rules, texts]);
  for (const [name, text] of definitions) shoogi.addDefinition(name, text);
  return { shoogi, definitions };
}

/** The rules with all shipped definitions, so that others may be based on them. */
export const open = (): Promise<Library> => (library ??= kept(knowing(rules(), import('./definitions')), () => { library = undefined; }));

/** The same with a game that only the server has, if it exists. */
export async function openWith(name: string | null): Promise<Library> {
  const library = await open();
  if (name === null || gameMeant(name, library.definitions) !== undefined) return library;
  const { fetchDefinition } = await import('./definitions');
  const text = await fetchDefinition(name);
  if (text === null) return library;
  library.shoogi.addDefinition(name, text);
  return { ...library, definitions: new Map([...library.definitions, [name, text]]) };
}

let inventLibrary: Promise<Library> | undefined;
let recordsLibrary: Promise<Library> | undefined;

/** The same in a module that also reads variants.ini: for texts that somebody writes or pastes. */
export const openInvent = (): Promise<Library> =>
  (inventLibrary ??= kept(knowing(start(inventing), import('./definitions')), () => { inventLibrary = undefined; }));

/** The same in a module that also writes records. */
export const openRecords = (): Promise<Library> =>
  (recordsLibrary ??= kept(knowing(start(recording), import('./definitions')), () => { recordsLibrary = undefined; }));

/**
 * The same with the notes of all definitions, in a module of its own: what it reads may end that module, which no other
 * page uses.
 */
export const openHelp = (): Promise<Library> =>
  (helpLibrary ??= kept(knowing(start(inventing), import('./wholeDefinitions')), () => { helpLibrary = undefined; }));

/** Starts another such module when this one has ended. */
export const forgetHelp = (): void => { helpLibrary = undefined; };

export type { Shoogi, Variant };
