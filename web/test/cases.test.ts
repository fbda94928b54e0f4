// cases.test.ts: the table of docs/testing.md that says which cases of the page the quick run leaves out.

import fs from 'node:fs';
import { expect, test } from 'vitest';

const here = (name: string) => fs.readFileSync(new URL(name, import.meta.url), 'utf8');

/** The rows of the table: a file, and how the title of a case begins. */
const rows = [...here('../../docs/testing.md').matchAll(/^\| (\w+) \| ([^|]+) \|[^|]*\|$/gm)].map(([, file, words]) => ({ file: file!, words: words!.trim() }));

/** The titles of the marked cases of a file, except titles made of the name of a language or game. */
const marked = (file: string) => [...here(`${file}_test.mjs`).matchAll(/^ {2}(["'])(.*)\1: alone\(/gm)].map(([, , title]) => title!.replaceAll("\\'", "'"));

test('the table of cases that the quick run leaves out is that of the marks', () => {
  const files = fs.readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('_test.mjs')).map((name) => name.replace('_test.mjs', ''));
  const found = files.flatMap((file) => marked(file).map((title) => ({ file, title })));
  expect(found.length).toBeGreaterThan(10);
  const listed = ({ file, title }: { file: string; title: string }) => rows.some((row) => row.file === file && title.startsWith(row.words));
  expect(found.filter((one) => !listed(one))).toEqual([]);
  expect(rows.filter(({ file }) => files.includes(file)).filter(({ file, words }) => !found.some((one) => one.file === file && one.title.startsWith(words)))).toEqual([]);
});
