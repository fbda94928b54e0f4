// games.d.mts: the types of games.mjs, where each is explained.

export const texts: ReadonlyMap<string, string>;
export const shipped: readonly string[];
export const sample: readonly string[];
