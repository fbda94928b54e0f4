// message.ts: the library's errors and reasons, in the reader's language.
//
// The library writes English.  A message is recognised by its format, the one with the most letters of its own.
// The parts filled in are translated where known; text between quotation marks is the user's and stays.
// The server does the same: src/language/message.c explains why nothing is tried twice.

import { pageCatalogue, t } from './words';

interface Format {
  readonly literals: readonly string[]; // one more than there are directives
  readonly letters: readonly string[];
  readonly places: readonly number[]; // the index of each filled part
}

const DEPTH = 5;
const FEW = 6;
const DIRECTIVE = /%(?:(\d)\$)?[-+ #0-9.hlzjt]*([a-zA-Z])/g;

function read(text: string): Format {
  const literals: string[] = [], letters: string[] = [], places: number[] = [];
  let at = 0;
  for (const found of text.matchAll(DIRECTIVE)) {
    literals.push(text.slice(at, found.index));
    letters.push(found[2]!);
    places.push(found[1] ? Number(found[1]) - 1 : places.length);
    at = found.index + found[0].length;
  }
  literals.push(text.slice(at));
  return { literals, letters, places };
}

/** The formats of a catalogue, those with the most letters first. */
let formats: [string, Format, Format][] = [];
let formatsOf: unknown;

function known(): typeof formats {
  const words = pageCatalogue();
  if (formatsOf !== words) {
    formatsOf = words;
    formats = Object.entries(words)
      .filter(([text, said]) => typeof said === 'string' && text.includes('%') && !text.includes('\u0004'))
      .map(([text, said]) => [text, read(text), read(said as string)] as [string, Format, Format]);
    const length = (format: Format): number => format.literals.join('').length;
    formats.sort((a, b) => length(b[1]) - length(a[1]));
  }
  return formats;
}

/** The parts filled in, if the text has this format. */
function parts(format: Format, text: string): string[] | null {
  const { literals, letters } = format;
  if (!text.startsWith(literals[0]!)) return null;
  const found: string[] = [];
  let at = literals[0]!.length;
  for (const [i, letter] of letters.entries()) {
    const next = literals[i + 1]!;
    const last = i + 1 === letters.length;
    const end = letter !== 's' ? at + (letter === 'X' ? /^[0-9A-F]*/ : /^-?[0-9]*/).exec(text.slice(at))![0].length
      : next === '' && last ? text.length : last ? text.length - next.length : text.indexOf(next, at);
    if (end < at || (letter !== 's' && end === at) || !text.startsWith(next, end)) return null;
    found.push(text.slice(at, end));
    at = end + next.length;
  }
  return at === text.length ? found : null;
}

/** The translation of a text, and whether it is known. */
function say(text: string, depth: number): [string, boolean] {
  const words = pageCatalogue();
  const whole = words[text] ?? words[`piece\u0004${text}`];
  if (typeof whole === 'string') return [whole, true];
  for (const [english, format, translated] of depth < DEPTH ? known() : []) {
    const found = parts(format, text);
    if (!found) continue;
    let all = true;
    let said = translated.literals[0]!;
    for (const [i, place] of translated.places.entries()) {
      const quoted = format.literals[place]!.endsWith('"') && format.literals[place + 1]!.startsWith('"');
      const [part, sure] = quoted ? [found[place]!, false] : say(found[place]!, depth + 1);
      all = all && sure;
      said += part + translated.literals[i + 1]!;
    }
    // "a %s" alone proves nothing, so its part has to be known.
    if (all || english.length >= FEW) return [said, true];
  }
  return [text, false];
}

/** A message of the library. */
export const inLanguage = (message: string): string => say(message, 0)[0];

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A fragment, such as `expected a move, found "x"`, as a sentence. */
export const sentence = (fragment: string): string => capitalised(fragment) + (/[\p{Script=Latin}\d\x22“”)]$/u.test(fragment) ? '.' : '');

/** An error in a text of one line, such as a move, as a sentence. */
export const faultInWords = (message: string, column: number): string =>
  t('{message} (column {column}).', { message: capitalised(message), column });

/** The same for a text of several lines. */
export const faultOnLine = (message: string, line: number, column: number): string =>
  t('{message} (line {line}, column {column}).', { message: capitalised(message), line, column });

/** How browsers say that a request, or a part of the page, did not reach the server. */
const UNREACHED = /^(Failed to fetch|NetworkError when|Load failed|error loading dynamically)/i;

/** The server's error as a sentence.  It may begin with a place: "clock:1:12: expected d, h, m or s, found end of text". */
export function errorInWords(error: string): string {
  if (UNREACHED.test(error)) return t('The server cannot be reached. Try again when the connection is back.');
  const [, column, message] = /^[^\s:]+:1:(\d+): (.+)$/s.exec(error) ?? [];
  return message === undefined ? sentence(error) : faultInWords(message, Number(column));
}
