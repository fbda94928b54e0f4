import { describe, expect, it } from 'vitest';
import { gamesAmong, schoolsOf } from '../src/lobby/schools';

const names = ['chu', 'chu-jcsa', 'chu-lishogi', 'dai', 'dai-dai', 'dai-dai-western', 'dai-shogitter', 'heian-8x8', 'shogi'];

describe('games and their schools', () => {
  it('lists the games alone', () => {
    expect(gamesAmong(names)).toEqual(['chu', 'dai', 'dai-dai', 'heian-8x8', 'shogi']);
  });
  it('lists the schools of a game', () => {
    expect(schoolsOf('chu', names)).toEqual(['jcsa', 'lishogi']);
    expect(schoolsOf('dai', names)).toEqual(['shogitter']);
    expect(schoolsOf('dai-dai', names)).toEqual(['western']);
    expect(schoolsOf('shogi', names)).toEqual([]);
  });
});
