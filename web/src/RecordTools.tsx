// RecordTools.tsx: the choice of a format of records, and buttons to copy a record or save it in that format.

import { useState } from 'preact/hooks';
import { formats } from './formats';
import { t } from './words';

/** Both are called with the ending of the format. */
export function RecordTools({ onCopy, onDownload }: { onCopy(format: string): void; onDownload(format: string): void }) {
  const [format, setFormat] = useState('kif');
  return (
    <p class="tools">
      <label>{t('Format')} <select name="format" value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
        {formats().map(([ending, name]) => <option key={ending} value={ending}>{name}</option>)}
      </select></label>
      <button type="button" onClick={() => onCopy(format)}>{t('Copy the record')}</button>
      <button type="button" onClick={() => onDownload(format)}>{t('Download the record')}</button>
    </p>
  );
}
