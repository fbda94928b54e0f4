// RecordTools.tsx: the choice of a format of records, and buttons to copy a record or save it in that format.

import { useState } from 'preact/hooks';
import { Button, Select } from './design/parts';
import { formats } from './formats';
import { t } from './words';

/** Both are called with the ending of the format. */
export function RecordTools({ onCopy, onDownload }: { onCopy(format: string): void; onDownload(format: string): void }) {
  const [format, setFormat] = useState('kif');
  return (
    <div class="tools">
      <Select title={t('Format')} name="format" value={format} options={formats()} onChoose={setFormat} />
      <Button onClick={() => onCopy(format)}>{t('Copy the record')}</Button>
      <Button onClick={() => onDownload(format)}>{t('Download the record')}</Button>
    </div>
  );
}
