// definitions.ts: the text of each shipped definition by name, and of others that the server has.

import { byName } from './byName';

// Without their notes, which are long and only pages of rules need.
const files = import.meta.glob<string>('../../variants/*/*.variant', {
  query: '?played', import: 'default', eager: true,
});

export const definitions = byName(files);

/** A server may have games of its own.  Null if it does not answer, or has no such game. */
export async function fetchDefinition(name: string): Promise<string | null> {
  try {
    const answer = await fetch(`/api/variants/${encodeURIComponent(name)}`);
    const { definition } = await answer.json() as { definition?: string };
    return answer.ok && definition ? definition : null;
  } catch {
    return null;
  }
}
