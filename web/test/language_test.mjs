// language_test.mjs: the page in every language: no English text is left.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { address, alone, DESK, giveBack, newWindow, openAt, PHONE, picture, quick, until, violations } from './browser.mjs';
import { shipped, texts as definitionTexts } from './games.mjs';
import { begin, Caller, leave, person } from './people.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const languages = fs.readdirSync(`${root}languages`).filter((name) => name.endsWith('.po')).map((name) => name.slice(0, -3));

const catalogues = JSON.parse(execFileSync('/usr/bin/python3', ['-B', `${root}tools/languages`, '--json'], { encoding: 'utf8', maxBuffer: 1 << 26 }));

/** Texts that are not translated yet are shown in English, whatever is filled in: a pattern of them, or null. */
const missingOf = (code) => {
  const missing = catalogues[code].missing.filter((text) => /[A-Za-z]{2}/.test(text)).map((text) => text.trim().split(/\{\w+\}|%[-+0 #]*\d*[a-z]+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*?'));
  return missing.length > 0 ? new RegExp(`(?<!\\w)(?:${missing.sort((a, b) => b.length - a.length).join('|')})(?!\\w)`, 'gs') : null;
};

/** The texts and labels of a page, without what people wrote and what is to be typed. */
const texts = (page) => page.evaluate(() => {
  const found = new Set();
  const add = (text) => { if (text?.trim()) found.add(text.trim()); };
  // The table of names has the names of all languages side by side.
  const own = 'code, pre, kbd, textarea, script, style, [lang]:not(html), .name, [data-board] text, .rules-text td';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest(own)) add(node.textContent);
  for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext'])
    for (const one of document.querySelectorAll(`[${name}]`)) if (!one.closest(own)) add(one.getAttribute(name));
  add(document.title);
  return [...found];
});

/** Words that belong to texts of any language: names of games and formats, and what is typed. */
const definitions = [...definitionTexts.values()];
const inAll = (pattern) => definitions.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found));
const OWN = new Set([
  ...shipped.map((name) => `${name}.variant`), 'weights', ...inAll(/^alias=(.*)$/gm), ...inAll(/^handicap=([\w,-]+)/gm), ...inAll(/[rR]omaji=(\S+)/g),
  'shoogi SFEN FEN XBetza Betza MiB PNG SVG GIF Chrome Linux HELP NEW CLOCKS Interactive Diagram KIF CSA USI USEN BOD PGN PSN JKF clear empty all board origin dest Enter Escape',
].flatMap((words) => words.toLowerCase().split(/[^a-z]+/)));

/** Names of games, which are typed; one of them is also a word of the catalogue. */
const GAMES = new Set(shipped);

/** English that is left: a text of the catalogue in English, or words that no other text could have. */
function english(code, catalogue, missing, everything) {
  const all = missing ? everything.map((text) => text.replace(missing, ' ')) : everything;
  const left = all.filter((text) => !GAMES.has(text) && typeof catalogue[text] === 'string' && catalogue[text] !== text);
  const words = code === 'ja' ? /[A-Za-z][a-z]{2,}|[A-Z]{3,}/g : /\b(?:the|and|of|is|are|with|you|your|this|that|not|has|move|moves|game|games|piece|square)\b/gi;
  for (const text of all) {
    const found = (text.replace(/https?:\S+|HELP [A-Z -]+|XBetza では \S+|Game Courier|Shoogi Server|UEC|The Shogi Association|JavaScript|API トークン|Fairy-Stockfish|\bshogitter|lishogi/g, '').match(words) ?? []).filter((word) => !OWN.has(word.toLowerCase()));
    if (found.length > 0) left.push(`${text.slice(0, 200)} (${found.join(' ')})`);
  }
  return [...new Set(left)];
}

const PAGES = ['', 'games', 'account', 'try?variant=chu', 'rules', 'rules/shogi', 'rules/chu', 'invent', 'editor', 'table', 'study'];

/** The axe rules that may differ by language; other tests check the rest in English. */
const OF_LANGUAGE = ['cat.language', 'cat.name-role-value', 'cat.text-alternatives'];

/** The faults of a page in a language; with axe, or without. */
async function faults(page, code, { catalogue, missing }, where, axe) {
  assert.equal(await page.evaluate(() => document.documentElement.lang), code);
  for (const one of await page.locator('details').all()) await one.evaluate((details) => { details.open = true; });
  // The page loads this in an event of its own.
  await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))); }));
  await picture(page, `language-${code}-${where.replace(/\W+/g, '-') || 'lobby'}`);
  const found = axe ? await violations(page, OF_LANGUAGE) : [];
  return [...english(code, catalogue, missing, await texts(page)), ...found].map((fault) => `/${where}: ${fault}`);
}

['annatakes', 'berttakes'].forEach((one) => OWN.add(one));

