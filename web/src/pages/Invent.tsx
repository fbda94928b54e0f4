// Invent.tsx: a game made here.

import { useTitle } from '../Shell';
import { t } from '../words';

export default function Invent() {
  useTitle(t('Invent'));
  return <h1>{t('Invent a game')}</h1>;
}
