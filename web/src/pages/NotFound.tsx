// NotFound.tsx: the page for unknown URLs.

import { ButtonLink } from '../design/parts';
import { useTitle } from '../navigation';
import { t } from '../words';

export default function NotFound() {
  useTitle(t('Not found'));
  return (
    <>
      <h1>{t('Page not found')}</h1>
      <p>{t('There is nothing at this address.')}</p>
      <p class="actions"><ButtonLink href="/">{t('Go to the lobby')}</ButtonLink> <a href="/games?state=finished">{t('Look at finished games')}</a> <a href="/help/">{t('Help')}</a></p>
    </>
  );
}
