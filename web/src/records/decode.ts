// decode.ts: the bytes of a record as text: docs/record-format.md, "Encodings".

const strictly = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** The encoding that the first lines declare, if a browser has it. */
function declared(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).split(/\r\n|\r|\n/, 4);
  const name = head.map((line) => /^[#'].*encoding=([\w-]+)/i.exec(line)?.[1]).find(Boolean);
  try {
    return name === undefined ? null : new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

/** The text; a character that no encoding explains becomes U+FFFD. */
export function decode(bytes: Uint8Array): string {
  const zeros = (odd: number): number => bytes.subarray(0, 4096).filter((byte, i) => byte === 0 && i % 2 === odd).length;
  if (bytes[0] === 0xff && bytes[1] === 0xfe || zeros(1) > 8 * (zeros(0) + 1)) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff || zeros(0) > 8 * (zeros(1) + 1)) return new TextDecoder('utf-16be').decode(bytes);
  const said = declared(bytes);
  const escapes = bytes.includes(0x1b) && bytes.every((byte) => byte < 0x80);
  for (const encoding of [...(escapes ? ['iso-2022-jp'] : []), ...(said ? [said] : []), 'utf-8', 'euc-jp', 'shift_jis']) {
    const text = strictly(bytes, encoding);
    if (text !== null) return text;
  }
  return new TextDecoder(said ?? 'utf-8').decode(bytes);
}
