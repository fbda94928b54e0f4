// timeInWords.ts: time controls, as the server writes them (docs/clocks.md), in words.

import { currentLanguage, t, tc } from './words';

const UNITS: Readonly<Record<string, { unit: string; seconds: number }>> = {
  s: { unit: 'second', seconds: 1 }, m: { unit: 'minute', seconds: 60 }, h: { unit: 'hour', seconds: 3600 }, d: { unit: 'day', seconds: 86400 },
};
const SPAN = '(?:\\d+[dhms])+';
const ONLY_SPAN = new RegExp(`^${SPAN}$`);
/** The bank, the increment, the period and the number of periods. */
const CLOCK = new RegExp(`^(${SPAN})?(?:\\+(${SPAN}))?(?:/(${SPAN})(?:\\*(\\d+))?)?$`);

/** A number of units, such as "10 min"; no space stands before kanji. */
const amount = (count: number, unit: string, unitDisplay: 'long' | 'short'): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit: UNITS[unit]!.unit, unitDisplay }).format(count).replace(/ (?=\p{sc=Han})/u, '');

/** The numbers in a time, with their units. */
const partsOf = (span: string): [count: number, unit: string][] => [...span.matchAll(/(\d+)([dhms])/g)].map(([, count, unit]) => [Number(count), unit!]);

/** "10 min", "3 days", "1 hr 30 min". */
const spanInWords = (span: string): string => partsOf(span).map(([count, unit]) => amount(count, unit, unit === 'd' ? 'long' : 'short')).join(' ');

/** A number of units where space is short: "10s", or with the units of Japanese, which need no more space. */
export function briefly(count: number, unit: 's' | 'h' | 'd'): string {
  const short = amount(count, unit, 'short');
  return /\p{sc=Han}/u.test(short) ? short : `${count}${unit}`;
}

/** The short form, for buttons: "10 min + 30 sec" of "10m/30s", "3 days" of "3d". */
export const clockInWords = (control: string): string => control.split(/[+/]/)
  .map((part) => (ONLY_SPAN.test(part) ? spanInWords(part) : part)).join(' + ');

/** The part before the settings: "10 min for each player, then 30 sec for each move"; null: there are no words for it.
 *  moves: the value of the setting of that name, or "". */
function mainInWords(control: string, moves: string): string | null {
  const [, bank, extra, period, periods] = CLOCK.exec(control) ?? [];
  const time = bank === undefined ? '' : spanInWords(bank);
  const move = spanInWords(period ?? extra ?? '');
  if (period !== undefined) {
    if (extra !== undefined || (bank === undefined && (periods || moves))) return null;
    if (bank === undefined) return t('{time} for each move', { time: move });
    if (moves) return periods ? null : t('{time} for each player, then {move} for every {moves} moves', { time, move, moves });
    return periods ? t('{time} for each player, then {periods} periods of {move} for a move', { time, move, periods })
      : t('{time} for each player, then {move} for each move', { time, move });
  }
  if (bank === undefined || moves) return null;
  // Days alone are for each move; days with an increment of 0 are for the whole game.
  if (extra === undefined) return /^\d+d$/.test(bank) ? t('{time} for each move', { time }) : t('{time} for each player', { time });
  return /^0/.test(extra) ? t('{time} for each player', { time }) : t('{time} for each player, and {move} more after each move', { time, move });
}

/** The words for the settings after a comma, by name; other settings have no words. */
const settings = (): Readonly<Record<string, (value: string) => string>> => ({
  grace: (value) => t('the first {time} of a move are free', { time: spanInWords(value) }),
  bronstein: (value) => t('up to {time} of a move are given back', { time: spanInWords(value) }),
  hourglass: () => t('the time that one player uses is added to the clock of the other'),
  max: (value) => t('never more than {time} on the clock', { time: spanInWords(value) }),
  vacation: (value) => t('{time} of vacation', { time: spanInWords(value) }),
  weekends: () => t('not on Saturdays and Sundays'),
});

/** The time of one player; null: there are no words for it. */
function playerTime(control: string): string | null {
  const [main = '', ...rest] = control.split(',');
  const moves = rest.find((one) => one.startsWith('moves='))?.slice('moves='.length) ?? '';
  const words = rest.filter((one) => !one.startsWith('moves=')).map((one) => {
    const [name = '', value = ''] = one.split('=');
    return settings()[name]?.(value);
  });
  const said = mainInWords(main, moves);
  return said === null || words.includes(undefined) ? null : [said, ...words].join(tc('list', '; '));
}

/** "10 min for each player, then 30 sec for each move" of "10m/30s"; a time control without words stays as the server writes it. */
export function timeInWords(control: string | null): string {
  if (!control) return t('no clock');
  const [black = '', white] = control.split(';');
  return white === undefined ? playerTime(control) ?? control
    : t('Black: {black}. White: {white}', { black: clockInWords(black), white: clockInWords(white) });
}

/** The sum of the times in a player's control, without its settings: "72h" and "3d" are the same. */
const secondsOf = (control: string): number => partsOf(control.split(',')[0]!).reduce((sum, [count, unit]) => sum + count * UNITS[unit]!.seconds, 0);

/** Whether a game with this time control is by correspondence: both players have a day or more. */
export const isSlow = (control: string): boolean => control === '' || control.split(';').every((one) => secondsOf(one) >= UNITS['d']!.seconds);
