// definitions.ts: the text of each definition that is shipped, by its name.

const files = import.meta.glob<string>('../../variants/*.variant', {
  query: '?raw', import: 'default', eager: true,
});

export const definitions: ReadonlyMap<string, string> = new Map(
  Object.entries(files).map(([path, text]) => [/([^/]+)\.variant$/.exec(path)?.[1] ?? path, text]),
);
