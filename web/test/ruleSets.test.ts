import { describe, expect, it } from 'vitest';
import { gamesOf, ruleSetsOf } from '../src/lobby/ruleSets';

const names = ['chu', 'chu-jcsa', 'chu-lishogi', 'dai', 'dai-dai', 'dai-dai-western', 'dai-shogitter', 'heian-8x8', 'shogi'];

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
