// engine_test.mjs: a game against an engine of the server in a browser and its analysis; the engine in the browser.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { load } from '../../src/wasm/shoogi.mjs';
import { alone, beyond, built, click, close, open, openAt, PHONE, picture, until, violations, violationsInSoak } from './browser.mjs';
import { choose, createChallenge, inMenu, leave, person } from './people.mjs';

export const serving = ['--engines', '1'];

// Black fulfils all conditions of a declaration at the start.
const ENTERED = `files=9
ranks=9
symmetry=none
impasseClaim=declare:10:10
promoZone=3
maxPromote=0
royal=2
gold:G:WfF:g:a8-d9,f8,f9
king:K:K:k:e9,,i1
`;

export const tests = {
  'an engine is challenged, answers, and analyses the game': async () => {
    const anna = await person('anna');
    await anna.locator('.players li', { hasText: 'engine3' }).getByText('level 3').waitFor();
    await createChallenge(anna, { pattern: 'engine3', variant: 'mini', colour: 'black', clock: '10m/30s', rated: true });
    await anna.waitForSelector('[data-square]');
    await click(anna, '5d', '5c');
    const played = anna.locator('.moves.played li');
    await played.nth(1).waitFor();
    await anna.getByRole('button', { name: 'Resign' }).click();
    await anna.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await anna.getByRole('button', { name: 'Ask the server to analyse' }).click();
    const course = anna.getByRole('slider', { name: 'Evaluation of the game' });
    await course.waitFor();
    assert.equal((await course.locator('polyline').getAttribute('points')).split(' ').length, 3);
    await anna.getByRole('button', { name: 'Go to the start' }).click();
    await anna.locator('.analysis .said').getByText(/^([+−]\d+|0) \(\d+ %\)/).waitFor();
    assert.deepEqual(await violationsInSoak(anna), []);
    await picture(anna, 'analysis');
    // A later visitor finds the analysis.
    const bert = await person('bert', new URL(anna.url()).pathname.slice(1), { options: PHONE });
    await bert.getByRole('slider', { name: 'Evaluation of the game' }).waitFor();
    assert.deepEqual(await beyond(bert), []);
    await leave(anna, bert);
  },

  'a game by days with an engine opens, too, and nothing says that its challenge waits': alone(async () => {
    const anna = await person('anna4');
    await createChallenge(anna, { pattern: 'engine1', variant: 'mini', colour: 'black', clock: '3d' });
    await anna.waitForSelector('[data-square]');
    assert.doesNotMatch(await anna.locator('body').innerText(), /challenge/i);
    await leave(anna);
  }),

  'a blunder against an engine is taken back, with a clock too; when the game is over the own engine analyses, for a watcher too': alone(async () => {
    const anna = await person('anna3');
    await createChallenge(anna, { pattern: 'engine3', variant: 'mini', colour: 'black', clock: '10m/30s' });
    await anna.waitForSelector('[data-square]');
    const played = anna.locator('.moves.played li');
    assert.equal(await anna.getByRole('button', { name: 'Take back', exact: true }).isDisabled(), true);
    assert.deepEqual(await inMenu(anna), ['Offer a draw', 'Adjourn', 'Zen mode']);
    await click(anna, '5d', '5c');
    await played.nth(1).waitFor();
    assert.deepEqual(await inMenu(anna), ['Offer a draw', 'Adjourn', 'Zen mode']);
    await anna.getByRole('button', { name: 'Take back', exact: true }).click();
    await until(() => played.count(), 0);
    // What was said of the request goes with it.
    await until(() => anna.locator('.panel .said', { hasText: 'Offered to' }).count(), 0);
    await click(anna, '5d', '5c');
    await played.nth(1).waitFor();
    assert.equal(await anna.getByRole('switch', { name: 'Engine' }).count(), 0);
    const where = new URL(anna.url()).pathname.slice(1);
    const nobody = await openAt(where);
    await nobody.locator('.moves.played li').nth(1).waitFor();
    assert.equal(await nobody.getByRole('switch', { name: 'Engine' }).count(), 0);
    await anna.getByRole('button', { name: 'Resign' }).click();
    await anna.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    // For the player and for a watcher, who cannot ask the server.
    for (const page of [anna, nobody]) {
      await page.getByRole('switch', { name: 'Engine' }).check();
      await page.locator('.engine-lines li').first().getByText(/ 3\. /).waitFor();
      await page.getByRole('meter', { name: "Black's winning chances" }).waitFor();
    }
    await nobody.getByRole('link', { name: 'Sign in to request an analysis of the whole game' }).waitFor();
    assert.deepEqual(await violations(nobody), []);
    // The whole game, by the engine of the browser: a graph that leads to its moves, arrows, and both players' accuracy.
    await nobody.getByRole('switch', { name: 'Engine' }).uncheck();
    await nobody.getByRole('button', { name: 'Analyse', exact: true }).click();
    await nobody.getByRole('row', { name: /anna3 \d+ %/ }).waitFor();
    const graph = nobody.getByRole('slider', { name: 'Evaluation of the game' });
    await graph.focus();
    await graph.press('Home');
    await until(() => graph.getAttribute('aria-valuenow'), '0');
    await nobody.locator('.arrow.best').waitFor();
    await graph.press('ArrowRight');
    assert.match(await graph.getAttribute('aria-valuetext'), /^after move 1, /);
    assert.deepEqual(await violationsInSoak(nobody), []);
    await picture(nobody, 'review');
    await choose(anna, 'Ask others not to analyse');
    await until(() => anna.getByRole('switch', { name: 'Engine' }).count(), 0);
    await until(() => anna.workers().length, 0);
    await close(nobody);
    await leave(anna);
  }),

  'a game against the engine of the browser outlives a reload, the way back, and a closed page': alone(async () => {
    const page = await openAt('');
    const form = page.locator('#practice');
    await form.getByLabel('Game').selectOption({ label: 'Mini Shogi' });
    await form.getByRole('link', { name: /^Play the computer/ }).click();
    await page.waitForSelector('[data-square]');
    const moves = page.locator('.panel .moves li');
    await click(page, '5d', '5c');
    await moves.nth(1).waitFor();
    const before = await moves.allTextContents();
    const same = async () => {
      await moves.nth(1).waitFor();
      assert.deepEqual(await moves.allTextContents(), before);
      assert.equal(await page.locator('[name="level"]').inputValue(), '3');
    };
    await page.reload();
    await same();
    await page.goBack();
    await page.getByRole('button', { name: 'Continue Mini Shogi' }).waitFor();
    await page.goForward();
    await same();
    // Another language shows the page anew.
    await page.locator('.settings-menu select').nth(1).evaluate((one) => {
      one.value = 'de';
      one.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.getByRole('link', { name: 'Lobby' }).waitFor({ state: 'attached' });
    await page.waitForFunction(() => document.documentElement.lang === 'de' && document.querySelectorAll('.panel .moves li').length === 2);
    assert.deepEqual(await moves.allTextContents(), before);
    await page.evaluate(() => { document.cookie = 'shoogi-language=en; path=/'; });
    // Another game begins, which does not end the first.
    await page.goto(new URL(page.url()).origin);
    await form.locator('[name="practice-game"]').selectOption('mini');
    await form.getByRole('link', { name: /^Play the computer/ }).click();
    await page.waitForSelector('[data-square]');
    assert.equal(await moves.count(), 0);
    await page.getByRole('button', { name: 'Continue Mini Shogi' }).click();
    await same();
    // A copy of the window that goes on with the game leaves the other's as it is.
    const copy = await page.context().newPage();
    await copy.goto(page.url());
    await copy.evaluate((state) => history.replaceState(state, ''), await page.evaluate(() => history.state));
    await copy.reload();
    await copy.locator('.panel .moves li').nth(1).waitFor();
    await copy.getByRole('button', { name: 'Take back' }).click();
    await copy.getByRole('textbox', { name: 'Move' }).fill('4e4d');
    await copy.keyboard.press('Enter');
    await copy.locator('.panel .moves li').nth(1).waitFor();
    await copy.close();
    // A move that is not possible is named where it was typed, and the turn stays in sight.
    await page.getByRole('textbox', { name: 'Move' }).fill('K-9z');
    await page.keyboard.press('Enter');
    await page.locator('.typed').getByRole('alert').waitFor();
    await page.locator('.panel .said', { hasText: 'Black to move' }).waitFor();
    await page.reload();
    await same();
    await until(() => page.evaluate(() => JSON.parse(localStorage.getItem('shoogi-tried')).length), 2);
    await page.evaluate(() => { localStorage.setItem('shoogi-tried', JSON.stringify(JSON.parse(localStorage.getItem('shoogi-tried')).filter(({ id }) => id === history.state.tried))); });
    // Without room the reader is told so.
    await page.evaluate(() => {
      window.room = Storage.prototype.setItem;
      Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
    });
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('alert').getByText('This browser has no room to keep the game').waitFor();
    await page.evaluate(() => { Storage.prototype.setItem = window.room; });
    await click(page, '5d', '5c');
    await moves.nth(1).waitFor();
    assert.equal(await page.getByText('This browser has no room').count(), 0);
    // Begun anew, there is nothing left to continue.
    await page.getByRole('button', { name: 'Start over' }).click();
    await until(() => moves.count(), 0);
    await until(() => page.evaluate(() => JSON.parse(localStorage.getItem('shoogi-tried')).length), 0);
    await page.goto(new URL(page.url()).origin);
    await form.waitFor();
    assert.equal(await page.getByRole('button', { name: /^Continue/ }).count(), 0);
    assert.deepEqual(await violations(page), []);
    await close(page);
  }),

  'a game against the engine of the browser has a clock, is resigned, exported, and becomes the account\'s': async () => {
    const page = await openAt('try?variant=mini&level=1');
    await page.waitForSelector('[data-square]');
    const moves = page.locator('.panel .moves li');
    await page.getByLabel('Your time').selectOption('180+10');
    await click(page, '5d', '5c');
    await moves.nth(1).waitFor();
    await page.getByRole('timer', { name: 'Your time' }).getByText(/^(3:00|2:\d\d)$/).waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('group', { name: 'Resign this game?' }).getByRole('button', { name: 'Resign' }).click();
    const over = page.locator('.panel .said').getByText('White wins: resignation');
    await over.waitFor();
    // A resignation is taken back like a move, and outlives a reload.
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('The game goes on').first().waitFor();
    assert.equal(await moves.count(), 2);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('group', { name: 'Resign this game?' }).getByRole('button', { name: 'Resign' }).click();
    await over.waitFor();
    await page.reload();
    await over.waitFor();
    assert.equal(await moves.count(), 2);
    await page.locator('.share [name="format"]').selectOption('kif');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the record' }).click()]);
    assert.equal(saved.suggestedFilename(), 'shoogi-mini.kif');
    const kif = fs.readFileSync(await saved.path(), 'utf8');
    assert.match(kif, /手合割：5五将棋/);
    assert.match(kif, /後手：Computer, level 1/);
    assert.match(kif, /3 投了/);
    assert.deepEqual(await violationsInSoak(page), []);
    assert.deepEqual(await beyond(page), []);
    // The game of a stranger is a record of the account that signs up.
    await page.getByRole('link', { name: 'Sign up to keep finished games in your records' }).click();
    await page.getByRole('tab', { name: 'Sign up' }).click();
    await page.getByLabel('Name').fill('keeper');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.locator('form').getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('region', { name: 'Games against the engine in this browser' }).getByRole('link', { name: 'Mini Shogi' }).click();
    await page.locator('.moves.played li').nth(1).waitFor();
    await page.getByRole('heading', { name: 'keeper against Computer, level 1' }).waitFor();
    await leave(page);
  },

  'the engine of the browser finds a mate, and stops when told to': alone(async () => {
    const page = await person('carl', 'study?variant=shogi&sfen=4k4/9/4P4/9/9/9/9/9/4K4_b_G_1');
    await page.getByLabel('Name', { exact: true }).fill('Mate');
    await page.getByRole('button', { name: 'Create study' }).click();
    await page.waitForSelector('[data-square]');
    const on = page.getByRole('switch', { name: 'Engine' });
    assert.equal(page.workers().length, 0);
    await on.check();
    const lines = page.locator('.engine-lines li');
    await lines.first().getByText('Black wins in 1 ply 1. G*5b').waitFor();
    await lines.nth(2).waitFor();
    const bar = page.getByRole('meter', { name: "Black's winning chances" });
    assert.deepEqual([await bar.getAttribute('aria-valuenow'), await bar.getAttribute('aria-valuetext')], ['100', 'Black wins in 1 ply']);
    const [beside, board] = [await bar.boundingBox(), await page.locator('.port').boundingBox()];
    assert.ok(beside.x + beside.width <= board.x && Math.abs(beside.height - board.height) < 2, JSON.stringify([beside, board]));
    await until(() => page.workers().length, 1);
    assert.deepEqual(await violations(page), []);
    await picture(page, 'thinking');
    await on.uncheck();
    await lines.first().waitFor({ state: 'detached' });
    await until(() => page.workers().length, 0);
    await until(() => bar.count(), 0);
    // After another move it analyses the new position; where the game is over there is nothing to analyse.
    await on.check();
    await page.getByRole('textbox', { name: 'Move' }).fill('G*4b');
    await page.getByRole('textbox', { name: 'Move' }).press('Enter');
    await lines.first().getByText(/ 2\. K/).waitFor();
    await until(() => page.workers().length, 1);
    await page.getByRole('button', { name: 'Go to the start' }).click();
    await page.getByRole('textbox', { name: 'Move' }).fill('G*5b');
    await page.getByRole('textbox', { name: 'Move' }).press('Enter');
    await page.getByText('The game is over.').waitFor();
    await until(() => page.workers().length, 0);
    assert.equal(await bar.getAttribute('aria-valuenow'), '100');
    // Without the bar the text remains, also the next time.
    await page.getByLabel('Evaluation bar').uncheck();
    await bar.waitFor({ state: 'detached' });
    await page.reload();
    await on.check();
    await lines.first().waitFor();
    await until(() => bar.count(), 0);
    await leave(page);
  }),

  'the engine of the browser plays a side': async () => {
    const page = await open('mini');
    await page.getByRole('combobox', { name: 'Opponent' }).selectOption('3');
    await click(page, '5d', '5c');
    const moves = page.locator('.moves li');
    await moves.nth(1).waitFor();
    assert.equal(await moves.count(), 2);
    await page.getByRole('button', { name: 'Take back' }).click();
    await moves.first().waitFor({ state: 'detached' });
    // The engine has Black now, so it begins, and the board is turned.
    await page.getByLabel('The computer plays').selectOption('black');
    await moves.first().waitFor();
    assert.equal(new URL(page.url()).search, '?variant=mini&level=3&side=white');
    // Its analysis is shown beside the board meanwhile.
    await page.getByRole('switch', { name: 'Engine' }).check();
    await page.locator('.engine-lines li').nth(2).waitFor();
    assert.match(await page.getByRole('meter').getAttribute('aria-valuetext'), /^([+−]\d+|0) \(\d+ %\)/);
    assert.deepEqual(await violationsInSoak(page), []);
    await picture(page, 'against-engine');
    await page.getByRole('switch', { name: 'Engine' }).uncheck();
    await page.locator('.engine-lines li').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Start over' }).click();
    await moves.first().waitFor();
    assert.equal(await moves.count(), 1);
    // The game outlives a reload.
    const begun = await moves.allTextContents();
    await page.reload();
    await moves.first().waitFor();
    assert.deepEqual(await moves.allTextContents(), begun);
    await close(page);
  },

  'the engine of the browser declares where that wins': alone(async () => {
    const page = await open('shogi');
    await page.getByText('Definition', { exact: true }).click();
    await page.getByLabel('Edit the rules here').fill(ENTERED);
    await page.getByRole('switch', { name: 'Engine' }).check();
    await page.locator('.engine-lines li').getByText('Black wins in 1 ply 1. declaration').waitFor();
    await page.getByRole('combobox', { name: 'Opponent' }).selectOption('3');
    await page.getByLabel('The computer plays').selectOption('black');
    await page.locator('.said').first().getByText('Black wins: declaration in the promotion zone').waitFor();
    await page.getByText('The game is over.').waitFor();
    assert.equal(await page.locator('.moves li').count(), 0);
    await close(page);
  }),

  'a visitor plays a whole game against the engine, from the front page on, by keyboard': async () => {
    const page = await openAt('');
    const form = page.locator('#practice');
    await form.getByLabel('Game').selectOption('dobutsu');
    await form.getByLabel('Level').selectOption('5');
    await form.getByLabel('Game').focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-square]');
    const field = page.getByRole('textbox', { name: 'Move' });
    for (let tabs = 0; tabs < 40 && !(await field.evaluate((one) => one === document.activeElement)); tabs++) await page.keyboard.press('Tab');
    const moves = page.locator('.moves li');
    // The visitor makes the first legal move.
    const position = (await load(fs.readFileSync(path.join(built, 'libshoogi-page.wasm'))))
      .variant(fs.readFileSync(new URL('../../variants/dobutsu/dobutsu.variant', import.meta.url), 'utf8')).start();
    const arrives = async () => {
      await moves.nth(position.movesPlayed()).waitFor();
      position.do(position.read(await moves.nth(position.movesPlayed()).textContent()).usi);
      return position.result().outcome === 'none';
    };
    for (let goes = true; goes && position.movesPlayed() < 120;) {
      await page.keyboard.type(position.moves()[0]);
      await page.keyboard.press('Enter');
      goes = (await arrives()) && (await arrives());
    }
    assert.notEqual(position.result().outcome, 'none');
    assert.match(await page.locator('.said').first().textContent(), /(Black wins|White wins|Draw): /);
    await close(page);
  },

  'the weights of a game serve its rule sets': alone(async () => {
    for (const [name, files] of [['chu-lishogi', ['chu.weights']], ['mini-western', ['mini.weights', 'mini.network']]]) {
      const page = await openAt(`try?variant=${name}`);
      const asked = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.getByRole('switch', { name: 'Engine' }).check();
      await page.locator('.engine-lines li').first().waitFor();
      const learned = asked.flatMap((path) => /\/(\w+)-[^/]*(\.(?:weights|network))$/.exec(path)?.slice(1).join('') ?? []);
      assert.deepEqual(learned.sort(), files.sort(), asked.join(' '));
      await close(page);
    }
  }),
};
