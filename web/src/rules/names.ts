// names.ts: games and their rule sets, by their names: chu-jcsa is a rule set of chu.  As src/server/rules/variants.h.

// The game of a rule set.  A game with rule sets is its own game: dai-dai is not a rule set of dai.
export function gameOf(name: string, names: readonly string[]): string {
  if (names.some((other) => other.startsWith(`${name}-`))) return name;
  return names.filter((other) => name.startsWith(`${other}-`))
    .reduce((longest, other) => (longest === name || other.length > longest.length ? other : longest), name);
}

export function gamesOf(names: readonly string[]): string[] {
  return names.filter((name) => gameOf(name, names) === name);
}

// The part of the name after the game and a hyphen.
export function ruleSetsOf(game: string, names: readonly string[]): string[] {
  return names.filter((name) => name !== game && gameOf(name, names) === game).map((name) => name.slice(game.length + 1));
}

/** The last title= of a definition, in English. */
export const titleIn = (text: string): string => [...text.matchAll(/^title=(.*)$/gm)].at(-1)?.[1]?.trim() ?? '';

/** The other names in a definition. */
export const aliasesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^alias=(.*)$/gm)].flatMap(([, names = '']) => names.split(',')).filter((name) => name !== '' && name !== 'none');

/** The first of these names in kanji or kana; one that ends in 将棋 comes before all others. */
export const signsAmong = (names: readonly string[]): string | undefined =>
  names.find((name) => name.endsWith('将棋')) ?? names.find((name) => /[^ -~]/.test(name));

/** The name of the game that a word of an address means: its name in any case, its title, or another name. */
export function gameMeant(word: string, definitions: ReadonlyMap<string, string>): string | undefined {
  if (definitions.has(word)) return word;
  const same = (text: string) => text.toLowerCase() === word.toLowerCase();
  const all = [...definitions];
  return (all.find(([name]) => same(name)) ?? all.find(([, text]) => same(titleIn(text)))
    ?? all.find(([, text]) => aliasesIn(text).some(same)))?.[0];
}
