// CopyField.tsx: a text to share, in a field and on the clipboard.

import { useLayoutEffect, useState } from 'preact/hooks';
import { Button, Text } from './design/parts';
import { t } from './words';

export function CopyField({ text, title }: { text: string; title: string }) {
  const [copied, setCopied] = useState(false);
  useLayoutEffect(() => setCopied(false), [text]);
  return (
    <div class="line">
      <Text title={title} name="copy" value={text} readonly />
      <Button aria-label={t('Copy: {title}', { title })} onClick={() => {
        void navigator.clipboard?.writeText(text).then(() => setCopied(true), () => {});
      }}>{copied ? t('Copied') : t('Copy')}</Button>
    </div>
  );
}
