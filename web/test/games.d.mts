// games.d.mts: the types of games.mjs, where each is explained.

export const shipped: readonly string[];
export const sample: readonly string[];
