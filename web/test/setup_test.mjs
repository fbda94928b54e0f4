// setup_test.mjs: pages without a server, in Debian's chromium: rules, the position editor, the free board.

import assert from 'node:assert/strict';
import { inflateRawSync } from 'node:zlib';
import {
  address, alone, beyond, click, close, DESK, openAt, PHONE, picture, quick, square, until, violations, violationsInSoak, walk,
} from './browser.mjs';
import { sample } from './games.mjs';

async function open(where, options = DESK, awaits = '[data-square]') {
  const page = await openAt(where, options);
  await page.waitForSelector(awaits);
  return page;
}

const sfen = (page) => page.getByLabel('SFEN', { exact: true });
const notes = (page) => page.locator('.notes li').allTextContents();
const log = (page) => page.locator('.log li').allTextContents();
const move = (page) => page.getByRole('textbox', { name: 'Move', exact: true });
const piece = (page, name) => square(page, name).evaluate((one) => one.getAttribute('aria-label'));

/** Waits until the URL holds a log with these words; packing it takes a moment. */
const holds = (page, words) => page.waitForURL(({ hash }) =>
  hash.startsWith('#t=') && inflateRawSync(Buffer.from(hash.slice(3), 'base64url')).includes(words));

async function type(page, text) {
  await move(page).fill(text);
  await move(page).press('Enter');
}

/** Checks the rules pages of the given games. */
async function rules(wanted) {
  const page = await open('rules', DESK, '.tiles');
  await page.getByRole('searchbox').fill('中将棋');
  await until(() => page.locator('.tile b').allTextContents(), ['Chu Shogi']);
  assert.match(await page.locator('.tile').textContent(), /12×12, 92 pieces, \d+ rule sets/);
  // Rule sets are one step inside.
  await page.locator('.tile').click();
  await page.getByRole('link', { name: 'Chu Shogi, rules of lishogi' }).first().waitFor();
  const names = (await page.evaluate(async () => (await (await fetch('/api/variants')).json()).variants.map(({ name }) => name))).filter(wanted);
  assert.ok(names.length > 3);
  for (const name of names) {
    await page.goto(`${address}rules/${name}`);
    await page.waitForSelector('.piece-rules');
    const text = await page.locator('.rules').textContent();
    assert.match(text, /Rules.*Pieces.*Names/s, name);
    if (name === 'shogi') assert.match(text, /Pieces.*Names.*Handicaps/s);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
  }
  assert.deepEqual(await violationsInSoak(page), []);
  await close(page);
}

