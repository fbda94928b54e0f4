// Activity.tsx: how many games a player has begun in each week of the last year, as bars.

import { useAnswer } from '../answer';
import { Card } from '../design/parts';
import { currentLanguage, dateInWords, t, tn } from '../words';

interface Weeks {
  /** The oldest week first; the last one ends at until_ms. */
  weeks: readonly number[];
  until_ms: number;
  /** Whether the first weeks lack games. */
  more: boolean;
}

const WEEK_MS = 7 * 24 * 3600 * 1000;
const SIZE = { width: 600, height: 84, bars: 64, step: 600 / 52 };

/** Draws nothing if the player has begun no game. */
export function Activity({ name }: { name: string }) {
  const { value } = useAnswer<Weeks>(`/api/players/${encodeURIComponent(name)}/activity`);
  const sum = value?.weeks.reduce((all, one) => all + one, 0) ?? 0;
  if (!value || sum === 0) return null;
  const { weeks, until_ms } = value;
  const most = Math.max(...weeks);
  const begins = (week: number) => until_ms - (weeks.length - week) * WEEK_MS;
  const month = (week: number) => new Date(begins(week)).toLocaleDateString(currentLanguage(), { month: 'short' });
  const said = value.more ? t('More than {n} games in the last year', { n: sum }) : tn(sum, '{n} game in the last year', '{n} games in the last year');
  return (
    <Card aria-labelledby="activity">
      <h2 id="activity">{t('Activity')}</h2>
      <p class="quiet">{said}</p>
      <svg class="activity" viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={t('{games}; at most {n} in a week', { games: said, n: most })}>
        {weeks.map((count, week) => (
          <rect key={week} class={count > 0 ? 'some' : ''} x={week * SIZE.step + 1} width={SIZE.step - 2} rx="1.5"
            y={SIZE.bars - Math.max(2, (count / most) * SIZE.bars)} height={Math.max(2, (count / most) * SIZE.bars)}>
            <title>{`${dateInWords(begins(week))}: ${tn(count, '{n} game', '{n} games')}`}</title>
          </rect>
        ))}
        {weeks.map((_, week) => (week % 9 === 0 && <text key={`m${week}`} x={week * SIZE.step + 1} y={SIZE.height - 4}>{month(week)}</text>))}
      </svg>
    </Card>
  );
}
