// CopyLink.tsx: an address to be given to somebody, in a field and on the clipboard.

import { useEffect, useState } from 'preact/hooks';
import { t } from './words';

export function CopyLink({ link, title }: { link: string; title: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => setCopied(false), [link]);
  return (
    <p class="link">
      <label>{title} <input readOnly name="link" value={link} onFocus={(event) => event.currentTarget.select()} /></label>
      <button type="button" onClick={() => {
        void navigator.clipboard?.writeText(link).then(() => setCopied(true), () => {});
      }}>{copied ? t('Copied') : t('Copy link')}</button>
    </p>
  );
}
