// Games.tsx: games that were played.

import { useTitle } from '../Shell';
import { t } from '../words';

export default function Games() {
  useTitle(t('Games'));
  return <h1>{t('Games')}</h1>;
}