export const tests = {
  'rules: games have a page each, with all their pieces': () => rules((game) => sample.indexOf(game) % (quick ? 12 : 4) === 1 || game === 'shogi'),

  'rules: a piece moves, by mouse and by keyboard, and promotes': async () => {
    const page = await open('rules/chu', DESK, '.piece-rules');
    assert.match(await page.locator('.rules').textContent(), /Counter-strike.*Lion.*獅子/s);
    await page.getByRole('button', { name: 'Move the Kirin' }).click();
    const at = () => page.locator('.rules-board [data-square][aria-label*="kirin" i]').first().getAttribute('data-square');
    const from = await at();
    await square(page, from).click();
    const [rank] = [from.replace(/\d+/, '')];
    const to = `${parseInt(from, 10)}${String.fromCharCode(rank.charCodeAt(0) + 2)}`;
    await square(page, to).click();
    assert.equal(await at(), to);
    await picture(page, 'rules-walk');
    await page.getByRole('button', { name: 'Promoted: Lion' }).click();
    await page.getByRole('button', { name: 'Unpromoted: Kirin' }).waitFor();
    await page.getByRole('button', { name: 'Starting position' }).click();
    await square(page, '7j').click();
    await page.getByText('Lion', { exact: true }).first().waitFor();
    await square(page, '6g').focus();
    assert.deepEqual(await violations(page), []);
    await close(page);
  },

  'rules on a phone': alone(async () => {
    const page = await open('rules/kyoto', { ...PHONE, colorScheme: 'dark' }, '.piece-rules');
    assert.deepEqual(await beyond(page), []);
    await page.locator('.piece-rules').nth(3).scrollIntoViewIfNeeded();
    await page.locator('.piece-rules').nth(3).locator('.moves-of').waitFor();
    assert.deepEqual(await violationsInSoak(page), []);
    await picture(page, 'rules-phone');
    await close(page);
  }),

  'editor: pieces are moved, placed, removed, promoted and given to the other side': async () => {
    const page = await open('editor');
    await page.getByRole('button', { name: 'Clear board', exact: true }).click();
    assert.equal(await sfen(page).inputValue(), '9/9/9/9/9/9/9/9/9 b - 1');
    for (const [button, name] of [['white K', '5a'], ['black K', '5i'], ['black R', '5e']]) {
      await page.locator(`[data-put="${button}"]`).click();
      await square(page, name).click();
    }
    assert.deepEqual(await notes(page), ['Black is to move and can capture the king on 5a.', 'Black has 23 legal moves.']);
    await page.getByRole('button', { name: 'Promote or demote' }).click();
    await click(page, '5e');
    await page.getByRole('button', { name: 'Change colour', exact: true }).click();
    await click(page, '5e');
    await page.getByLabel('Side to move').selectOption('white');
    assert.equal(await sfen(page).inputValue(), '4k4/9/9/9/4+r4/9/9/9/4K4 w - 1');
    await page.getByRole('button', { name: 'Move pieces', exact: true }).click();
    await click(page, '5e', '1e');
    await page.locator('summary', { hasText: 'Pieces in hand' }).click();
    await page.getByRole('group', { name: 'White', exact: true }).getByLabel('Pawn', { exact: true }).fill('18');
    assert.equal(await sfen(page).inputValue(), '4k4/9/9/9/8+r/9/9/9/4K4 w 18p 1');
    // A piece in hand is placed like any other.
    await page.locator('[data-hand="white P*"]').click();
    await click(page, '9b');
    assert.equal(await sfen(page).inputValue(), '4k4/p8/9/9/8+r/9/9/9/4K4 w 17p 1');
    // Dragged off the board it is gone.
    const [from, beside] = [await square(page, '1e').boundingBox(), await page.locator('h1').boundingBox()];
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(beside.x + 10, beside.y + 10, { steps: 4 });
    await page.mouse.up();
    await until(() => sfen(page).inputValue(), '4k4/p8/9/9/9/9/9/9/4K4 w 17p 1');
    await page.getByRole('button', { name: 'Remove' }).click();
    await click(page, '9b');
    assert.equal(await sfen(page).inputValue(), '4k4/9/9/9/9/9/9/9/4K4 w 17p 1');
    await page.locator('[data-put="white P"]').click();
    await click(page, '9b');
    await page.getByRole('button', { name: 'Mirror' }).click();
    await page.getByRole('button', { name: 'Swap sides' }).click();
    assert.equal(await sfen(page).inputValue(), '4k4/9/9/9/9/9/9/P8/4K4 b 17P 1');
    assert.deepEqual(await violations(page), []);
    await picture(page, 'editor');
    await page.waitForURL(({ searchParams }) => searchParams.get('sfen') === '4k4/9/9/9/9/9/9/P8/4K4_b_17P_1');
    const link = page.url();
    await page.goto(link);
    await page.waitForSelector('[data-square]');
    assert.equal(await sfen(page).inputValue(), '4k4/9/9/9/9/9/9/P8/4K4 b 17P 1');
    await page.getByRole('link', { name: 'Play from here' }).click();
    await page.waitForFunction(() => location.pathname === '/try');
    await page.waitForSelector('[data-hand="black P*"]');
    await close(page);
  },

  'editor on a phone': alone(async () => {
    const page = await open('editor?variant=chu', PHONE);
    for (const summary of await page.locator('.panel summary').all()) await summary.click();
    assert.deepEqual(await beyond(page), []);
    await page.locator('[data-put="black N"]').tap();
    await square(page, '6g').tap();
    await until(async () => /lion/i.test(await piece(page, '6g')), true);
    await picture(page, 'editor-phone');
    await close(page);
  }),

  'editor: by keyboard, and an SFEN with an error': async () => {
    const page = await open('editor?variant=chu');
    await page.locator('[data-put="black N"]').focus();
    await page.keyboard.press('Enter');
    await square(page, '6l').focus();
    await walk(page, '6g');
    assert.match(await piece(page, '6g'), /black lion/i);
    await page.keyboard.press('Enter');
    assert.doesNotMatch(await piece(page, '6g'), /lion/i);
    await sfen(page).fill('lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFZ');
    await page.keyboard.press('Enter');
    assert.match(await page.locator('.field .fault').textContent(), /^Expected .*Z.* \(column 121\)\.$/);
    assert.equal(await sfen(page).getAttribute('aria-invalid'), 'true');
    await picture(page, 'editor-fault');
    await close(page);
    const asked = await open('editor?variant=shogi&sfen=9/9/x');
    assert.match(await asked.locator('.field .fault').textContent(), /\(column 5\)\.$/);
    await asked.getByRole('alert').getByText('cannot be read').waitFor();
    assert.match(asked.url(), /sfen=9\/9\/x$/);
    await close(asked);
  },

  'table: by hand, by dragging, by typing; taken back to any move; kept in the URL': async () => {
    const page = await open('table');
    await click(page, '7g', '7f');
    // A piece may move anywhere.
    const [from, to] = [await square(page, '5a').boundingBox(), await square(page, '5e').boundingBox()];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
    await page.mouse.up();
    await type(page, 'B 8h-2b // at once');
    await page.getByRole('button', { name: 'Promote or demote the piece' }).click();
    assert.deepEqual(await log(page), ['P 7g-7f', 'k 5a-5e', 'B 8h-2b; +B-2b at once']);
    await type(page, 's 3a-2b');
    await page.locator('[data-hand="black B*"]').click();
    await click(page, '5f');
    assert.deepEqual((await log(page)).slice(3), ['s 3a-2b', 'B*5f']);
    await type(page, 'flip 5f; -1i');
    assert.equal(await square(page, '1i').count(), 0);
    await type(page, 'P 1g-1x');
    assert.match(await page.locator('.said').textContent(), /Expected a space of this board, found "1x" \(column 6\)\./);
    await picture(page, 'table');
    assert.deepEqual(await violations(page), []);
    await holds(page, 'flip 5f');
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    await page.waitForSelector('.log li');
    assert.equal((await log(page)).length, 6);
    await page.locator('.log button').nth(1).click();
    assert.match(await piece(page, '5e'), /white king/i);
    assert.ok(await move(page).isDisabled());
    await page.getByRole('button', { name: 'Take back to here' }).click();
    assert.equal((await log(page)).length, 2);
    await click(page, '2g', '2e');
    assert.equal((await log(page)).length, 3);
    await close(page);
  },

  'table: parts are collected; a chessboard with holes by FEN; pieces set up by pointing': alone(async () => {
    const page = await open('table');
    await page.locator('.setting-up summary').click();
    await page.locator('.setting-up select').nth(1).selectOption('chess');
    await page.getByLabel('Extended FEN').fill('-nbqkbn-/rppppppr/8/8/8/8/RPPPPPPR/-NBQKBN- b -');
    await page.getByRole('button', { name: 'Load FEN' }).click();
    assert.equal(await page.locator('[data-square]').count(), 60);
    await page.getByLabel('Collect moves on the board').check();
    await click(page, '4h', '2h', '1g', '3h');
    assert.equal(await move(page).inputValue(), 'K e1-g1; R h2-f1');
    await move(page).press('Enter');
    assert.deepEqual(await log(page), ['K e1-g1; R h2-f1']);
    await page.getByLabel('Collect moves on the board').uncheck();
    await page.getByRole('button', { name: 'Start a new log from this position' }).click();
    assert.deepEqual(await log(page), []);
    await page.getByLabel('Set up pieces by hand').check();
    await page.getByRole('button', { name: 'Holes' }).click();
    await click(page, '8h');
    await page.getByRole('button', { name: 'Move pieces', exact: true }).click();
    assert.equal(await page.locator('[data-square]').count(), 61);
    await page.locator('[data-put="white Q"]').click();
    await click(page, '5e');
    await page.waitForFunction(() => /3q4/.test(document.querySelector('[name="fen"]').value));
    await page.getByLabel('Extended FEN').fill('8/7');
    await page.getByRole('button', { name: 'Load FEN' }).click();
    assert.match(await page.locator('.field .fault').textContent(), /Expected 1 more space .* \(column 4\)\./);
    assert.deepEqual(await violationsInSoak(page), []);
    await picture(page, 'table-holes');
    await close(page);
  }),

  'table: 36x36, by keyboard, and on a phone': alone(async () => {
    const page = await open('table');
    await page.locator('.setting-up summary').click();
    await page.getByLabel('Files').fill('36');
    await page.getByLabel('Ranks').fill('36');
    await page.getByRole('button', { name: 'Empty board' }).click();
    assert.equal(await page.locator('[data-square]').count(), 1296);
    await type(page, 'add K all 36a 1aj');
    await square(page, '18aj').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    assert.deepEqual(await log(page), ['add K all 36a 1aj', 'K 1aj-1ai']);
    await picture(page, 'table-large');
    await close(page);
    const phone = await open('table?variant=mini', { ...PHONE, colorScheme: 'dark' });
    await square(phone, '5d').tap();
    await square(phone, '5c').tap();
    await until(() => log(phone), ['P 5d-5c']);
    for (const summary of await phone.locator('.panel summary').all()) await summary.click();
    assert.deepEqual(await beyond(phone), []);
    assert.deepEqual(await violations(phone), []);
    await picture(phone, 'table-phone');
    await close(phone);
  }),
};

export const soak = {
  'rules: every game has a page, with all its pieces': () => rules(() => true),
};
