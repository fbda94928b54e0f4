// Handicap.tsx: the choice of a game's named handicaps, in the form of a challenge.

import { Select } from '../design/parts';
import { HANDICAP, isHandicap } from '../handicap';
import { useLoad } from '../load';
import { api } from '../server';
import { currentLanguage, t } from '../words';

/** The names of a game's handicaps as moves take them, with the words for them. */
async function handicapsOf(game: string): Promise<[name: string, words: string][]> {
  const { definition } = await api.get<{ definition: string }>(`/api/variants/${encodeURIComponent(game)}`);
  return [...definition.matchAll(/^handicap=([^:\n]+):/gm)].map(([, names]) => {
    const [name = '', ...aliases] = names!.split(',');
    const japanese = currentLanguage() === 'ja' ? aliases[0] : undefined;
    return [name, japanese ?? name.replaceAll('-', ' ')];
  });
}

/** move: the first move of the challenge, which may be a handicap. */
export function Handicap({ game, move, onMove }: { game: string; move: string; onMove(move: string): void }) {
  const { value = [] } = useLoad(() => handicapsOf(game), game);
  if (value.length === 0) return null;
  const chosen = isHandicap(move) ? move.slice(HANDICAP.length) : '';
  return (
    <Select title={t('Handicap')} name="handicap" value={chosen} hint={t('White plays without these pieces, and moves first.')}
      options={[['', t('none')], ...value, ...(chosen !== '' && !value.some(([name]) => name === chosen) ? [[chosen, chosen] as const] : [])]}
      onChoose={(name) => onMove(name === '' ? '' : HANDICAP + name)} />
  );
}
