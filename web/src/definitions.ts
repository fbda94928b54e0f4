// definitions.ts: the text of each definition that is shipped, by its name, and of others that the server has.

const files = import.meta.glob<string>('../../variants/*.variant', {
  query: '?raw', import: 'default', eager: true,
});

export const definitions: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, text]) => [/([^/]+)\.variant$/.exec(path)?.[1] ?? path, text]),
);

/** Whoever runs a server may give it games of his own.  Null where it does not answer, or has no such game. */
export async function besides(name: string): Promise<string | null> {
  try {
    const answer = await fetch(`/api/variants/${encodeURIComponent(name)}`);
    const { definition } = await answer.json() as { definition?: string };
    return answer.ok && definition ? definition : null;
  } catch {
    return null;
  }
}
