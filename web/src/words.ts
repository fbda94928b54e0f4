// words.ts: every text that people read, in their language.
//
// The English text is the key, so the code shows what the page says, and a missing translation falls back to English.
// The catalogues are languages/*.po of the whole project; tools/languages extracts what the page needs:
// {"Play": "...", "{n} squares": ["...", "..."]}, with one text for each plural form of the language.

import type { ComponentChild } from 'preact';

type Catalogue = Readonly<Record<string, string | readonly string[]>>;
export type Values = Readonly<Record<string, string | number>>;

const files = import.meta.glob<Catalogue>('../../languages/*.po', { import: 'default' });
// The notes of definitions are long, and only pages of rules need them.
const gameNotes = import.meta.glob<Catalogue>('../../languages/*.po', { query: '?told', import: 'default' });
const fileOf = (code: string): string => `../../languages/${code}.po`;

/** The available languages by code, each named in itself. */
export const LANGUAGES: readonly { code: string; name: string }[] = ['en', ...Object.keys(files).map((file) => /(\w+)\.po$/.exec(file)![1]!)]
  .map((code) => ({ code, name: new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code }));

/** The first available language of a list in order of preference; English if there is none. */
export const preferredLanguage = (wanted: readonly string[]): string =>
  wanted.map((tag) => tag.split('-')[0]!.toLowerCase()).find((code) => LANGUAGES.some((one) => one.code === code)) ?? 'en';

let language = 'en';
let catalogue: Catalogue = {};

/** The plural form for a whole number, in the order of the catalogues. */
function formOf(code: string): (n: number) => number {
  const rules = new Intl.PluralRules(code);
  const used = new Set(Array.from({ length: 201 }, (_, n) => rules.select(n)));
  const forms = (['zero', 'one', 'two', 'few', 'many', 'other'] as const).filter((form) => used.has(form));
  return (n) => Math.max(0, forms.indexOf(rules.select(n)));
}
let form = formOf('en');
let numbers = new Intl.NumberFormat('en');

/** Switches to a language; the caller renders the page again. */
export async function loadLanguage(code: string): Promise<void> {
  const load = files[fileOf(code)];
  catalogue = load ? await load() : {};
  language = load ? code : 'en';
  form = formOf(language);
  numbers = new Intl.NumberFormat(language);
  document.documentElement.lang = language;
}

/** All translations of the current language, for the library, which writes texts of its own. */
export const pageCatalogue = (): Catalogue => catalogue;

/** The same with the notes of definitions. */
export const rulesCatalogue = async (): Promise<Catalogue> => ({ ...catalogue, ...await gameNotes[fileOf(language)]?.() });

/** The code of the current language, for dates and numbers. */
export const currentLanguage = (): string => language;

const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

const lookUp = (key: string): string | undefined => {
  const translated = catalogue[key];
  return typeof translated === 'string' ? translated : undefined;
};

/** Translates a text; {name} in it becomes that value. */
export function t(text: string, values: Values = {}): string {
  return fill(lookUp(text) ?? text, values);
}

/** Translates a text that has several meanings: tc('piece', 'king'). */
export function tc(context: string, text: string, values: Values = {}): string {
  return fill(lookUp(`${context}\u0004${text}`) ?? text, values);
}

/** Marks a text in a table; t() translates it where it is shown. */
export const msg = (text: string): string => text;

/** Translates a text with a number, {n}: tn(2, '{n} square', '{n} squares'). */
export function tn(n: number, one: string, many: string, values: Values = {}): string {
  const translated = catalogue[many];
  const text = typeof translated === 'object' ? translated[form(n)] : undefined;
  return fill(text ?? (n === 1 ? one : many), { n: numbers.format(n), ...values });
}

/** Words in a row: "rated, no clock". */
export const listed = (words: readonly string[]): string => words.join(tc('list', ', '));

/** A date: "Mar 4, 2026". */
export const dateInWords = (ms: number): string => new Date(ms).toLocaleDateString(language, { dateStyle: 'medium' });

/** A date with its time of day. */
export const momentInWords = (ms: number): string => new Date(ms).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });

/** A text with elements in it: tx('You play {name}', { name: <a href="...">anna</a> }). */
export function tx(text: string, values: Readonly<Record<string, ComponentChild>>): ComponentChild[] {
  return t(text).split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 0 ? piece : values[piece] ?? null));
}
