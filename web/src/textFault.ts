// textFault.ts: an error in a text, with its place.

/** The longest part of a text that a message quotes. */
const SHOWN = 40;

export class Fault extends Error {
  /** Both count from 1; a column is a character. */
  readonly line: number;
  readonly column: number;

  constructor(line: number, column: number, message: string) {
    super(message);
    this.name = 'Fault';
    this.line = line;
    this.column = column;
  }
}

/** Whether a fault is only a warning of the library. */
export const isWarning = ({ message }: { message: string }): boolean => message.startsWith('warning: ');

/** expected WHAT, found "TEXT".  at: the place in the text, in UTF-16 units; without found: the end of the text. */
export function expected(what: string, text: string, at: number, found?: string): Fault {
  const column = [...text.slice(0, at)].length + 1;
  if (found === undefined || found === '') return new Fault(1, column, `expected ${what}, found end of text`);
  const shown = [...found.replace(/\p{Cc}/gu, '?')].slice(0, SHOWN).join('');
  return new Fault(1, column, `expected ${what}, found "${shown}"`);
}