export const tests = {
  'the language of the browser is used until another is chosen, and the choice is stored': async () => {
    const page = await openAt('', { ...DESK, locale: 'de-AT' });
    await page.getByRole('link', { name: 'Partien', exact: true }).waitFor();
    await page.locator('summary', { hasText: 'Einstellungen' }).click();
    await page.getByRole('combobox', { name: 'Sprache', exact: true }).selectOption('ja');
    await page.getByRole('link', { name: '対局', exact: true }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'ja');
    await page.reload();
    await page.getByRole('link', { name: '対局', exact: true }).waitFor();
    await page.locator('.settings-menu summary').click();
    await page.getByRole('combobox', { name: '言語', exact: true }).selectOption('en');
    await page.getByRole('link', { name: 'Games', exact: true }).waitFor();
    await giveBack(page);
  },
  'the server answers in the language of the page': alone(async () => {
    const taken = await person('taken');
    const page = await openAt('account', { ...DESK, locale: 'ja' });
    const form = page.locator('form.form');
    await page.getByRole('tab', { name: '新規登録' }).click();
    await form.locator('[name="name"]').fill('Taken');
    await form.locator('[name="password"]').fill('the password of taken');
    await form.locator('button[type="submit"]').click();
    await page.getByRole('alert').filter({ hasText: 'その名前は使われています。' }).waitFor();
    await giveBack(page);
    await leave(taken);
  }),
  'an account keeps its language': alone(async () => {
    const anna = await person('annatakes');
    const language = () => anna.evaluate(async () => (await (await fetch('/api/account')).json()).settings.LANGUAGE);
    assert.equal(await language(), 'EN');
    await anna.locator('.settings-menu summary').click();
    await anna.getByRole('combobox', { name: 'Language', exact: true }).selectOption('ja');
    await anna.getByRole('link', { name: '対局', exact: true }).waitFor();
    await until(language, 'JA');
    // An English browser without a choice becomes Japanese with the account; so do the server's messages.
    const page = await openAt('account', { ...DESK, locale: 'en-US' });
    await page.getByRole('button', { name: 'Sign in', exact: true }).first().waitFor();
    await page.request.post(`${address}api/login`, { headers: { origin: address.slice(0, -1) },
      data: { name: 'annatakes', password: 'the password of annatakes' } });
    await page.goto(address);
    await page.getByRole('link', { name: '対局', exact: true }).waitFor();
    const caller = await Caller.connect('berttakes');
    await caller.ask('new annatakes p-7f', 'hallenge');
    await page.locator('.challenges li', { hasText: 'berttakes' }).waitFor();
    const number = await page.evaluate(async () => (await (await fetch('/api/new', { method: 'POST',
      headers: { 'content-type': 'application/json' }, body: JSON.stringify({ pattern: 'berttakes', move: 'p-7f' }) })).json()).challenge);
    await caller.ask(`decline ${number}`, '> ');
    await page.getByText(/berttakesさんが.*断り/).first().waitFor();
    // The language that the browser took over is kept when another is chosen elsewhere.
    await anna.getByRole('button', { name: '後で' }).click(); // the challenge stands over the settings
    await anna.locator('.settings-menu summary').click();
    await anna.getByRole('combobox', { name: '言語', exact: true }).selectOption('de');
    await until(language, 'DE');
    await page.reload();
    await page.getByRole('link', { name: '対局', exact: true }).waitFor();
    caller.hangUp();
    await giveBack(page);
    await leave(anna);
  }),
};

/** script/soak runs axe in all languages. */
export const soak = {};

for (const [index, code] of languages.entries()) {
  const known = { catalogue: catalogues[code].page, missing: missingOf(code) };
  const pages = async (wanted, axe) => {
    const page = await newWindow({ ...DESK, locale: code });
    const found = [];
    for (const where of wanted) {
      await page.goto(address + where);
      await page.waitForFunction(() => document.querySelector('main')?.childElementCount > 0 && !document.querySelector('main .waiting'));
      await page.waitForLoadState('networkidle');
      found.push(...await faults(page, code, known, where, axe));
    }
    await giveBack(page);
    assert.deepEqual(found, []);
  };
  tests[`${code}: all pages are within reach on a phone`] = async () => {
    const page = await openAt('account', { ...PHONE, locale: code });
    await page.locator('nav [aria-current]').waitFor();
    const links = page.locator('.top nav a:visible');
    assert.equal(await links.count(), 5);
    for (let i = 0; i < await links.count(); i++) {
      const { x, width } = await links.nth(i).boundingBox();
      assert.ok(x >= 0 && x + width <= PHONE.viewport.width, `${await links.nth(i).textContent()} lies at ${x} to ${x + width}`);
    }
    await picture(page, `language-${code}-phone`);
    await giveBack(page);
  };
  const game = async (axe) => {
    const name = (who) => `${who}${code}`;
    const [anna, bert] = [await person(name('anna')), await person(name('bert'))];
    await begin(anna, bert, {});
    const where = new URL(anna.url()).pathname.slice(1);
    for (const page of [anna, bert]) {
      await page.evaluate((to) => { document.cookie = `shoogi-language=${to}; path=/`; }, code);
      await page.reload();
      await page.waitForSelector('[data-square]');
    }
    [`${name('anna')}`, `${name('bert')}`].forEach((one) => OWN.add(one));
    const found = await faults(anna, code, known, where, axe);
    await anna.goto(address);
    await anna.waitForSelector('.challenges, h2');
    await anna.waitForLoadState('networkidle');
    found.push(...await faults(anna, code, known, 'lobby', axe));
    await anna.goto(`${address}account`);
    await anna.waitForLoadState('networkidle');
    found.push(...await faults(anna, code, known, 'account-of-anna', axe));
    await leave(anna, bert);
    assert.deepEqual(found, []);
  };
  // A text that the sources leave untranslated is English in all languages.  It stands out in the last one, which has other letters:
  // the quick run has the pages in that, and a phone in the first language, whose words are long.
  const [isFirst, isLast] = [index === 0, index === languages.length - 1];
  if (!isFirst) alone(tests[`${code}: all pages are within reach on a phone`]);
  tests[`${code}: pages`] = () => pages(quick ? PAGES : PAGES.filter((_, i) => i % languages.length === index), isFirst);
  if (!isLast) alone(tests[`${code}: pages`]);
  if (isLast) tests[`${code}: a game`] = alone(() => game(true));
  soak[`${code}: pages`] = () => pages(PAGES, true);
  soak[`${code}: a game`] = () => game(true);
}
