import { describe, expect, it } from 'vitest';
import { definitions } from '../src/definitions';
import { formats } from '../src/formats';
import { aliasesIn, gameMeant, gameOf, gamesOf, ruleSetsOf, signsAmong } from '../src/rules/names';
import { shownName } from '../src/playerName';
import { gamesIn, inOrder, titleOf } from '../src/rules/title';

const names = ['chu', 'chu-jcsa', 'chu-lishogi', 'dai', 'dai-dai', 'dai-dai-western', 'dai-shogitter', 'heian-8x8', 'shogi'];

it('shows a guest by four digits, in a text of the server, too', () => {
  expect(['guest022324283', 'Guest000000007', 'guesthouse', 'anna', ''].map(shownName)).toEqual(['Guest 4283', 'Guest 0007', 'guesthouse', 'anna', '']);
  expect(shownName('guest022324283 has accepted your challenge.')).toBe('Guest 4283 has accepted your challenge.');
  expect(shownName('xguest022324283 guest0223242831 guest022324283-b')).toBe('xguest022324283 guest0223242831 guest022324283-b');
});

describe('games and their rule sets', () => {
  it('lists the games alone', () => {
    expect(gamesOf(names)).toEqual(['chu', 'dai', 'dai-dai', 'heian-8x8', 'shogi']);
  });
  it('lists the rule sets of a game', () => {
    expect(ruleSetsOf('chu', names)).toEqual(['jcsa', 'lishogi']);
    expect(ruleSetsOf('dai', names)).toEqual(['shogitter']);
    expect(ruleSetsOf('dai-dai', names)).toEqual(['western']);
    expect(ruleSetsOf('shogi', names)).toEqual([]);
  });
});

describe('the game that an address means', () => {
  it.each([['chu', 'chu'], ['CHU', 'chu'], ['Chu-JCSA', 'chu-jcsa'], ['chu shogi', 'chu'], ['本将棋', 'shogi'], ['TORISHOGI', 'tori'], ['nogame', undefined], ['', undefined], ['none', undefined]])(
    'is found for %s', (word, name) => expect(gameMeant(word, definitions)).toBe(name));
});

it('names a game in signs by its whole name', () => {
  expect(['shogi', 'pandemonium', 'euro'].map((name) => signsAmong(aliasesIn(definitions.get(name)!)))).toEqual(['本将棋', '修羅場', undefined]);
});

/** The families of the shipped definitions, by their folders. */
const families = new Map(Object.keys(import.meta.glob('../../variants/*/*.variant', { query: '?played', import: 'default' }))
  .map((path) => [/([^/]+)\.variant$/.exec(path)![1]!, path.split('/').at(-2)!] as const));

describe('lists of games', () => {
  it('begin with what is played most, and keep families together', () => {
    expect(inOrder(['annan', 'chu-jcsa', 'mortal', 'shogi-amateur', 'chu', 'zoo', 'shosu', 'shogi', 'dai-dai', 'dai']))
      .toEqual(['shogi', 'shogi-amateur', 'shosu', 'chu', 'chu-jcsa', 'mortal', 'annan', 'dai', 'dai-dai', 'zoo']);
    const all = gamesIn(definitions).map(({ name }) => name);
    expect([...all].sort()).toEqual([...definitions.keys()].sort());
    const order = all.map((name) => families.get(name)!).filter((family, i, list) => family !== list[i - 1]);
    expect(order.length).toBe(new Set(order).size);
    expect(order.slice(0, 4)).toEqual(['shogi', 'shosu', 'chu', 'mortal']);
    expect(order.slice(4)).toEqual([...order.slice(4)].sort());
    for (const family of order) expect(all.find((name) => families.get(name) === family), family).toBe(family);
  });
  it('know the family of each definition by its name', () => {
    for (const [name, family] of families) expect(gameOf(name, [...families.keys()])).toBe(family);
  });
  it('show titles', () => {
    expect(titleOf('x', 'title=A\nfiles=9\ntitle=B\n')).toBe('B');
    for (const text of ['', 'files=9\n', 'title=none\n']) expect(titleOf('x', text)).toBe('x');
    const shown = new Map(gamesIn(definitions).map(({ name, title }) => [name, title]));
    expect(shown.get('chu')).toBe('Chu Shogi');
    expect(shown.get('dai-dai-srz')).not.toBe('dai-dai-srz');
  });
});

it('a record is offered in every format that the server writes', () => {
  const table = Object.values(import.meta.glob('../../include/shoogi/format.def', { query: '?raw', import: 'default', eager: true })) as string[];
  const words = [...table[0]!.matchAll(/^FORMAT\(\w+, "(\w+)"/gm)].map(([, word]) => word!);
  expect(words.length).toBeGreaterThan(10);
  expect(formats().map(([ending]) => ending).sort()).toEqual(words.sort());
});
