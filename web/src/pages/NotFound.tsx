// NotFound.tsx: the page for unknown URLs.

import { useTitle } from '../navigation';
import { t } from '../words';

export default function NotFound() {
  useTitle(t('Not found'));
  return <h1>{t('Page not found')}</h1>;
}
