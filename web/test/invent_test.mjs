// invent_test.mjs: the page to invent a game, in Debian's chromium: editing, errors, trying, sharing, and hostile texts.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { arrived, beginInLobby, leave, person, point } from './people.mjs';
import { address, alone, beyond, click, close, DESK, openAt, PHONE, picture, square, until, violations, violationsInSoak } from './browser.mjs';

const area = (page) => page.getByRole('textbox', { name: /^Definition:/ });
const state = (page) => page.locator('#invent-state');
const faults = (page) => page.locator('.fault-list button').allTextContents();

/** The page with a text that has been checked. */
async function open(text, options = DESK, where = 'invent') {
  const page = await openAt(where, options);
  await area(page).waitFor();
  if (text !== null) await area(page).fill(text);
  await page.waitForFunction(() => !/Checking/.test(document.querySelector('#invent-state').textContent));
  return page;
}

const SMALL = 'files=5\nranks=5\nsymmetry=rotate\nholdingsType=-1\nmaxPromote=1\npromoOffset=1\n' +
  'pawn:P:fW:p:a2\ntokin:+P:WfF:p2:\nking:K:K:k:c1\n';

const read = (page, wanted) => page.waitForFunction(
  (words) => new RegExp(words).test(document.querySelector('#invent-state').textContent), wanted.source);

/** From a file: typing a long text takes a browser longer than reading it. */
const openFile = (page, text, name = 'game.variant') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

