// Game.tsx: one game, played or watched.

import { useTitle } from '../Shell';
import { t } from '../words';

export default function Game() {
  useTitle(t('Game'));
  return <h1>{t('Game')}</h1>;
}
