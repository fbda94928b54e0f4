// notation.ts: the notation in which the reader sees moves; settings.ts sets it.

/** The notations that readers choose from, as in SET NOTATION. */
export const READER_NOTATIONS = ['western', 'kitao', 'japanese', 'usi'] as const;
export type ReaderNotation = (typeof READER_NOTATIONS)[number];

let current: ReaderNotation = 'western';

export const readerNotation = (): ReaderNotation => current;

/** chosen: "" is by language. */
export function setReaderNotation(chosen: ReaderNotation | '', language: string): void {
  current = chosen || (language === 'ja' ? 'japanese' : 'western');
}
