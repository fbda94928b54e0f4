// convert.ts: a record in our own format in another; the module that writes records comes when one is wanted.

import { listed, t } from '../words';

/** A record in our own format in another; losses: the parts that it cannot hold. */
export async function convert(text: string, name: string, definition: string, format: string): Promise<{ text: string; losses: readonly string[] }> {
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

/** The parts that a format cannot hold, in words. */
export const lostInWords = (losses: readonly string[]): string =>
  (losses.length > 0 ? ` ${t('Not included: {parts}.', { parts: listed(losses.map((part) => t(part))) })}` : '');
