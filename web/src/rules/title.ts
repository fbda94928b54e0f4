// title.ts: games by title, in the language of the page, in the order in which lists show them.

import { aliasesIn, gameOf, signsAmong, titleIn } from './names';
import { tc } from '../words';

/** A game or rule set in a list. */
export interface NamedGame {
  name: string;
  title: string;
  /** Known for the games of the server. */
  files?: number;
  ranks?: number;
  aliases?: readonly string[];
}

/** A title in the language of the page; the name of a game without one. */
export const titleInWords = (name: string, title: string): string => (title === '' || title === 'none' ? name : tc('title', title));

/** The last title= of a definition; the name of a game without one. */
export const titleOf = (name: string, text: string): string =>
  titleInWords(name, titleIn(text));

/** The title of a stored definition. */
export function storedTitle({ name, title, text }: { name: string; title?: string; text: string }): string {
  const own = titleOf(name, text);
  return own === name ? titleInWords(name, title ?? '') : own;
}

/** The families that are played most; the others follow by name, as in docs/variants.md. */
const FIRST = ['shogi', 'shosu', 'chu', 'mortal'];

/** By family: its game first, then the rule sets by name. */
export function inOrder(names: readonly string[]): string[] {
  const place = (family: string): number => (FIRST.includes(family) ? FIRST.indexOf(family) : FIRST.length);
  const key = (name: string) => ({ name, family: gameOf(name, names) });
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return names.map(key).sort((a, b) => place(a.family) - place(b.family) || compare(a.family, b.family)
    || Number(b.name === b.family) - Number(a.name === a.family) || compare(a.name, b.name)).map(({ name }) => name);
}

/** The games of definitions by name. */
export const gamesIn = (definitions: ReadonlyMap<string, string>): NamedGame[] =>
  inOrder([...definitions.keys()]).map((name) => ({ name, title: titleOf(name, definitions.get(name)!), aliases: aliasesIn(definitions.get(name)!) }));

/** A game with its further rule sets. */
export interface Family {
  game: NamedGame;
  ruleSets: readonly NamedGame[];
}

/** The families of games, in the same order. */
export function familiesOf(games: readonly NamedGame[]): Family[] {
  const names = games.map(({ name }) => name);
  const families = new Map<string, NamedGame[]>();
  for (const game of games) {
    const family = gameOf(game.name, names);
    families.set(family, [...families.get(family) ?? [], game]);
  }
  return [...families].flatMap(([name, members]) => {
    const game = members.find((one) => one.name === name);
    return game ? [{ game, ruleSets: members.filter((one) => one !== game) }] : [];
  });
}

/** The name of a game in kanji or kana, unless its title is; its rule sets may have it. */
export function japaneseName({ game, ruleSets }: Family): string | undefined {
  const name = signsAmong([game, ...ruleSets].flatMap(({ aliases = [] }) => aliases));
  return name === game.title ? undefined : name;
}

/** Without marks and spaces: "shosu" finds "Shōsū Shogi". */
const plain = (text: string): string => text.normalize('NFD').replace(/[\u0300-\u036f\s-]/g, '').toLowerCase();

/** The families of which a name contains a word. */
export function familiesWith(word: string, families: readonly Family[]): Family[] {
  const sought = plain(word);
  return families.filter(({ game, ruleSets }) => [game, ...ruleSets]
    .some(({ name, title, aliases = [] }) => [name, title, ...aliases].some((one) => plain(one).includes(sought))));
}
