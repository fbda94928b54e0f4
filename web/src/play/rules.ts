// rules.ts: the definitions of the server's games.

import { api } from '../server';
import { rules, type Variant } from '../library';

export interface Definition {
  name: string;
  /** In English, of a game that the server ships: its stored text has no notes. */
  title: string;
  text: string;
}

const texts = new Map<number, Promise<Definition>>();
const known = new Map<number, Promise<Variant>>();

/** A stored definition, which never changes. */
export function definitionOf(definition: number): Promise<Definition> {
  let text = texts.get(definition);
  if (!text) {
    text = api.get<Definition>(`/api/definitions/${definition}`);
    text.catch(() => texts.delete(definition));
    texts.set(definition, text);
  }
  return text;
}

/** The variant of a stored definition. */
export function variantOf(definition: number): Promise<Variant> {
  let variant = known.get(definition);
  if (!variant) {
    variant = Promise.all([rules(), definitionOf(definition)])
      .then(([shoogi, { text }]) => shoogi.variant(text));
    variant.catch(() => known.delete(definition));
    known.set(definition, variant);
  }
  return variant;
}

/** The game of a stored definition as the server finds it: by its name if the page has it, or by number, "@12". */
export async function variantNameOf(definition: number): Promise<string> {
  const [{ name }, { definitions }] = await Promise.all([definitionOf(definition), import('../definitions')]);
  return definitions.has(name) ? name : `@${definition}`;
}
