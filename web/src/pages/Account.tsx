// Account.tsx: who one is to the server.

import { useTitle } from '../Shell';
import { t } from '../words';

export default function Account() {
  useTitle(t('Account'));
  return <h1>{t('Account')}</h1>;
}
