// Rules.tsx: how a game is played.

import { useTitle } from '../Shell';
import { t } from '../words';

export default function Rules() {
  useTitle(t('Rules'));
  return <h1>{t('Rules')}</h1>;
}
