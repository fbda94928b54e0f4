// study_test.mjs: a study that two people edit at once, in two browsers, while a third reads it.

import assert from 'node:assert/strict';
import { alone, beyond, click, close, openAt, PHONE, picture, square, until, violations, violationsInSoak } from './browser.mjs';
import { leave, person } from './people.mjs';

const moves = (page) => page.locator('.variations button').allTextContents();
const told = (page, wanted) => page.waitForFunction(
  (texts) => [...document.querySelectorAll('.variations button')].map((one) => one.textContent).join('|') === texts, wanted.join('|'));
/** Waits until a player's current move has this path. */
const at = (page, text) => page.waitForFunction(
  (wanted) => document.querySelector('.variations [aria-current]')?.textContent === wanted, text);

export const tests = {
  'two edit a tree at once; a reader sees it': async () => {
    const anna = await person('anna', 'study');
    const bert = await person('bert', '', { options: PHONE });
    await anna.getByLabel('Name', { exact: true }).fill('Openings');
    await anna.getByRole('button', { name: 'Create study' }).dblclick();
    await anna.waitForSelector('[data-square]');
    await square(anna, '8h').hover();
    assert.match(await anna.locator('.piece-help').textContent(), /Bishop.*It moves any number of squares diagonally/s);
    assert.equal(await anna.locator('.said').textContent(), 'Black to move');
    await click(anna, '7g', '7f');
    await told(anna, ['1. P-7f']);
    await until(() => anna.locator('.said').textContent(), 'White to move');
    await anna.locator('summary', { hasText: 'Editors' }).click();
    await anna.getByRole('textbox', { name: 'Name' }).fill('bert');
    await anna.getByRole('button', { name: 'Invite' }).click();
    await anna.getByText('also edited by bert').waitFor();
    await bert.goto(anna.url());
    await told(bert, ['1. P-7f']);
    await bert.locator('.variations button').first().click();
    await bert.getByRole('textbox', { name: 'Move' }).fill('P-3d');
    await bert.getByRole('textbox', { name: 'Move' }).press('Enter');
    await told(anna, ['1. P-7f', '2. P-3d']);
    // Anna's current move has not changed, and she adds a variation.
    await anna.locator('.variations button').first().click();
    await click(anna, '8c', '8d');
    await told(bert, ['1. P-7f', '2. P-3d', '2. P-8d']);
    await at(anna, '2. P-8d'); // others may know of it before
    await anna.getByRole('textbox', { name: 'Comment on this position' }).fill('not that');
    await anna.getByRole('button', { name: 'Save', exact: true }).click();
    await bert.getByText('not that').waitFor();
    // A move that exists is selected, not added again.
    await bert.getByRole('button', { name: 'Previous move' }).click();
    await bert.getByRole('textbox', { name: 'Move' }).fill('8c8d');
    await bert.getByRole('textbox', { name: 'Move' }).press('Enter');
    await at(bert, '2. P-8d');
    assert.equal((await moves(bert)).length, 3);
    assert.deepEqual(await violations(anna), []);
    assert.deepEqual(await violationsInSoak(bert), []);
    assert.deepEqual(await beyond(bert), []);
    await picture(anna, 'study');
    await picture(bert, 'study-phone');
    // If the current move is removed, its last remaining ancestor is shown.
    await anna.getByRole('button', { name: 'Delete from here' }).click();
    await told(bert, ['1. P-7f', '2. P-3d']);
    const reader = await openAt(new URL(anna.url()).pathname.slice(1));
    await told(reader, ['1. P-7f', '2. P-3d']);
    assert.equal(await reader.getByRole('button', { name: 'Delete from here' }).count(), 0);
    await click(reader, '2g', '2f');
    await reader.getByText('Only editors of this study').waitFor();
    await close(reader);
    await leave(anna, bert);
  },

  'a study of a position, and an address without a study': alone(async () => {
    const page = await person('carl', 'study?variant=mini&sfen=rbsgk/4p/5/P4/KGSBR_w_-_1');
    await page.getByLabel('Name', { exact: true }).fill('Mini');
    await page.getByRole('button', { name: 'Create study' }).click();
    await page.waitForSelector('[data-square]');
    await click(page, '1b', '1c');
    await told(page, ['1. P-1c']);
    // A chapter has its own start and moves; the reader moves it up, and removes it after a question.
    const study = page.url();
    await page.locator('summary', { hasText: 'Edit chapters' }).click();
    await page.getByLabel('Title of a new chapter').fill('Kings');
    // What the server refuses stays to be mended.
    const start = page.locator('[name="new-start"]');
    await start.fill('no position');
    await page.getByRole('button', { name: 'Add a chapter' }).click();
    await page.locator('.panel .fault').waitFor();
    assert.deepEqual([await start.inputValue(), await page.getByLabel('Title of a new chapter').inputValue()], ['no position', 'Kings']);
    await page.getByLabel('Position (SFEN)').fill('4k/5/5/5/K4 b R 1');
    await page.getByRole('button', { name: 'Add a chapter' }).click();
    await page.locator('.chapters [aria-current]', { hasText: 'Kings' }).waitFor();
    await page.getByRole('textbox', { name: 'Move' }).fill('R*5b');
    await page.getByRole('textbox', { name: 'Move' }).press('Enter');
    await told(page, ['1. R*5b']);
    await page.getByRole('button', { name: 'Move up' }).click();
    await until(() => page.locator('.chapters li').allTextContents(), ['Kings', 'Chapter 2']);
    await page.goto(study);
    await told(page, ['1. R*5b']);
    await page.getByRole('link', { name: 'Chapter 2' }).click();
    await told(page, ['1. P-1c']);
    await page.getByRole('link', { name: 'Kings' }).click();
    await page.locator('summary', { hasText: 'Edit chapters' }).click();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: 'Remove this chapter' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Remove this chapter' }).click();
    await told(page, ['1. P-1c']);
    await page.goto(new URL('/study', page.url()).href);
    await page.getByRole('link', { name: 'Mini' }).waitFor();
    assert.deepEqual(await violationsInSoak(page), []);
    const search = page.getByRole('search');
    await search.getByLabel('Words').fill('no such words');
    await search.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No studies found.').waitFor();
    await search.getByLabel('Words').fill('CARL mini');
    await search.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Mini' }).waitFor();
    await page.goto(new URL('/study/999', page.url()).href);
    await page.getByRole('alert').waitFor();
    page.faults = [];
    await leave(page);
  }),
};
