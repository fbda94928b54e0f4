// time.test.ts: time controls in words.

import { describe, expect, it } from 'vitest';
import { clockInWords, isSlow, timeInWords } from '../src/timeInWords';

describe('time controls in words', () => {
  it.each([
    [null, 'no clock'],
    ['', 'no clock'],
    ['10m', '10 min for each player'],
    ['1h30m', '1 hr 30 min for each player'],
    ['15m+10s', '15 min for each player, and 10 sec more after each move'],
    ['10m/30s', '10 min for each player, then 30 sec for each move'],
    ['10m/30s*3', '10 min for each player, then 3 periods of 30 sec for a move'],
    ['/30s', '30 sec for each move'],
    ['10m/5m,moves=25', '10 min for each player, then 5 min for every 25 moves'],
    ['3d', '3 days for each move'],
    ['1d', '1 day for each move'],
    ['30d+0s', '30 days for each player'],
    ['14d+1d', '14 days for each player, and 1 day more after each move'],
    ['14d/3d*2', '14 days for each player, then 2 periods of 3 days for a move'],
    ['5m,grace=5s', '5 min for each player; the first 5 sec of a move are free'],
    ['5m,bronstein=5s', '5 min for each player; up to 5 sec of a move are given back'],
    ['5m,hourglass', '5 min for each player; the time that one player uses is added to the clock of the other'],
    ['7d+1d,max=14d', '7 days for each player, and 1 day more after each move; never more than 14 days on the clock'],
    ['3d,vacation=30d', '3 days for each move; 30 days of vacation'],
    ['3d,weekends=+9', '3 days for each move; not on Saturdays and Sundays'],
    ['10m+5s;5m', 'Black: 10 min + 5 sec. White: 5 min'],
    // Time controls without words stay as they are.
    ['5m+5s/10s*2', '5m+5s/10s*2'],
    ['14d+0s,grace=12h,bonus=6h,within=12h', '14d+0s,grace=12h,bonus=6h,within=12h'],
    ['something', 'something'],
  ])('%s', (control, words) => expect(timeInWords(control)).toBe(words));

  it('are short on buttons', () => {
    expect(['3m+2s', '10m/30s', '3d', '10m/30s*3'].map(clockInWords)).toEqual(['3 min + 2 sec', '10 min + 30 sec', '3 days', '10 min + 30s*3']);
  });
  it('tell slow games', () => expect(['', '3d', '72h', '12h+12h', '10m/30s', '10m,max=2d', '3d;10m'].map(isSlow)).toEqual([true, true, true, true, false, false, false]));
});
