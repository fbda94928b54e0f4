// Lobby.tsx: the games that are offered, and those one plays.

import { useTitle } from '../Shell';
import { t } from '../words';

export default function Lobby() {
  useTitle(t('Lobby'));
  return <h1>{t('Play')}</h1>;
}
