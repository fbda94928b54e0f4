// Table.tsx: a board whose men are moved by hand.

import { useTitle } from '../Shell';
import { t } from '../words';

export default function Table() {
  useTitle(t('Table'));
  return <h1>{t('Table without rules')}</h1>;
}
