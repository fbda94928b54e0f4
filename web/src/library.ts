// library.ts: the rules as a page has them: libshoogi.wasm, and the definitions that are shipped.

import { load, type Shoogi, type Variant } from '../../src/wasm/shoogi.mjs';
import wasm from 'libshoogi.wasm?url';

const files = import.meta.glob<string>('../../variants/*.variant', {
  query: '?raw', import: 'default', eager: true,
});

/** The text of each definition, by its name. */
export const definitions: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, text]) => [/([^/]+)\.variant$/.exec(path)?.[1] ?? path, text]),
);

/** A module that knows all shipped definitions, so that others may be based on them. */
export async function open(): Promise<Shoogi> {
  const answer = await fetch(wasm);
  if (!answer.ok) throw new Error(`the rules could not be fetched: ${answer.status}`);
  const shoogi = await load(await answer.arrayBuffer());
  for (const [name, text] of definitions) shoogi.addDefinition(name, text);
  return shoogi;
}

export type { Shoogi, Variant };
