// engine_test.mjs: a game against an engine of the server in a browser, and what it thinks of the game afterwards.

import assert from 'node:assert/strict';
import { run } from '../../tests/tap.mjs';

process.env.SERVE_OPTIONS = '--engines 1';
const { beyond, click, close, end, open, PHONE, picture, violations } = await import('./browser.mjs');
const { leave, offer, person } = await import('./people.mjs');

async function until(holds) {
  for (let tries = 0; !holds() && tries < 100; tries++) await new Promise((done) => setTimeout(done, 50));
  assert.ok(holds());
}

const tests = {
  'an engine is challenged, answers, and looks at the game': async () => {
    const anna = await person('anna');
    await anna.locator('.players li', { hasText: 'engine3' }).getByText('engine, level 3').waitFor();
    await offer(anna, { pattern: 'engine3', variant: 'mini', colour: 'black', clock: '10m/30s', rated: true });
    await anna.waitForSelector('[data-square]');
    await click(anna, '5d', '5c');
    const played = anna.locator('.moves.played li');
    await played.nth(1).waitFor();
    await anna.getByRole('button', { name: 'Resign' }).click();
    await anna.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await anna.getByRole('button', { name: 'Have the engine analyse it' }).click();
    const course = anna.getByRole('img', { name: 'The course of the game' });
    await course.waitFor();
    assert.equal((await course.locator('polyline').getAttribute('points')).split(' ').length, 3);
    await anna.getByRole('button', { name: 'Start' }).click();
    await anna.locator('.analysis .said').getByText(/^[+−]?\d+\.\d\d/).waitFor();
    assert.deepEqual(await violations(anna), []);
    await picture(anna, 'analysis');
    // Whoever comes later finds it.
    const bert = await person('bert', new URL(anna.url()).pathname.slice(1), { options: PHONE });
    await bert.getByRole('img', { name: 'The course of the game' }).waitFor();
    assert.deepEqual(await beyond(bert), []);
    await leave(anna, bert);
  },

  'the engine of the browser finds a mate, and stops when it is to': async () => {
    const page = await person('carl', 'study?variant=shogi&sfen=4k4/9/4P4/9/9/9/9/9/4K4_b_G_1');
    await page.getByLabel('Name', { exact: true }).fill('Mate');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.waitForSelector('[data-square]');
    const on = page.getByRole('switch', { name: 'Engine' });
    assert.equal(page.workers().length, 0);
    await on.check();
    const lines = page.locator('.thinking li');
    await lines.first().getByText('Black wins in 1 plies 1. G*5b').waitFor();
    await lines.nth(2).waitFor();
    await until(() => page.workers().length === 1);
    assert.deepEqual(await violations(page), []);
    await picture(page, 'thinking');
    await on.uncheck();
    await lines.first().waitFor({ state: 'detached' });
    await until(() => page.workers().length === 0);
    // After another move it thinks of what is there then; where the game is over there is nothing to think of.
    await on.check();
    await page.getByRole('textbox', { name: 'Move' }).fill('G*4b');
    await page.getByRole('textbox', { name: 'Move' }).press('Enter');
    await lines.first().getByText(/ 2\. K/).waitFor();
    await until(() => page.workers().length === 1);
    await page.getByRole('button', { name: 'To the start' }).click();
    await page.getByRole('textbox', { name: 'Move' }).fill('G*5b');
    await page.getByRole('textbox', { name: 'Move' }).press('Enter');
    await page.getByText('The game is over here.').waitFor();
    await until(() => page.workers().length === 0);
    await leave(page);
  },

  'the engine of the browser plays a side': async () => {
    const page = await open('mini');
    await page.getByLabel('The engine plays').selectOption('3');
    await click(page, '5d', '5c');
    const moves = page.locator('.moves li');
    await moves.nth(1).waitFor();
    assert.equal(await moves.count(), 2);
    await page.getByRole('button', { name: 'Take back' }).click();
    await moves.first().waitFor({ state: 'detached' });
    // Black's now, so it begins.
    await page.getByLabel('Its side').selectOption('black');
    await moves.first().waitFor();
    assert.deepEqual(await violations(page), []);
    await close(page);
  },
};

await run(tests);
await end();
