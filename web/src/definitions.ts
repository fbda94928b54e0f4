// definitions.ts: the text of each definition that is shipped, by its name, and of others that the server has.

import { byName } from './byName';

// What they tell of their games is left out: it is long, and only pages of rules want it.
const files = import.meta.glob<string>('../../variants/*/*.variant', {
  query: '?played', import: 'default', eager: true,
});

export const definitions = byName(files);

/** Whoever runs a server may give it games of his own.  Null where it does not answer, or has no such game. */
export async function fetchDefinition(name: string): Promise<string | null> {
  try {
    const answer = await fetch(`/api/variants/${encodeURIComponent(name)}`);
    const { definition } = await answer.json() as { definition?: string };
    return answer.ok && definition ? definition : null;
  } catch {
    return null;
  }
}
