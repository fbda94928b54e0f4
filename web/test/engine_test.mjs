// engine_test.mjs: a game against an engine of the server in a browser, and what it thinks of the game afterwards.

import assert from 'node:assert/strict';
import { run } from '../../tests/tap.mjs';

process.env.SERVE_OPTIONS = '--engines 1';
const { beyond, click, end, PHONE, picture, violations } = await import('./browser.mjs');
const { leave, offer, person } = await import('./people.mjs');

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
};

await run(tests);
await end();
