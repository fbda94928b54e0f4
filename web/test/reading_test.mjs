// reading_test.mjs: the pages without scripts, in a browser that runs none: a correspondence game from signing in
// to the last move, and the findings of axe.

import assert from 'node:assert/strict';
import { address, newContext, picture, quick, violations } from './browser.mjs';
import { leave, person } from './people.mjs';

/** A player whose browser runs no script. */
async function reader(options = {}) {
  const context = await newContext({ javaScriptEnabled: false, viewport: { width: 900, height: 1100 }, ...options });
  return context.newPage();
}

/** Presses a button or follows a link, and waits for the page behind it. */
async function follow(page, part) {
  const comes = page.waitForEvent('load');
  await part.click();
  await comes;
}

async function logIn(page, name) {
  await page.goto(`${address}login`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(`the password of ${name}`);
  await follow(page, page.getByRole('button', { name: 'Sign in' }));
  assert.equal(page.url(), `${address}games`);
}

async function move(page, game, text) {
  await page.goto(`${address}games/${game}`);
  await page.getByLabel('Your move').fill(text);
  await follow(page, page.getByRole('button', { name: 'Move' }));
}

/** Signs up in a browser with scripts; the rest needs none. */
async function two() {
  const pages = [];
  for (const name of ['Ruth', 'Saul']) await leave(await person(name));
  for (const name of ['Ruth', 'Saul']) {
    const page = await reader();
    await logIn(page, name);
    pages.push(page);
  }
  return pages;
}

let game = 0;

/** The last place: the page of the largest game, which is like those of other games, keeps axe busy longer than all
 * others. */
const LARGE = 9;

/** Checks all pages, light on a desktop and dark on a phone; with axe where wanted, by the numbers of the two. */
async function looks(wanted) {
  const places = ['games', `games/${game}`, `games/${game}?ply=1`, 'players/Ruth', 'challenges', 'login', `embed/${game}`,
    'games?player=nobody', 'help/game-chu', ...(quick ? [] : ['help/game-taikyoku'])];
  for (const [look, options] of [{ colorScheme: 'light' }, { colorScheme: 'dark', viewport: { width: 360, height: 740 } }].entries()) {
    // axe is a script itself: it runs where those of the page are blocked.
    const context = await newContext(options);
    await context.route(/\.js$/, (route) => route.abort());
    const page = await context.newPage();
    for (const [i, place] of places.entries()) {
      await page.goto(address + place);
      assert.ok(await page.locator('main h1').count() === 1, place);
      if (wanted(i, look)) assert.deepEqual(await violations(page), [], `${place} ${options.colorScheme}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), `${place} is too wide`);
    }
    // A page that has buttons names no command to type.
    await page.goto(`${address}help/game-chu`);
    assert.equal(await page.locator('main a.button.primary').getAttribute('href'), '/try?variant=chu');
    assert.doesNotMatch(await page.locator('main').innerText(), /NEW -|HELP GAME/);
    await picture(page, `reading-search-${options.colorScheme}`);
    await context.close();
  }
}

export const tests = {
  'a correspondence game without a script': async () => {
    const [ruth, saul] = await two();
    await ruth.goto(`${address}challenges`);
    await ruth.getByLabel('You are').selectOption('black');
    await ruth.getByLabel('Comment').fill('Slowly, please <b>');
    await follow(ruth, ruth.getByRole('button', { name: 'Offer' }));
    await saul.goto(`${address}challenges`);
    assert.ok((await saul.textContent('main')).includes('Slowly, please <b>'));
    await picture(saul, 'reading-challenges');
    await follow(saul, saul.getByRole('button', { name: /^Accept/ }));
    game = Number(/games\/(\d+)$/.exec(saul.url())[1]);
    await move(ruth, game, 'P-7f');
    await move(saul, game, 'P-3e');
    assert.match(await saul.getByRole('alert').textContent(), /pawn/);
    assert.equal(await saul.getByLabel('Your move').getAttribute('aria-invalid'), 'true');
    assert.equal(await saul.getByLabel('Your move').inputValue(), 'P-3e');
    await picture(saul, 'reading-refused');
    await saul.getByLabel('Your move').fill('3c3d');
    await follow(saul, saul.getByRole('button', { name: 'Move' }));
    await move(ruth, game, 'Bx2b');
    await picture(ruth, 'reading-promotion');
    await ruth.getByLabel('Promote', { exact: true }).check();
    await follow(ruth, ruth.getByRole('button', { name: 'Move' }));
    assert.ok((await ruth.textContent('ol.moves')).includes('Bx2b+'));
    assert.equal(await ruth.getByLabel('Your move').count(), 0);
    await follow(ruth, ruth.getByRole('link', { name: 'Back' })); // with its pictures
    assert.match(await ruth.getByRole('img').getAttribute('alt'), /^The board after move 2: P-3d$/);
    assert.ok(await ruth.getByRole('img').evaluate((one) => one.complete && one.naturalWidth > 300));
    await picture(ruth, 'reading-game');
    await closeAll(ruth, saul);
  },

  'nothing for axe, by turns in the light on a desk and in the dark in a hand; nothing too wide in either': () =>
    looks((place, look) => place < LARGE && (place + look) % (quick ? 4 : 2) === 0),

  'with scripts the page takes over': async () => {
    const page = await (await newContext()).newPage();
    for (const place of [`games/${game}`, 'players/Ruth']) {
      await page.goto(address + place);
      await page.waitForSelector('.reading', { state: 'detached' });
    }
    // URLs without a page of the application keep what the server wrote, in the frame of the application.
    for (const place of ['challenges', 'login', 'help/']) {
      await page.goto(address + place);
      await page.waitForSelector('.shell .reading h1');
      await page.waitForSelector('header.top');
      assert.equal(await page.locator('main').count(), 1, place);
    }
    await page.context().close();
  },
};

async function closeAll(...pages) {
  for (const page of pages) await page.context().close();
}

export const soak = {
  'nothing for axe, in the light and in the dark, on a desk and in a hand': () => looks(() => true),
};
