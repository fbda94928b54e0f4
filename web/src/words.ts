// words.ts: every text that a person reads, in his language.
//
// The English text is the key, so a page says what it means and a catalogue that lacks a text falls back to English.
// Catalogues are words/LANGUAGE.json: {"Play": "...", "{n} squares": {"one": "...", "other": "..."}}.

import type { ComponentChild } from 'preact';

type Catalogue = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
export type Values = Readonly<Record<string, string | number>>;

const files = import.meta.glob<Catalogue>('./words/*.json', { import: 'default' });

/** The languages there are, by their code, each in its own words. */
export const LANGUAGES: readonly { code: string; name: string }[] = [
  { code: 'en', name: 'English' },
];

let language = 'en';
let catalogue: Catalogue = {};
let plurals = new Intl.PluralRules('en');

/** Speaks a language from now on; what is shown already has to be drawn again. */
export async function speak(code: string): Promise<void> {
  const load = files[`./words/${code}.json`];
  catalogue = load ? await load() : {};
  language = load ? code : 'en';
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/** The code of the language that is spoken, for dates and numbers. */
export const spoken = (): string => language;

const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** A text; {name} in it becomes that value. */
export function t(text: string, values: Values = {}): string {
  const said = catalogue[text];
  return fill(typeof said === 'string' ? said : text, values);
}

/** A text that depends on a number, which is {n} in it: tn(2, '{n} square', '{n} squares'). */
export function tn(n: number, one: string, many: string, values: Values = {}): string {
  const said = catalogue[many];
  const text = typeof said === 'object' ? said[plurals.select(n)] ?? said['other'] : undefined;
  return fill(text ?? (n === 1 ? one : many), { n, ...values });
}

/** A text with more than text in it: tx('You play {name}', { name: <a href="...">anna</a> }). */
export function tx(text: string, values: Readonly<Record<string, ComponentChild>>): ComponentChild[] {
  return t(text).split(/\{(\w+)\}/).map((piece, i) => (i % 2 === 0 ? piece : values[piece] ?? null));
}
