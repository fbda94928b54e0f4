// words.ts: every text that a person reads, in his language.
//
// The English text is the key, so a page says what it means and a catalogue that lacks a text falls back to English.
// Catalogues are those of the whole project, languages/*.po; tools/languages makes of each what this page needs of it:
// {"Play": "...", "{n} squares": ["...", "..."]}, a text for each form that the language has for numbers.

import type { ComponentChild } from 'preact';

type Catalogue = Readonly<Record<string, string | readonly string[]>>;
export type Values = Readonly<Record<string, string | number>>;

const files = import.meta.glob<Catalogue>('../../languages/*.po', { import: 'default' });
// What definitions tell of their games is long, and only pages of rules want it.
const gameNotes = import.meta.glob<Catalogue>('../../languages/*.po', { query: '?told', import: 'default' });
const fileOf = (code: string): string => `../../languages/${code}.po`;

/** The languages there are, by their code, each in its own words. */
export const LANGUAGES: readonly { code: string; name: string }[] = ['en', ...Object.keys(files).map((file) => /(\w+)\.po$/.exec(file)![1]!)]
  .map((code) => ({ code, name: new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code }));

/** Of some languages, the most wanted first, the first that is there; English if none is. */
export const preferredLanguage = (wanted: readonly string[]): string =>
  wanted.map((tag) => tag.split('-')[0]!.toLowerCase()).find((code) => LANGUAGES.some((one) => one.code === code)) ?? 'en';

let language = 'en';
let catalogue: Catalogue = {};

/** Which form of a text a number takes: those that whole numbers have, in the order in which catalogues give them. */
function formOf(code: string): (n: number) => number {
  const rules = new Intl.PluralRules(code);
  const used = new Set(Array.from({ length: 201 }, (_, n) => rules.select(n)));
  const forms = (['zero', 'one', 'two', 'few', 'many', 'other'] as const).filter((form) => used.has(form));
  return (n) => Math.max(0, forms.indexOf(rules.select(n)));
}
let form = formOf('en');
let numbers = new Intl.NumberFormat('en');

/** Speaks a language from now on; what is shown already has to be drawn again. */
export async function loadLanguage(code: string): Promise<void> {
  const load = files[fileOf(code)];
  catalogue = load ? await load() : {};
  language = load ? code : 'en';
  form = formOf(language);
  numbers = new Intl.NumberFormat(language);
  document.documentElement.lang = language;
}

/** All that is translated in the language that is currentLanguage, for what tells something of its own. */
export const pageCatalogue = (): Catalogue => catalogue;

/** The same, and what definitions tell of their games. */
export const rulesCatalogue = async (): Promise<Catalogue> => ({ ...catalogue, ...await gameNotes[fileOf(language)]?.() });

/** The code of the language that is currentLanguage, for dates and numbers. */
export const currentLanguage = (): string => language;

const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

const lookUp = (key: string): string | undefined => {
  const translated = catalogue[key];
  return typeof translated === 'string' ? translated : undefined;
};

/** A text; {name} in it becomes that value. */
export function t(text: string, values: Values = {}): string {
  return fill(lookUp(text) ?? text, values);
}

/** A text that may have to be translated otherwise elsewhere: tc('piece', 'king'). */
export function tc(context: string, text: string, values: Values = {}): string {
  return fill(lookUp(`${context}\u0004${text}`) ?? text, values);
}

/** Marks a text that stands in a table, and is given to t() where it is shown. */
export const msg = (text: string): string => text;

/** A text that depends on a number, which is {n} in it: tn(2, '{n} square', '{n} squares'). */
export function tn(n: number, one: string, many: string, values: Values = {}): string {
  const translated = catalogue[many];
  const text = typeof translated === 'object' ? translated[form(n)] : undefined;
  return fill(text ?? (n === 1 ? one : many), { n: numbers.format(n), ...values });
}

/** Words one after the other: "rated, no clock". */
export const listed = (words: readonly string[]): string => words.join(tc('list', ', '));

/** A text with more than text in it: tx('You play {name}', { name: <a href="...">anna</a> }). */
export function tx(text: string, values: Readonly<Record<string, ComponentChild>>): ComponentChild[] {
  return t(text).split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 0 ? piece : values[piece] ?? null));
}
