// language_test.mjs: the page in every language that it has: nothing on it is left in English.  Prints TAP.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from '../../tests/tap.mjs';
import { address, browser, DESK, end, picture, violations } from './browser.mjs';
import { begin, leave, person } from './people.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const languages = fs.readdirSync(`${root}languages`).filter((name) => name.endsWith('.po')).map((name) => name.slice(0, -3));

const catalogueOf = (code) => JSON.parse(execFileSync('/usr/bin/python3', ['-B', `${root}tools/languages`, '--json', code], { encoding: 'utf8' }));

/** What people read on a page, and what is read out to them; but for what people wrote, or what is typed. */
const texts = (page) => page.evaluate(() => {
  const found = new Set();
  const add = (text) => { if (text?.trim()) found.add(text.trim()); };
  // In the table of names those of all languages stand side by side.
  const own = 'code, pre, kbd, textarea, script, style, [lang]:not(html), .name, [data-board] text, .rules-text td';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest(own)) add(node.textContent);
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext'])
    for (const one of document.querySelectorAll(`[${name}]`)) if (!one.closest(own)) add(one.getAttribute(name));
  add(document.title);
  return [...found];
});

/** Words that stand in a text of any language: names of games and of formats, and what is typed. */
const definitions = fs.readdirSync(`${root}variants`).map((name) => fs.readFileSync(`${root}variants/${name}`, 'utf8'));
const inAll = (pattern) => definitions.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found));
const OWN = new Set([
  ...fs.readdirSync(`${root}variants`), ...inAll(/^alias=(.*)$/gm), ...inAll(/^handicap=([\w,-]+)/gm), ...inAll(/[rR]omaji=(\S+)/g),
  'shoogi SFEN FEN XBetza Betza MiB HELP NEW CLOCKS Interactive Diagram KIF CSA USI PGN PSN JKF clear empty all board origin dest Enter Escape',
].flatMap((words) => words.toLowerCase().split(/[^a-z]+/)));

/** English that is left over: a text of the catalogue as it is in English, or words that no such text could have. */
function english(code, catalogue, all) {
  const left = all.filter((text) => typeof catalogue[text] === 'string' && catalogue[text] !== text);
  const words = code === 'ja' ? /[A-Za-z][a-z]{2,}|[A-Z]{3,}/g : /\b(?:the|and|of|is|are|with|you|your|this|that|not|has|move|moves|game|games|piece|square)\b/gi;
  for (const text of all) {
    const found = (text.replace(/https?:\S+|HELP [A-Z -]+|XBetza では \S+/g, '').match(words) ?? []).filter((word) => !OWN.has(word.toLowerCase()));
    if (found.length > 0) left.push(`${text.slice(0, 200)} (${found.join(' ')})`);
  }
  return [...new Set(left)];
}

const PAGES = ['', 'games', 'account', 'try?variant=chu', 'rules', 'rules/shogi', 'rules/chu', 'invent', 'editor', 'table', 'study'];

/** What is wrong with a page in a language. */
async function faults(page, code, catalogue, where) {
  assert.equal(await page.evaluate(() => document.documentElement.lang), code);
  for (const one of await page.locator('details').all()) await one.evaluate((details) => { details.open = true; });
  await page.waitForTimeout(100);
  await picture(page, `language-${code}-${where.replace(/\W+/g, '-') || 'lobby'}`);
  return [...english(code, catalogue, await texts(page)), ...await violations(page)].map((fault) => `/${where}: ${fault}`);
}

const tests = {
  'the language of the browser holds until another is chosen, and that is kept': async () => {
    const context = await browser.newContext({ ...DESK, locale: 'de-AT' });
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole('link', { name: 'Partien' }).waitFor();
    await page.locator('summary', { hasText: 'Einstellungen' }).click();
    await page.getByLabel('Sprache').selectOption('ja');
    await page.getByRole('link', { name: '対局', exact: true }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'ja');
    await page.reload();
    await page.getByRole('link', { name: '対局', exact: true }).waitFor();
    await page.locator('.looks summary').click();
    await page.getByLabel('言語').selectOption('en');
    await page.getByRole('link', { name: 'Games', exact: true }).waitFor();
    await context.close();
  },
};
for (const code of languages) {
  const catalogue = catalogueOf(code);
  tests[`${code}: pages`] = async () => {
    const context = await browser.newContext({ ...DESK, locale: code });
    const page = await context.newPage();
    const found = [];
    for (const where of PAGES) {
      await page.goto(address + where);
      await page.waitForFunction(() => document.querySelector('main')?.childElementCount > 0 && !document.querySelector('main .waiting'));
      await page.waitForLoadState('networkidle');
      found.push(...await faults(page, code, catalogue, where));
    }
    await context.close();
    assert.deepEqual(found, []);
  };
  tests[`${code}: a game`] = async () => {
    const name = (who) => `${who}${code}`;
    const [anna, bert] = [await person(name('anna')), await person(name('bert'))];
    await begin(anna, bert, {});
    const where = new URL(anna.url()).pathname.slice(1);
    for (const page of [anna, bert]) {
      await page.evaluate((to) => localStorage.setItem('shoogi', JSON.stringify({ language: to })), code);
      await page.reload();
      await page.waitForSelector('[data-square]');
    }
    [`${name('anna')}`, `${name('bert')}`].forEach((one) => OWN.add(one));
    const found = await faults(anna, code, catalogue, where);
    await anna.goto(address);
    await anna.waitForSelector('.challenges, h2');
    await anna.waitForLoadState('networkidle');
    found.push(...await faults(anna, code, catalogue, 'lobby'));
    await anna.goto(`${address}account`);
    await anna.waitForLoadState('networkidle');
    found.push(...await faults(anna, code, catalogue, 'account-of-anna'));
    await leave(anna, bert);
    assert.deepEqual(found, []);
  };
}

await run(tests);
await end();
