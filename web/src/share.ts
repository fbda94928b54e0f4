// share.ts: a text shared in a link, packed behind the #, which no server sees; or as a file.

import { useEffect } from 'preact/hooks';

/** The longest unpacked text of a link: as long as a definition may be. */
export const SHARED_MAX = 256 * 1024;

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>).getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error('too long');
    }
    pieces.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Packs a text into characters that a URL may hold. */
export async function pack(text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity);
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text again.  Throws an Error if there is none in it. */
export async function unpack(letters: string): Promise<string> {
  const binary = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  return new TextDecoder('utf-8', { fatal: true }).decode(await through(bytes, new DecompressionStream('deflate-raw'), SHARED_MAX));
}

/** The value of a name in the hash of the URL: #d=...  null if there is none. */
export function textInHash(name: string, hash = location.hash): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get(name);
}

/** Offers a text as a file to download. */
export const download = (text: string, name: string, type = 'text/plain'): void => save(new Blob([text], { type }), name);

/** Offers bytes as a file to download. */
export function save(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** Reloads the page when another text is put into the hash of its URL. */
export function useHashReload(name: string): void {
  useEffect(() => {
    const look = () => { if (textInHash(name) !== null) location.reload(); };
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, [name]);
}
