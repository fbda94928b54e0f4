// place.ts: lines and columns of a text.

/** The start of a line, in UTF-16 units; the end of the text if there is no such line. */
export function lineStart(text: string, line: number): number {
  let at = 0;
  for (let i = 1; i < line; i++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}

/** The offset of a line and a column.  Both count from 1, columns in characters. */
export function offsetOf(text: string, line: number, column: number): number {
  let at = lineStart(text, line);
  for (let i = 1; i < column && at < text.length && text[at] !== '\n'; i++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return at;
}

/** The length of the word at an offset; at least 1, so that there is something to mark. */
export function extentOf(text: string, at: number): number {
  const word = /^[^\s:=,]+/.exec(text.slice(at, at + 80))?.[0].length ?? 0;
  return Math.max(word, 1);
}
