// CopyField.tsx: a text to share, in a field and on the clipboard.

import { useLayoutEffect, useState } from 'preact/hooks';
import { t } from './words';

export function CopyField({ text, title }: { text: string; title: string }) {
  const [copied, setCopied] = useState(false);
  useLayoutEffect(() => setCopied(false), [text]);
  return (
    <p class="link">
      <label>{title} <input readOnly name="copy" value={text} onFocus={(event) => event.currentTarget.select()} /></label>
      <button type="button" aria-label={t('Copy: {title}', { title })} onClick={() => {
        void navigator.clipboard?.writeText(text).then(() => setCopied(true), () => {});
      }}>{copied ? t('Copied') : t('Copy')}</button>
    </p>
  );
}
