// RuleSets.tsx: the other rule sets of a game, as links.

import { t } from '../words';
import { familiesOf, gamesIn } from './title';

/** name: of one of them. */
export function RuleSets({ name, definitions }: { name: string; definitions: ReadonlyMap<string, string> }) {
  const family = familiesOf(gamesIn(definitions)).find(({ game, ruleSets }) => [game, ...ruleSets].some((one) => one.name === name));
  if (!family || family.ruleSets.length === 0) return null;
  return (
    <nav class="row rule-sets" aria-label={t('Rule sets')}>
      <b>{t('Rule sets')}</b>
      {[family.game, ...family.ruleSets].map(({ name: one, title }) => (
        <a key={one} href={`/rules/${encodeURIComponent(one)}`} aria-current={one === name ? 'page' : undefined}>{title}</a>
      ))}
    </nav>
  );
}