export const tests = {
  'a definition is written, and the board follows': async () => {
    const page = await open(SMALL);
    await read(page, /5x5 board, 3 kinds of pieces, 6 moves at the start/);
    await page.locator('.trying [data-square]').first().waitFor();
    assert.equal(await page.locator('.trying [data-square]').count(), 25);
    await click(page.locator('.trying'), '5d', '5c');
    assert.deepEqual(await page.locator('.trying .moves li').allTextContents(), ['P-5c']);
    await page.locator('.trying').getByRole('button', { name: 'Take back' }).click();
    assert.deepEqual(await page.locator('.trying .moves li').allTextContents(), []);
    // By keyboard, both sides.
    await square(page.locator('.trying'), '3e').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    assert.deepEqual(await page.locator('.trying .moves li').allTextContents(), ['K-3d']);
    await page.keyboard.press('ArrowUp');
    assert.deepEqual(await violations(page), []);
    await picture(page, 'invent');
    // It is downloaded unchanged.
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download', exact: true }).click()]);
    assert.equal(download.suggestedFilename(), 'game.variant');
    assert.equal(fs.readFileSync(await download.path(), 'utf8'), SMALL);
    await close(page);
  },

  'a game is played against the engine before it is saved; a piece shows its moves; pieces move freely': async () => {
    const page = await open(SMALL);
    await read(page, /5x5 board/);
    const board = page.locator('.trying');
    const moves = board.locator('.moves li');
    await board.locator('[data-square]').first().waitFor();
    await board.getByRole('combobox', { name: 'Opponent' }).selectOption('1');
    await click(board, '5d', '5c');
    await moves.nth(1).waitFor();
    await board.getByRole('button', { name: 'Take back' }).click();
    await until(() => moves.count(), 0);
    await board.getByRole('combobox', { name: 'Opponent' }).selectOption('0');
    // One click shows the moves of a piece, another the game again.
    const legend = board.getByRole('list', { name: 'Pieces' }).getByRole('button');
    assert.equal(await legend.count(), 3);
    await legend.filter({ hasText: 'king' }).click();
    assert.equal(await board.locator('.shape-target').count(), 8);
    await legend.filter({ hasText: 'king' }).click();
    assert.equal(await board.locator('.shape-target').count(), 0);
    // Without rules a pawn moves anywhere; with rules again, the game goes on from there.
    const free = board.getByRole('switch', { name: 'Move pieces freely, without rules' });
    await free.check();
    await click(board, '5d', '2c');
    await click(board, '1b', '2c');
    assert.deepEqual(await violationsInSoak(page), []);
    await free.uncheck();
    await square(board, '2c').and(page.getByLabel(/White pawn/)).waitFor();
    await board.getByText('The rules apply again, from this position.').waitFor();
    await click(board, '3e', '3d');
    await moves.nth(0).waitFor();
    // Moves from elsewhere, in the squares of the diagram, up to a wrong one; they are stepped through.
    await board.getByText('Paste moves').click();
    await board.locator('[name="pasted"]').fill('1. P a2-a3 p e4-e3\n2. K c1-c2 K c5-c1');
    await board.getByRole('button', { name: 'Show it on the board' }).click();
    await until(() => moves.allTextContents(), ['P-5c', 'P-1c', 'K-3d']);
    assert.match(await board.locator('.faults').textContent(), /^2:/);
    await board.getByRole('button', { name: 'Previous move' }).click();
    await until(() => moves.count(), 2);
    await board.getByRole('button', { name: 'Go to the end' }).click();
    await until(() => moves.count(), 3);
    await close(page);
  },

  'on the page to try a game a piece shows its moves, and pieces move freely': alone(async () => {
    const page = await openAt('try?variant=mini');
    await page.waitForSelector('[data-square]');
    await page.getByText('Show how a piece moves').click();
    const king = page.getByRole('list', { name: 'Pieces' }).getByRole('button', { name: /^King K$/ });
    await king.click();
    assert.equal(await page.locator('.shape-target').count(), 8);
    await king.click();
    const free = page.getByRole('switch', { name: 'Move pieces freely, without rules' });
    await free.check();
    await click(page, '5d', '5a');
    await square(page, '5a').and(page.getByLabel(/Black pawn/)).waitFor();
    await free.uncheck();
    await page.getByText('The rules apply again, from this position.').first().waitFor();
    await click(page, '3a', '3b');
    await page.locator('.panel .moves li').first().waitFor();
    assert.deepEqual(await violationsInSoak(page), []);
    await close(page);
  }),

  'errors are shown at line and column, and lead there': async () => {
    const page = await open(SMALL);
    const wrong = SMALL.replace('p:a2', 'p:z2').replace('king:K:K:k:c1', 'king:K:K:k:z9');
    await area(page).fill(wrong);
    await read(page, /2 errors/);
    assert.deepEqual((await faults(page)).map((text) => /^\d+:\d+/.exec(text)[0]), ['7:13', '9:12']);
    assert.deepEqual(await page.locator('.gutter .wrong').allTextContents(), ['7', '9']);
    assert.equal(await page.locator('[data-mark="7:13"]').count(), 1);
    assert.equal(await area(page).getAttribute('aria-invalid'), 'true');
    // The board keeps the last text without errors.
    assert.equal(await page.locator('.trying [data-square]').count(), 25);
    await page.locator('.fault-list button').nth(1).click();
    const [from, to] = await area(page).evaluate(({ selectionStart, selectionEnd }) => [selectionStart, selectionEnd]);
    assert.equal(wrong.slice(from, to), 'z9');
    assert.deepEqual(await violationsInSoak(page), []);
    await picture(page, 'invent-faults');
    // The mark lies under the error.
    const mark = await page.locator('[data-mark="7:13"]').boundingBox();
    const box = await area(page).boundingBox();
    assert.ok(mark.x > box.x + 85 && mark.x < box.x + 130 && mark.y > box.y + 125 && mark.y < box.y + 155, JSON.stringify({ mark, box }));
    await close(page);
  },

  'a saved page with a diagram, opened from a file; its odd parameters are warnings': alone(async () => {
    const page = await open(null);
    const html = `<!doctype html><title>x</title>\n<p>Play it:</p>\n<div class="idiagram">\n${SMALL.replace('files', 'sparkle=1\nfiles')}</div>\n`;
    await openFile(page, html, 'page.html');
    await read(page, /5x5 board, 3 kinds/);
    assert.match((await faults(page))[0], /^4:1warning: expected a known parameter/);
    await close(page);
  }),

  'a shipped game is changed, and the link holds the definition': alone(async () => {
    const page = await open(null, DESK, 'invent?base=shogi');
    await read(page, /9x9 board, 14 kinds/);
    await area(page).fill('base=shogi\nbishop:B:N@9:b:b2\n');
    await read(page, /9x9/);
    await page.waitForFunction(() => location.hash.startsWith('#d='));
    await page.waitForSelector('.rules .piece-rules');
    assert.match(await page.locator('.rules').textContent(), /Uchifuzume \(pawn\): you may not drop this piece/);
    await page.waitForFunction(() => /In XBetza: N@9/.test(document.querySelector('.rules').textContent));
    const link = page.url();
    await close(page);
    const other = await openAt(link.slice(address.length));
    await area(other).waitFor();
    assert.equal(await area(other).inputValue(), 'base=shogi\nbishop:B:N@9:b:b2\n');
    await close(other);
    const broken = await openAt('invent#d=AAAA');
    await broken.getByText('This link contains no complete definition').waitFor();
    await close(broken);
  }),

  'a game is put together without writing, by keyboard, too': async () => {
    const page = await open(SMALL);
    await read(page, /5x5 board, 3 kinds/);
    await page.getByRole('tab', { name: 'Put together' }).click();
    const plan = page.locator('.building');
    const board = page.locator('.trying');
    await plan.getByLabel('Files').fill('7');
    await plan.getByLabel('Ranks').fill('8');
    await page.keyboard.press('Tab');
    await read(page, /7x8 board, 12 kinds/);
    await plan.getByRole('button', { name: 'Lion' }).press('Enter');
    await square(plan, '4g').press('Enter');
    await read(page, /7x8 board, 13 kinds/);
    await square(board, '4b').and(page.getByLabel(/White lion/)).waitFor();
    await click(board, '4g', '4e');
    await until(() => board.locator('.moves li').count(), 1);
    assert.deepEqual(await violationsInSoak(page), []);
    // Nothing is lost: the text written before comes back.
    await page.getByRole('button', { name: 'Back to the earlier text' }).click();
    assert.equal(await area(page).inputValue(), SMALL);
    await close(page);
  },

  'a hostile text is stopped within the time limit, and the page goes on': alone(async () => {
    const page = await open(SMALL);
    await read(page, /5x5/);
    // No known text takes so long: the worker never gets this one.
    await page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (what, ...rest) {
        if (!JSON.stringify(what).includes('snail')) return post.call(this, what, ...rest);
        // The page stays responsive: it does other things before it gives up.
        window.meanwhile = new Promise((resolve) => {
          const told = [];
          const goOn = () => {
            told.push(document.querySelector('#invent-state').textContent);
            if (told.length < 3) setTimeout(goOn);
            else resolve(told);
          };
          setTimeout(goOn);
        });
      };
    });
    const slow = SMALL.replace('king:', 'snail:');
    await area(page).fill(slow);
    await page.waitForFunction(() => window.meanwhile !== undefined);
    await page.getByRole('button', { name: 'Load its text' }).focus();
    await read(page, /took longer than \d+ seconds/);
    for (const told of await page.evaluate(() => window.meanwhile)) assert.match(told, /Checking/);
    assert.equal(await page.locator('.trying [data-square]').count(), 25);
    await picture(page, 'invent-late');
    for (const [text, wanted] of [
      ['files=37\nranks=36\nsymmetry=rotate\nking:K:K:k:a1\n', /expected a number from 1 to 36/],
      [`files=16\nranks=16\nsymmetry=rotate\nholdingsType=-1\n${Array.from({ length: 200 }, (_, i) => `n:X${i}:K:n::1`).join('\n')}\nking:K:K:k:a1\n`, /more than 20000 moves/],
      [`files=9\nranks=9\nking:K:${'ya'.repeat(50000)}K:k:a1\n`, /error/],
      ['x=1\n'.repeat(60000), /error/],
      ['a'.repeat(250000), /1:250001/],
    ]) {
      await openFile(page, text);
      await read(page, wanted);
    }
    await area(page).fill(SMALL);
    await read(page, /5x5 board, 3 kinds/);
    await close(page);
  }),

  'a version is saved, refused with its errors, shared, and played by two': async () => {
    const anna = await person('anna', 'invent');
    await area(anna).fill(SMALL);
    await read(anna, /5x5 board, 3 kinds/);
    await anna.getByLabel(/^Name \(lower-case/).fill('small');
    await anna.getByRole('button', { name: 'Save a version' }).click();
    await anna.locator('.saved').waitFor();
    assert.match(await anna.locator('.saved').textContent(), /anna\/small is saved as version 1/);
    await area(anna).fill(SMALL.replace('pawn:P:fW', 'pawn:P:fWF'));
    await read(anna, /5x5 board, 3 kinds/);
    await anna.getByRole('button', { name: 'Save a version' }).click();
    await anna.locator('.own li').nth(1).waitFor();
    assert.deepEqual((await anna.locator('.own li').allTextContents()).map((text) => /^small, version \d/.exec(text)[0]),
      ['small, version 2', 'small, version 1']);
    await picture(anna, 'invent-saved');
    assert.deepEqual(await violationsInSoak(anna), []);
    // The server requires more: the page's warnings are errors of a definition.
    await area(anna).fill(`${SMALL}sparkle=1\n`);
    await read(anna, /5x5 board, 3 kinds/);
    await anna.getByRole('button', { name: 'Save a version' }).click();
    await anna.waitForFunction(() => /10:1/.test(document.querySelector('.fault-list').textContent));
    const bert = await person('bert');
    const first = await anna.locator('.own li').nth(1).getByRole('link', { name: 'Rules page' }).getAttribute('href');
    await bert.goto(address.slice(0, -1) + first);
    await bert.waitForSelector('.piece-rules');
    assert.match(await bert.locator('.rules').textContent(), /It moves one square forward\. It promotes to tokin/);
    await anna.locator('.own li').nth(1).getByRole('link', { name: 'Challenge someone' }).click();
    // The list shows its title, not the number of the definition.
    await until(() => anna.locator('[name="variant"] option:checked').textContent(), 'anna/small');
    await bert.goto(address);
    await beginInLobby(anna, bert, { colour: 'black', clock: '10m/30s' });
    await point(anna, '5d5c');
    await arrived(bert, 1);
    await picture(bert, 'invent-played');
    await leave(anna, bert);
  },

  'on a phone, light and dark, nothing reaches beyond the window': alone(async () => {
    const page = await open(SMALL, { ...PHONE, colorScheme: 'dark' });
    await read(page, /5x5/);
    await page.waitForSelector('.rules .piece-rules');
    assert.deepEqual(await beyond(page), []);
    assert.deepEqual(await violations(page), []);
    await picture(page, 'invent-phone');
    await close(page);
  }),
};
