// Editor.tsx: any position, set up by hand.

import { useTitle } from '../Shell';
import { t } from '../words';

export default function Editor() {
  useTitle(t('Position editor'));
  return <h1>{t('Position editor')}</h1>;
}
