// NotFound.tsx: the page for unknown URLs.

import { useTitle } from '../navigation';
import { t } from '../words';

export default function NotFound() {
  useTitle(t('Not found'));
  return (
    <>
      <h1>{t('Page not found')}</h1>
      <p>{t('There is nothing at this address.')} <a href="/">{t('Lobby')}</a> <a href="/games">{t('Games')}</a> <a href="/rules">{t('Rules')}</a></p>
    </>
  );
}
