// rules.ts: the rules a game is played by, as the server keeps them.

import { api } from '../server';
import { rules, type Variant } from '../library';

const known = new Map<number, Promise<Variant>>();

/** The variant of a stored definition, which never changes. */
export function variantOf(definition: number): Promise<Variant> {
  let variant = known.get(definition);
  if (!variant) {
    variant = Promise.all([rules(), api.get<{ text: string }>(`/api/definitions/${definition}`)])
      .then(([shoogi, { text }]) => shoogi.variant(text));
    variant.catch(() => known.delete(definition));
    known.set(definition, variant);
  }
  return variant;
}
