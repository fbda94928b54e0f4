// Handicap.tsx: the choice of a game's named handicaps, in the form of a challenge.

import { Select } from '../design/parts';
import { HANDICAP, isHandicap } from '../handicap';
import { useLoad } from '../load';
import { handicapsOf } from '../terms';
import { t } from '../words';

/** move: the first move of the challenge, which may be a handicap. */
export function Handicap({ game, move, onMove }: { game: string; move: string; onMove(move: string): void }) {
  const { value: named = [] } = useLoad(() => handicapsOf(game), game);
  if (named.length === 0) return null;
  const chosen = isHandicap(move) ? move.slice(HANDICAP.length) : '';
  return (
    <Select title={t('Handicap')} name="handicap" value={chosen} hint={t('White plays without these pieces, and moves first.')}
      options={[['', t('none')], ...named.map(({ name, words }) => [name, words] as const), ...(chosen !== '' && !named.some(({ name }) => name === chosen) ? [[chosen, chosen] as const] : [])]}
      onChoose={(name) => onMove(name === '' ? '' : HANDICAP + name)} />
  );
}
