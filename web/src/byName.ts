// byName.ts: texts of definitions by path, sorted by name: a game before its rule sets.

export const byName = (texts: Record<string, string>): ReadonlyMap<string, string> => new Map(
  Object.entries(texts).map(([path, text]) => [/([^/]+)\.variant$/.exec(path)?.[1] ?? path, text] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);
