// timeInWords.ts: time controls, as the server writes them, in words.

import { currentLanguage, t } from './words';

const UNITS: Readonly<Record<string, string>> = { s: 'second', m: 'minute', h: 'hour', d: 'day' };

/** "10 min", "3 days". */
const spanInWords = (count: string, unit: string): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit: UNITS[unit]!, unitDisplay: unit === 'd' ? 'long' : 'short' }).format(Number(count));

/** "10 min + 30 sec" of "10m/30s", "3 days". */
export const clockInWords = (control: string): string => control.split(/[+/]/).map((part) => {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(part) ?? [];
  return count === undefined || unit === undefined ? part : spanInWords(count, unit);
}).join(' + ');

/** "10 min for each player, then 30 sec for each move" of "10m/30s"; a rare one is shown as the server writes it. */
export function timeInWords(control: string | null): string {
  if (!control) return t('no clock');
  const [, count, unit, sign, second, more] = /^(\d+)([smhd])(?:([+/])(\d+)([smhd]))?$/.exec(control) ?? [];
  if (count === undefined || unit === undefined) return control;
  const time = spanInWords(count, unit);
  if (second === undefined || more === undefined) return unit === 'd' ? t('{time} for each move', { time }) : t('{time} for each player', { time });
  const move = spanInWords(second, more);
  return sign === '+' ? t('{time} for each player, and {move} more after each move', { time, move })
    : t('{time} for each player, then {move} for each move', { time, move });
}

/** Whether a game with this time control is by correspondence. */
export const isSlow = (control: string): boolean => control === '' || /\dd/.test(control);
