// table_test.mjs: a free board that two people share, in two browsers, while a third watches.

import assert from 'node:assert/strict';
import {
  address, alone, beyond, click, close, openAt, PHONE, picture, soaking, square, violations,
} from './browser.mjs';
import { leave, person, post } from './people.mjs';

const log = (page) => page.locator('.log li').allTextContents();
const arrived = (page, ...wanted) => page.waitForFunction(
  (texts) => [...document.querySelectorAll('.log li')].map((one) => one.textContent).join('|') === texts, wanted.join('|'));
const type = async (page, text) => {
  await page.getByRole('textbox', { name: 'Move', exact: true }).fill(text);
  await page.keyboard.press('Enter');
};

export const tests = {
  'two play by hand: with a link, live, with takebacks, chat and a watcher': alone(async () => {
    const anna = await person('anna', 'table?variant=mini');
    const bert = await person('bert', '', { options: PHONE });
    await anna.waitForSelector('[data-square]');
    await anna.getByText('Play with someone').click();
    assert.deepEqual(await violations(anna), []);
    await anna.getByRole('button', { name: 'Share the board' }).click();
    await anna.waitForURL(/\/tables\/\d+$/);
    const link = await anna.getByRole('textbox', { name: 'Anyone with this link can join' }).inputValue();
    const table = new URL(anna.url()).pathname;
    assert.match(link, new RegExp(`${table}-[a-z0-9]{16}$`));
    // Without it one only watches.
    await bert.goto(anna.url());
    await bert.waitForSelector('[data-square]');
    assert.equal(await bert.getByRole('button', { name: 'Join' }).count(), 0);
    assert.ok(await bert.getByRole('textbox', { name: 'Move', exact: true }).isDisabled());
    await bert.goto(link);
    await bert.getByRole('button', { name: 'Join' }).click();
    await bert.waitForURL((url) => url.pathname === table);
    await anna.getByText('anna and bert').waitFor();
    assert.equal(await anna.getByRole('textbox', { name: 'Anyone with this link can join' }).count(), 0);
    const reader = await openAt(table.slice(1));
    // By mouse, by typing, by keys; a piece may move anywhere, and turns are not enforced.
    await click(anna, '5d', '3c');
    await arrived(bert, 'P 5d-3c');
    await type(bert, 'p 1b-1c // hm');
    await arrived(anna, 'P 5d-3c', 'p 1b-1c hm');
    await anna.locator('.said', { hasText: '2. p 1b-1c. Black to move' }).waitFor();
    await square(anna, '5e').focus();
    await anna.keyboard.press('Enter');
    await anna.keyboard.press('ArrowUp');
    await anna.keyboard.press('Enter');
    for (const page of [bert, reader]) await arrived(page, 'P 5d-3c', 'p 1b-1c hm', 'K 5e-5d');
    assert.ok(await bert.getByRole('button', { name: 'Take back my last move' }).isDisabled());
    await anna.getByRole('button', { name: 'Take back my last move' }).click();
    await arrived(bert, 'P 5d-3c', 'p 1b-1c hm');
    await bert.getByRole('button', { name: 'Promote or demote the piece' }).click();
    await arrived(anna, 'P 5d-3c', 'p 1b-1c; +p-1c hm');
    // An error is shown to its author.
    await type(anna, 'P 3c-3x');
    await anna.locator('.said', { hasText: 'column 6' }).waitFor();
    await anna.getByRole('textbox', { name: 'Message' }).fill('Shall we?');
    await anna.getByRole('button', { name: 'Send' }).click();
    await bert.getByText('anna: Shall we?').waitFor();
    for (const page of soaking ? [anna, bert, reader] : [bert]) assert.deepEqual(await violations(page), []);
    assert.deepEqual(await beyond(bert), []);
    await picture(anna, 'table-shared');
    await picture(bert, 'table-shared-phone');
    // A line typed blindly, which the page would not have sent, is listed with its error.
    await post(bert, 'table', { table: table.split('/').at(-1), line: 'R 3a-3b' });
    await anna.getByRole('heading', { name: 'Moves that could not be made' }).waitFor();
    await click(anna, '3c', '3b');
    await arrived(bert, 'P 5d-3c', 'p 1b-1c; +p-1c hm', 'P 3c-3b');
    // The board stays on the server, and in the list.
    await reader.reload();
    await arrived(reader, 'P 5d-3c', 'p 1b-1c; +p-1c hm', 'P 3c-3b');
    await reader.getByText('anna: Shall we?').waitFor();
    await type(bert, 'resign');
    await anna.locator('.said', { hasText: 'The game has ended' }).waitFor();
    await reader.goto(`${address}tables`);
    await reader.locator(`a[href="${table}"]`).click();
    await arrived(reader, ...await log(anna));
    await close(reader);
    await leave(anna, bert);
  }),

  'a private board for a named player, continued after the connection was lost': alone(async () => {
    const carl = await person('carl', 'table?variant=mini');
    const dora = await person('dora');
    await click(carl, '5d', '5c');
    await carl.getByText('Play with someone').click();
    await carl.getByLabel('Opponent').fill('nobody.here');
    await carl.getByLabel('Only the two players can see it').check();
    await carl.getByRole('button', { name: 'Share the board' }).click();
    await carl.getByText('There is no player of that name.').waitFor();
    await carl.getByLabel('Opponent').fill('dora');
    await carl.getByLabel('I play White').check();
    await carl.getByRole('button', { name: 'Share the board' }).click();
    await carl.getByText('dora and carl').waitFor();
    const stranger = await openAt(new URL(carl.url()).pathname.slice(1));
    await stranger.getByText('There is no such free board').waitFor();
    await stranger.goto(`${address}tables`);
    await stranger.getByText(/No free boards yet|anna and bert/).first().waitFor();
    assert.equal(await stranger.locator(`a[href="${new URL(carl.url()).pathname}"]`).count(), 0);
    await close(stranger);
    await dora.goto(carl.url());
    await dora.waitForSelector('[data-square]');
    // Events during an absence are there on return.
    await carl.context().setOffline(true);
    await click(dora, '5c', '5b');
    await arrived(dora, 'P 5c-5b');
    await carl.context().setOffline(false);
    await arrived(carl, 'P 5c-5b');
    await click(carl, '1b', '1c');
    await arrived(dora, 'P 5c-5b', 'p 1b-1c');
    await leave(carl, dora);
  }),
};
