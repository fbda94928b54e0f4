// convert.ts: converts a record in our own format to another, and copies or saves it.  The module that writes records is
// loaded at the first conversion.

import { download } from '../share';
import { listed, t } from '../words';

/** A record in some format; losses: the parts that the format cannot hold. */
export interface Written {
  text: string;
  losses: readonly string[];
}

/** text: a record in our own format. */
export async function convert(text: string, name: string, definition: string, format: string): Promise<Written> {
  if (format === 'shoogi') return { text, losses: [] };
  const { openRecords } = await import('../library');
  const { shoogi } = await openRecords();
  const variant = shoogi.variant(definition, { lenient: true, name });
  try {
    const record = variant.record(text, { format: 'shoogi' });
    try {
      return record.write(format);
    } finally {
      record.free();
    }
  } finally {
    variant.free();
  }
}

const lostInWords = (losses: readonly string[]): string =>
  (losses.length > 0 ? t('Not included: {parts}.', { parts: listed(losses.map((part) => t(part))) }) : '');

/** Copies a record to the clipboard; returns the sentences that report it. */
export async function copyRecord({ text, losses }: Written): Promise<string> {
  await navigator.clipboard.writeText(text);
  return [t('Copied'), lostInWords(losses)].filter(Boolean).join(' ');
}

/** Saves a record as a file; returns the sentence about its losses, '' if there are none. */
export function saveRecord({ text, losses }: Written, name: string): string {
  download(text, name);
  return lostInWords(losses);
}
