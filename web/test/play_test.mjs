// play_test.mjs: whole games between people, with the built page and the server.
// Pictures go to web-pictures/ of the build directory.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  address, alone, giveBack, newWindow, openAt, PATIENCE_MS, PHONE, picture, quick, soaking, square, until, violations, violationsInSoak, walk,
} from './browser.mjs';
import { accept, arrived, begin, beginInLobby, beginNew, Caller, choose, createChallenge, inMenu, leave, moves, offer, person, point, post, propose, Proxy } from './people.mjs';

/** A game played by people, in USI, with an early drop and promotion; one of our own where the outside
 * material is absent. */
function realGame() {
  const data = process.env.SHOOGI_TEST_DATA ?? fileURLToPath(new URL('../../../shared', import.meta.url));
  const file = path.join(data, 'data/usi/games.txt');
  if (!fs.existsSync(file)) return '7g7f 3c3d 8h2b+ 3a2b B*4e B*5d 4e3d 5d7f 3d2c+ 2b2c 7i7h 7f8g+ 7h8g'.split(' ');
  const games = fs.readFileSync(file, 'utf8').split('\n').map((line) => line.split(' '));
  const has = (game, pattern) => game.slice(0, 20).some((move) => pattern.test(move));
  return games.find((game) => game.length > 60 && game.length < 80 && has(game, /\*/) && has(game, /\+$/));
}

/** Black's king walks into the promotion zone. */
const WALK = ('2g2f 4a4b 5i5h 9a9b 9g9f 4b4a 2h1h 6c6d 6g6f 8c8d 5h6g 1c1d 6g5f 4a3b 5f5e 1a1b 5e6d 2b1a 4i3h 8b6b 6d5c').split(' ');
/** Words that are typed at the telnet, which no page says. */
const COMMANDS = /\b(ACCEPT|DECLINE|REMOVE|NEW|BOARD|GAMES|STAT|HELP|REMATCH|ANALYSE|UNDO|DRAW|RESUME)\b/;

const text = (page, selector) => page.locator(selector).textContent();

/** Notes the frequencies that a page sounds. */
const listen = (page) => page.evaluate(() => {
  const Real = window.OscillatorNode;
  window.rung = [];
  window.OscillatorNode = class extends Real {
    constructor(context, options) {
      super(context, options);
      window.rung.push(options.frequency);
    }
  };
});

/** Waits until a page has sounded a note of this frequency. */
const rings = (page, hz) => page.waitForFunction((wanted) => window.rung.includes(wanted), hz);

/** Plays moves by turns, each seen by the other player before the next.  from: how many have been played. */
async function playOut(players, game, from = 0) {
  for (const [i, move] of game.entries()) {
    if (i < from) continue;
    await point(players[i % 2], move);
    await Promise.all(players.map((page) => arrived(page, i + 1)));
  }
}

/** Plays a game between a desktop and a phone to its end, checks all of it, and finds it again. */
async function wholeGame(first, second, game) {
  const anna = await person(first);
  const bert = await person(second, '', { options: PHONE });
  await beginInLobby(anna, bert, { colour: 'black', clock: '10m/30s' });
  await playOut([anna, bert], game);
  assert.deepEqual(await moves(anna), await moves(bert));
  await picture(anna, 'play-end');
  await picture(bert, 'play-phone');
  const [last, next] = game.length % 2 ? [anna, bert] : [bert, anna];
  assert.match(await text(last, '.said'), /to move/);
  await next.getByRole('button', { name: 'Resign' }).click();
  await next.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  for (const page of [anna, bert]) {
    await page.locator('.result').waitFor();
    assert.match(await text(page, '.result'), game.length % 2 ? /\(White\) resigned: .* \(Black\) wins/ : /\(Black\) resigned: .* \(White\) wins/);
  }
  assert.equal((await moves(anna)).at(-1), 'resigns');
  // The search finds it by its terms, and by a position in it.
  const sfen = await anna.evaluate(async (id) => (await (await fetch(`/api/games/${id}`)).json()).sfen, new URL(anna.url()).pathname.split('/')[2]);
  const asked = `player=${first}&variant=shogi&position=${encodeURIComponent(sfen)}`;
  // The server indexes its games when it is idle.
  await until(() => bert.evaluate(async (query) => (await (await fetch(`/api/search?${query}`)).json()).found.length, asked), 1);
  await bert.goto(`${address}games?${asked}`);
  await bert.getByRole('button', { name: 'Search' }).click();
  const found = bert.getByRole('link', { name: `Shogi: ${first} against ${second}` });
  await found.waitFor();
  assert.deepEqual(await violationsInSoak(bert), []);
  await picture(bert, 'play-games');
  await found.click();
  await bert.locator('.result').waitFor();
  // Only the board, the hands and the clocks: by a key, and back by another, or by a button where there are no keys.
  await anna.keyboard.press('z');
  await until(() => anna.locator('.top, .more, .who').filter({ visible: true }).count(), 0);
  assert.ok(await anna.locator('.board').isVisible() && await anna.locator('.result').isVisible());
  await anna.keyboard.press('Escape');
  await anna.locator('.top').waitFor();
  await bert.getByRole('button', { name: 'More …' }).click();
  await bert.getByRole('button', { name: 'Zen mode' }).click();
  await bert.getByRole('button', { name: 'Leave zen mode' }).click();
  await bert.locator('.top').waitFor();
  // Back through the moves by keys, wheel and list; the board follows.
  await anna.keyboard.press(',');
  await anna.keyboard.press(',');
  assert.equal(await anna.locator('[aria-current="step"]').count(), 1);
  await anna.locator('.moves.played li').first().getByRole('button').click();
  assert.equal(await anna.locator('.hand .held').count(), 0);
  await anna.locator('.replay').hover();
  await anna.mouse.wheel(0, 100);
  const current = (wanted) => anna.waitForFunction((index) =>
    [...document.querySelectorAll('.moves.played button')].findIndex((one) => one.hasAttribute('aria-current')) === index, wanted);
  await current(1);
  await anna.locator('.board').hover();
  await anna.mouse.wheel(0, 100);
  await current(2);
  for (const [page, colorScheme] of soaking ? [[anna, 'light'], [anna, 'dark'], [bert, 'light'], [bert, 'dark']] : quick ? [[bert, 'light']] : [[anna, 'dark'], [bert, 'light']]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), [], colorScheme);
  }
  await picture(anna, 'play-dark');
  await anna.locator('nav a', { hasText: 'Lobby' }).click();
  await anna.getByRole('heading', { name: 'Create a challenge' }).waitFor();
  assert.deepEqual(await violationsInSoak(anna), []);
  await leave(anna, bert);
}

/** Plays over a connection that is cut at random, in the middle of its data, until so many connections were cut or
 * the game runs short of moves; then the connection is good again. */
async function badLine(first, second, cuts) {
  const proxy = await Proxy.open(300);
  const anna = await person(first, '', { at: proxy.address });
  const bert = await person(second, '', { at: proxy.address });
  await begin(anna, bert, { colour: 'black', clock: '30m/60s' });
  // After repeated failures the page waits up to 15 s, and may be cut before anything arrives.
  for (const page of [anna, bert]) page.setDefaultTimeout(4 * PATIENCE_MS);
  let seed = 7;
  const chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  proxy.breaks = () => proxy.cuts < cuts && chance() < 0.06;
  const game = realGame();
  let count = 0;
  for (; count < 4 || (proxy.cuts < cuts && count < game.length - 1); count++) await playOnce([anna, bert][count % 2], game[count], count);
  await Promise.all([anna, bert].map((page) => arrived(page, count)));
  proxy.breaks = () => false;
  assert.ok(proxy.cuts > 5, `${proxy.cuts} connections were cut`);
  await anna.getByRole('textbox', { name: 'Message', exact: true }).fill('still there?');
  await anna.keyboard.press('Enter');
  await bert.locator('.talk .say', { hasText: 'still there?' }).waitFor();
  await anna.reload();
  await arrived(anna, count);
  assert.deepEqual(await moves(anna), await moves(bert));
  // After a longer gap the page checks who is signed in; the text being typed is still there.
  await anna.getByRole('textbox', { name: 'Message', exact: true }).fill('half a sent');
  await anna.route('**/api/session', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }), { times: 1 });
  await proxy.out(4000);
  await point([anna, bert][count % 2], game[count]);
  await arrived(anna, count + 1);
  assert.equal(await anna.getByRole('textbox', { name: 'Message', exact: true }).inputValue(), 'half a sent');
  assert.equal(await anna.getByRole('button', { name: 'Resign' }).count(), 1);
  await leave(anna, bert);
  proxy.close();
}

export const tests = {
  'six moves of Shogi as people played them, in two browsers, one of them a phone': () => wholeGame('anna', 'bert', realGame().slice(0, 6)),

  'the board takes the window, nothing moves when a hand fills, and a promotion is chosen on its square': alone(async () => {
    const LAPTOP = { viewport: { width: 1366, height: 768 } };
    const [anna, bert] = [await person('anna61', '', { options: LAPTOP }), await person('bert61')];
    await begin(anna, bert, { colour: 'black', clock: '10m/30s' });
    const places = () => anna.evaluate(() => Object.fromEntries([...document.querySelectorAll('.port, .hand, .player, .middle, .acts')]
      .map((one) => [one.className.replace(' turn', ''), Object.values(one.getBoundingClientRect().toJSON()).map(Math.round).join()])));
    const before = await places();
    const board = await anna.locator('.port').boundingBox();
    assert.ok(board.height >= 600 && board.y + board.height <= 768, JSON.stringify(board));
    await anna.evaluate(() => {
      window.shifts = 0;
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shifts += value; }).observe({ type: 'layout-shift' });
    });
    await playOut([anna, bert], ['7g7f', '3c3d']);
    await square(anna, '8h').click();
    await square(anna, '2b').click();
    const choice = anna.locator('.choice');
    const [first, at] = [await choice.locator('button').first().boundingBox(), await square(anna, '2b').boundingBox()];
    assert.ok(Math.abs(first.x - at.x) < 2 && Math.abs(first.y - at.y) < 2, JSON.stringify([first, at]));
    assert.equal(await anna.locator(':modal').count(), 0);
    assert.equal(await anna.evaluate(() => document.activeElement.getAttribute('data-move')), '8h2b+');
    await anna.keyboard.press('ArrowDown');
    assert.equal(await anna.evaluate(() => document.activeElement.getAttribute('data-move')), '8h2b');
    // A press elsewhere cancels, even where the piece could move, and so does Escape.
    await square(anna, '5e').click();
    await until(async () => [await choice.count(), await anna.locator('.picked').count()], [0, 0]);
    await square(anna, '8h').click();
    await square(anna, '2b').click();
    await anna.keyboard.press('Escape');
    await until(async () => [await choice.count(), (await moves(anna)).length], [0, 2]);
    await point(anna, '8h2b+');
    await Promise.all([anna, bert].map((page) => arrived(page, 3)));
    await point(bert, '3a2b');
    await Promise.all([anna, bert].map((page) => arrived(page, 4)));
    assert.equal(await anna.locator('.hand .held').count(), 2);
    assert.deepEqual(await places(), before);
    // Only buttons among the actions make room for one that comes.
    const shifts = await anna.evaluate(() => window.shifts);
    assert.ok(shifts < 0.01, `layout shift ${shifts}`);
    // Nothing moves while the page loads.
    await anna.reload();
    await arrived(anna, 4);
    assert.deepEqual(await anna.evaluate(async () => {
      const seen = [];
      const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
      observer.observe({ type: 'layout-shift', buffered: true });
      await new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); });
      return [...seen, ...observer.takeRecords()].map(({ value, sources }) => `${value} ${sources[0]?.node?.className}`);
    }), []);
    await leave(anna, bert);
  }),

  'a stranger plays the computer by one click, and by two a stranger who waits; a second click makes no second challenge': async () => {
    const [first, second] = [await openAt(''), await openAt('')];
    for (const page of [first, second])
      await page.evaluate(() => {
        window.presses = 0;
        addEventListener('pointerdown', () => { window.presses++; }, true);
      });
    const presses = (page) => page.evaluate(() => window.presses);
    await first.getByRole('link', { name: /^Play the computer/ }).click();
    await first.waitForSelector('[data-square]');
    assert.match(first.url(), /\/try\?variant=shogi&level=3/);
    // The first move by the second press, which carries the piece.
    await square(first, '7g').dragTo(square(first, '7f'));
    await first.locator('.moves li').first().waitFor();
    assert.equal(await presses(first), 2);
    await first.goto(address);
    const now = (page) => page.getByRole('button', { name: /^Play now/ });
    // Nothing moves under the pointer when the stranger becomes a guest and has an offer.
    const heights = () => first.locator('.begin button, .begin a').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y + scrollY));
    await first.locator('.featured .mini').waitFor();
    const before = await heights();
    await now(first).dblclick();
    await first.getByText('Your challenge is in the list.').waitFor();
    await first.getByText('Keep this page open.').waitFor();
    await first.getByText('You play as Guest').waitFor();
    assert.deepEqual(await heights(), before);
    await now(first).click();
    await first.getByText('Your challenge is in the list.').waitFor();
    assert.equal(await first.locator('.challenges li').count(), 1);
    await second.getByText('1 waiting').waitFor();
    await now(second).click();
    for (const page of [first, second]) await page.waitForSelector('.playing [data-square]');
    assert.equal(new URL(first.url()).pathname, new URL(second.url()).pathname);
    // The first move by the third press at the latest, of whoever has Black.
    const black = await second.evaluate(async () => {
      const [game, own] = await Promise.all([`/api${location.pathname}`, '/api/session'].map(async (path) => (await fetch(path)).json()));
      return game.black.name === own.name;
    });
    if (!black) await point(first, '7g7f');
    const own = black ? ['7g', '7f'] : ['3c', '3d'];
    await square(second, own[0]).click();
    await square(second, own[1]).click();
    await arrived(second, black ? 1 : 2);
    assert.equal(await presses(second), 3);
    // Others see the game in the lobby, with its board.
    const other = await openAt('');
    await other.locator('.featured .mini[role="img"]').waitFor();
    assert.match(await other.locator('.featured').getAttribute('aria-label'), /against/);
    // The board follows the moves, for a stranger too.
    await point(first, black ? '3c3d' : '2g2f');
    await until(() => other.locator('.featured .last').last().getAttribute('x'), black ? '120' : '140');
    await other.getByRole('searchbox', { name: 'Search' }).fill('chū');
    await until(() => other.locator('.tiles b').first().textContent(), 'Chu Shogi');
    // A stranger who wants another game or clock gets the form, as a guest.
    await other.getByRole('link', { name: /^More/ }).click();
    await other.getByRole('button', { name: 'Play as a guest' }).click();
    await other.getByRole('button', { name: 'Create challenge', exact: true }).waitFor();
    // A friend gets a link.
    await other.getByRole('button', { name: /^Play a friend/ }).click();
    assert.match(await other.getByRole('textbox', { name: 'Link to the challenge' }).inputValue(), /\?key=/);
    assert.deepEqual(await violations(other), []);
    await other.keyboard.press('Escape');
    await until(() => other.getByRole('dialog').count(), 0);
    await leave(first, second, other);
  },

  'chat, offers, a takeback given, a draw, and a rematch that one button accepts; a watcher who is not signed in and one who kibitzes': async () => {
    const [anna, bert] = await beginNew('anna2', 'bert2', { colour: 'black', clock: '', undo: true });
    const carl = await person('carl2', null);
    const game = new URL(anna.url()).pathname;
    await carl.goto(new URL(game, address).href);
    const nobody = await openAt(game.slice(1));
    for (const page of [carl, nobody]) await page.waitForSelector('[data-square]');
    // Events reach a visitor who is not signed in, too.
    const asked = [];
    nobody.on('request', (request) => asked.push(request.url()));
    // Without a clock a move needs confirmation, and may have a comment.
    await point(anna, '7g7f');
    await anna.getByLabel('Comment (optional)').fill('Good luck!');
    await anna.getByRole('button', { name: 'Send P-7f' }).click();
    for (const page of [bert, carl, nobody]) await arrived(page, 1);
    assert.deepEqual(asked, []);
    await bert.locator('.remark', { hasText: 'Good luck!' }).waitFor();
    await anna.getByRole('textbox', { name: 'Message', exact: true }).fill('hello <b>bert</b>');
    await anna.keyboard.press('Enter');
    await bert.locator('.talk .say', { hasText: 'anna2: hello <b>bert</b>' }).waitFor();
    await carl.getByLabel('Send to').selectOption({ label: 'To players and watchers' });
    await carl.getByRole('textbox', { name: 'Message', exact: true }).fill('what an opening');
    await carl.getByRole('button', { name: 'Send', exact: true }).click();
    await bert.getByText("Watchers' chat").first().click();
    await bert.locator('.talk .kibitz', { hasText: 'carl2: what an opening' }).waitFor();
    // Earlier messages are still there later.
    await bert.reload();
    await bert.locator('.talk .say', { hasText: 'anna2: hello <b>bert</b>' }).waitFor();
    // Bert gives a takeback, Anna plays another move, and Bert declines her draw by moving.
    await choose(bert, 'Give a takeback');
    await arrived(anna, 0);
    await point(anna, '2g2f');
    await anna.keyboard.press('Enter');
    await propose(anna, 'Offer a draw');
    await bert.getByText('Your opponent offers a draw.').waitFor();
    await picture(bert, 'play-offer');
    assert.deepEqual(await violationsInSoak(bert), []);
    await point(bert, '3c3d');
    await bert.keyboard.press('Enter');
    await arrived(anna, 2);
    await propose(anna, 'Offer a draw');
    await bert.getByRole('button', { name: 'Accept the draw' }).click();
    for (const page of [anna, bert, carl, nobody]) await page.locator('.result', { hasText: 'drawn' }).waitFor();
    // A rematch, with the colours swapped.
    const before = anna.url();
    await anna.getByRole('button', { name: 'Rematch' }).click();
    await anna.getByRole('button', { name: 'Rematch offered' }).waitFor();
    await bert.getByText('anna2 asks for a rematch.').waitFor();
    for (const page of [anna, bert]) assert.doesNotMatch(await page.locator('body').innerText(), COMMANDS);
    await picture(bert, 'play-rematch');
    await bert.getByRole('button', { name: 'Accept the rematch' }).click();
    for (const page of [anna, bert]) await page.waitForURL((url) => url.href !== before);
    await bert.locator('.said', { hasText: 'It is your turn' }).waitFor();
    await carl.goto(before);
    await carl.waitForSelector('.result');
    assert.equal(await nobody.getByRole('button', { name: 'Resign' }).count(), 0);
    assert.deepEqual(await violationsInSoak(carl), []);
    await leave(anna, bert, carl);
    await giveBack(nobody);
  },

  'a challenge by name sounds, and is answered where it is announced, on any page, also after a reload; a profile with graph and results is a link away': alone(async () => {
    const [anna, bert] = [await person('anna20'), await person('bert20')];
    await bert.goto(new URL('/rules', address).href);
    // Sounds are on, and a challenge has one.
    await listen(bert);
    await bert.getByText('Settings', { exact: true }).click();
    assert.equal(await bert.getByLabel('Sounds').isChecked(), true);
    await offer(anna, { variant: 'dobutsu', colour: 'black', clock: '', pattern: 'bert20' });
    const asks = bert.getByRole('complementary', { name: 'Challenges for you' });
    await asks.getByText('anna20 challenges you to Dobutsu Shogi.').waitFor();
    await rings(bert, 784);
    await bert.getByLabel('Sounds').uncheck();
    for (const page of [anna, bert]) assert.doesNotMatch(await page.locator('body').innerText(), COMMANDS);
    await bert.reload();
    assert.equal(await bert.getByLabel('Sounds').isChecked(), false);
    await asks.getByRole('button', { name: 'Decline' }).click();
    await asks.waitFor({ state: 'detached' });
    await anna.getByText('bert20 declines your challenge').first().waitFor();
    await offer(anna, { variant: 'shogi', colour: 'black', clock: '', pattern: 'bert20' });
    await asks.getByRole('button', { name: 'Accept', exact: true }).click();
    await bert.waitForSelector('[data-square]');
    await bert.getByRole('button', { name: 'Resign' }).click();
    await bert.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await bert.locator('.result', { hasText: 'bert20 (White) resigned: anna20 (Black) wins.' }).waitFor();
    // Two games that count give a graph.
    for (const _ of [1, 2]) {
      const { challenge } = await post(anna, 'new', { pattern: 'bert20', colour: 'black', clock: '10m', rated: true });
      const { game } = await post(bert, 'accept', { number: challenge });
      for (const [i, move] of WALK.slice(0, 4).entries()) await post([anna, bert][i % 2], 'play', { game, move });
      await post(bert, 'resign', { game, answers: ['yes'] });
      // A game counts once both have seen its end.
      const { events } = await bert.evaluate(async (id) => (await fetch(`/api/games/${id}`)).json(), game);
      for (const page of [anna, bert]) await post(page, `games/${game}/seen`, { number: events });
      await until(() => bert.evaluate(async (id) => (await (await fetch(`/api/games/${id}`)).json()).settled, game), true);
    }
    await bert.getByRole('link', { name: 'anna20' }).first().click();
    await bert.getByRole('heading', { name: 'anna20' }).waitFor();
    await bert.getByText('Against each other anna20 3 – 0 bert20').waitFor();
    await bert.locator('.boards li', { hasText: 'against anna20' }).first().locator('svg.mini').waitFor();
    assert.equal(await bert.locator('.boards').getByText('Your turn').count(), 0);
    assert.equal((await bert.locator('.rating-graph .line').getAttribute('d')).split('L').length, 2);
    await picture(bert, 'profile');
    await bert.getByRole('button', { name: 'Challenge', exact: true }).press('Enter');
    assert.equal(await bert.getByLabel('Opponent').inputValue(), 'anna20');
    assert.deepEqual(await violations(bert), []);
    // A challenge that is accepted opens its game, and a name leads from there to its page.
    await bert.getByRole('button', { name: 'Create challenge' }).click();
    await anna.getByRole('complementary', { name: 'Challenges for you' }).getByRole('link', { name: 'bert20' }).waitFor();
    await anna.getByRole('button', { name: 'Accept', exact: true }).click();
    for (const page of [anna, bert]) await page.waitForSelector('.playing [data-square]');
    // An address that does not exist has no words of telnet either.
    await bert.goto(new URL('/games/99999', address).href);
    await bert.getByRole('alert').waitFor();
    assert.doesNotMatch(await bert.locator('body').innerText(), COMMANDS);
    await leave(anna, bert);
  }),

  'what engines say in the comments of a record is a graph and lines beside its board, and the own engine adds to it': alone(async () => {
    const anna = await person('anna22');
    await anna.goto(new URL('/replay', address).href);
    const form = anna.locator('section[aria-labelledby="bring-in"]');
    // A name in the manner of a player, so that nothing else has it.
    await form.getByLabel('Record', { exact: true }).fill([
      'V2.2', 'N+Ito', 'N-Kato', 'PI', '+', '+7776FU', "'** 30 -3334FU +2726FU", '-3334FU', "'** -2000 +2726FU -8384FU", '+2726FU',
      "'** 99999", '%TORYO', ''].join('\n'));
    await form.getByRole('button', { name: 'Keep it in my records' }).click();
    const graph = anna.getByRole('slider', { name: 'Evaluation of the game' });
    const points = (await graph.locator('polyline').getAttribute('points')).split(' ').map((point) => point.split(',').map(Number));
    assert.deepEqual(points.map(([x]) => Math.round(x)), [333, 667, 1000]);
    assert.ok(points[1][1] > 80 && points[2][1] < 10 && points[0][1] > 40 && points[0][1] < 50, `${points}`);
    const lines = anna.getByRole('list', { name: 'Lines of the engine' });
    await lines.getByText('+29000 (100 %)').waitFor();
    await anna.locator('.moves.played button', { hasText: 'P-3d' }).click();
    await lines.getByText('−2000 (1 %) 3. P-2f 4. P-8d').waitFor();
    await graph.click({ position: { x: 1, y: 5 } });
    await until(() => lines.locator('li').count(), 0);
    await anna.getByRole('switch', { name: 'Engine' }).check();
    await anna.locator('.engine-lines ol li').first().waitFor();
    await picture(anna, 'evaluations');
    assert.deepEqual(await violations(anna), []);
    await leave(anna);
  }),

  'help and unknown addresses keep the frame, and a stranger causes no error': alone(async () => {
    const nobody = await openAt('');
    await nobody.getByRole('heading', { name: 'Play shogi and its variants' }).waitFor();
    await nobody.getByText('Sign in, sign up, or play as a guest').waitFor();
    assert.deepEqual(nobody.complaints, []);
    const menu = nobody.getByRole('navigation', { name: 'Pages' });
    for (const [path, heading] of [['/help/', 'Help'], ['/help/chu', 'Chu'], ['/puzzles', 'Page not found'],
      ['/games/abc', 'There is no such game'], ['/records/abc', 'There is no such record'], ['/study/abc', 'Page not found']]) {
      await nobody.goto(new URL(path, address).href);
      await nobody.getByRole('heading', { name: heading }).first().waitFor();
      if (heading === 'Page not found') assert.equal(await nobody.getByRole('main').getByRole('link').count() > 0, true, path);
      await menu.getByRole('link', { name: 'Lobby' }).waitFor();
      await picture(nobody, `frame-${heading}`);
    }
    for (const [path, sentence] of [['/players/nobody', 'There is no player called nobody.'],
      ...['try', 'editor', 'invent'].map((page) => [`/${page}?variant=nogame`, 'There is no game called nogame. Choose one from the list.'])]) {
      await nobody.goto(new URL(path, address).href);
      await nobody.getByRole('main').getByText(sentence).waitFor();
    }
    // A game is found by its name in any case, by its title, and by another name.
    for (const [path, where, heading] of [['/rules/CHU', '/rules/chu', 'Rules of Chu Shogi'], ['/rules/torishogi', '/rules/tori', 'Rules of Tori Shogi'], ['/try?variant=Mini%20Shogi', '/try', 'Mini Shogi']]) {
      await nobody.goto(new URL(path, address).href);
      await until(() => nobody.title(), `${heading} - shoogi`);
      await until(() => new URL(nobody.url()).pathname, where);
    }
    await menu.getByRole('link', { name: 'Lobby' }).click();
    await nobody.getByRole('heading', { name: 'Play shogi and its variants' }).waitFor();
    nobody.complaints.splice(0); // the unknown address
    await giveBack(nobody);
  }),

  'a premove is made at once, an impossible one is reported, one is cancelled': async () => {
    const [anna, bert] = await beginNew('anna3', 'bert3', { colour: 'black', clock: '3m+2s' });
    await point(anna, '7g7f');
    await arrived(bert, 1);
    const ahead = (page, words) => page.locator('.waits', { hasText: words }).waitFor();
    await anna.waitForSelector('.board:not(.still)');
    await point(anna, '8h2b+');
    await ahead(anna, 'Bx2b+');
    assert.equal(await anna.locator('.premove').count() > 0, true);
    await picture(anna, 'play-premove');
    await anna.keyboard.press('Escape');
    await anna.locator('.waits').waitFor({ state: 'detached' });
    await anna.getByLabel('Move', { exact: true }).fill('Bx2b+');
    await anna.keyboard.press('Enter');
    await ahead(anna, 'Bx2b+');
    await point(bert, '3c3d');
    await arrived(bert, 3);
    assert.deepEqual(await moves(bert), ['P-7f', 'P-3d', 'Bx2b+']);
    // The bishop is captured, so its premove is not possible.
    await anna.waitForSelector('.board:not(.still)');
    await point(anna, '2b1a');
    await ahead(anna, '+Bx1a');
    await point(bert, '3a2b');
    await anna.locator('.fault', { hasText: 'not possible' }).waitFor();
    assert.equal((await moves(anna)).length, 4);
    await leave(anna, bert);
  },

  'a takeback cancels a premove; a typed premove asks for an open promotion, whatever position is shown': alone(async () => {
    const [anna, bert] = await beginNew('anna24', 'bert24', { colour: 'black', clock: '10m/30s', undo: true });
    await point(anna, '7g7f');
    await arrived(bert, 1);
    await anna.getByLabel('Move', { exact: true }).fill('P-2f');
    await anna.keyboard.press('Enter');
    await anna.locator('.waits', { hasText: 'P-2f' }).waitFor();
    await choose(bert, 'Give a takeback');
    await anna.locator('.fault', { hasText: 'Your premove was cancelled' }).waitFor();
    for (const page of [anna, bert]) await arrived(page, 0);
    assert.equal(await anna.locator('.waits').count(), 0);
    await point(anna, '7g7f');
    await arrived(bert, 1);
    await point(bert, '3c3d');
    await arrived(anna, 2);
    // She looks at an earlier position, and types.
    await anna.keyboard.press('Escape');
    await anna.locator('.moves.played li').first().getByRole('button').click();
    await anna.getByLabel('Move', { exact: true }).fill('Bx2b');
    await anna.keyboard.press('Enter');
    await anna.locator('.choice [data-move="8h2b+"]').click();
    await arrived(bert, 3);
    assert.deepEqual(await moves(bert), ['P-7f', 'P-3d', 'Bx2b+']);
    await leave(anna, bert);
  }),

  'a takeback of one\'s own move is asked for by one button, where the game allows it': alone(async () => {
    const [anna, bert] = await beginNew('anna28', 'bert28', { colour: 'black', clock: '10m/30s', undo: false, rated: false });
    const button = (page, name) => page.getByRole('button', { name, exact: true });
    await button(anna, 'Resign').waitFor();
    for (const page of [anna, bert]) assert.equal(await button(page, 'Ask for a takeback').isDisabled(), true);
    await point(anna, '7g7f');
    await arrived(bert, 1);
    await point(bert, '3c3d');
    await arrived(anna, 2);
    // A game with a clock: the opponent has to agree, and nothing is given unasked.
    assert.deepEqual(await inMenu(anna), ['Offer a draw', 'Adjourn', 'Zen mode']);
    await button(anna, 'Ask for a takeback').click();
    await button(anna, 'Takeback requested').waitFor();
    await bert.getByText('Your opponent asks for a takeback to move 1.').waitFor();
    await button(bert, 'Accept').click();
    for (const page of [anna, bert]) await arrived(page, 0);
    await button(anna, 'Resign').click();
    await anna.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    for (const page of [anna, bert]) await page.locator('.result').waitFor();
    // Rated: not at all.
    await Promise.all([anna, bert].map((page) => page.goto(address)));
    await begin(anna, bert, { colour: 'black', clock: '10m/30s', undo: false, rated: true });
    await point(anna, '7g7f');
    await arrived(bert, 1);
    await point(bert, '3c3d');
    await arrived(anna, 2);
    await anna.locator('.moves.played li').first().getByRole('button').click();
    for (const page of [anna, bert]) assert.equal(await page.getByRole('button', { name: /takeback|Take back/ }).count(), 0);
    await leave(anna, bert);
  }),

  'sounds are on: your turn, little time on your clock and the end of the game have one each': alone(async () => {
    const [anna, bert] = [await person('anna26'), await person('bert26')];
    await listen(bert);
    await beginInLobby(anna, bert, { colour: 'black', clock: '3m+2s' });
    await point(anna, '7g7f');
    await rings(bert, 660);
    await point(bert, '3c3d');
    await arrived(anna, 2);
    await point(anna, '8h3c+');
    await rings(bert, 988);
    assert.equal(await bert.evaluate(() => window.rung.includes(880)), false);
    // The page's time stands still, five seconds before the flag falls.
    await bert.waitForSelector('.clock.runs');
    await bert.evaluate(() => {
      const [, minutes, seconds] = /(\d+):(\d+)/.exec(document.querySelector('.clock.runs').textContent);
      let then = performance.now() + (Number(minutes) * 60 + Number(seconds) - 5) * 1000;
      performance.now = () => then;
      window.wait = (ms) => { then += ms; };
    });
    await rings(bert, 880);
    // The last seconds are counted by clicks, if one wants that.
    await bert.locator('.settings-menu summary').click();
    await bert.locator('.settings-menu [name="countdown"]').selectOption('clicks');
    assert.equal(await bert.evaluate(() => window.rung.includes(1320)), false);
    await bert.evaluate(() => window.wait(1000));
    await rings(bert, 1320);
    await bert.locator('.clock.runs.short').waitFor();
    await anna.getByRole('button', { name: 'Resign' }).click();
    await anna.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await rings(bert, 392);
    await leave(anna, bert);
  }),

  'offers follow the server, and none is left at the end, whose record is downloaded; a resignation after the last move, and the way back from it': alone(async () => {
    const [anna, bert] = await beginNew('anna25', 'bert25', { colour: 'black', clock: '10m/30s', undo: true });
    // An offer stands after the offering player's move.
    await propose(anna, 'Offer a draw');
    await bert.getByText('Your opponent offers a draw.').waitFor();
    await point(anna, '7g7f');
    for (const page of [anna, bert]) await arrived(page, 1);
    assert.equal(await bert.getByText('Your opponent offers a draw.').count(), 1);
    await until(async () => (await inMenu(anna)).includes('Draw offered'), true);
    await point(bert, '3c3d');
    await arrived(anna, 2);
    await until(async () => (await inMenu(anna)).includes('Offer a draw'), true);
    // A finished game has no offers.
    await propose(bert, 'Offer a draw');
    await anna.getByText('Your opponent offers a draw.').waitFor();
    const proposed = bert.locator('.panel .said', { hasText: 'Offered to anna25.' });
    await proposed.waitFor();
    const told = anna.waitForFunction(() => document.querySelector('.sr-only[role=status]').textContent.includes('(White) resigned'));
    await bert.getByRole('button', { name: 'Resign' }).click();
    await bert.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    for (const page of [anna, bert]) await page.locator('.result').waitFor();
    await told;
    assert.equal(await anna.getByText('Your opponent offers a draw.').count(), 0);
    await until(() => proposed.count(), 0);
    await anna.locator('.share summary').click();
    const [file] = await Promise.all([anna.waitForEvent('download'), anna.getByRole('button', { name: 'Download the record' }).click()]);
    assert.match(new TextDecoder('shift_jis').decode(fs.readFileSync(await file.path())), /先手：anna25\n[^]*７六歩\(77\)[^]*３四歩\(33\)[^]*投了/);
    await anna.getByRole('button', { name: 'Keep as a study' }).waitFor();
    await anna.getByRole('button', { name: 'Previous move', exact: true }).click();
    assert.equal(await anna.locator('.moves.played li [aria-current]').textContent().then((words) => words.startsWith('P-7f')), true);
    await choose(anna, 'Ask others not to analyse');
    // The box is checked before the server knows.
    await anna.getByText('A player has asked that this game not be analysed.').waitFor();
    assert.equal(await anna.getByRole('checkbox', { name: 'Ask others not to analyse' }).isChecked(), true);
    await anna.keyboard.press('Escape');
    await bert.reload();
    await bert.getByText('A player has asked that this game not be analysed.').waitFor();
    await bert.getByRole('button', { name: 'More …' }).click();
    assert.equal(await bert.getByRole('checkbox', { name: 'Ask others not to analyse' }).isChecked(), false);
    await leave(anna, bert);
  }),

  'two windows of one player, double clicks, a lost connection, and an end while one chose: each says what is so': alone(async () => {
    const proxy = await Proxy.open(20);
    const [anna, bert] = [await person('anna62', '', { at: proxy.address }), await person('bert62')];
    await begin(anna, bert, { colour: 'black', clock: '10m/30s', undo: true, rated: true });
    const twin = await anna.context().newPage();
    await twin.goto(anna.url());
    await twin.waitForSelector('[data-square]');
    await playOut([anna, bert], ['7g7f', '3c3d']);
    // What one window has half chosen goes when the other has moved.
    for (const name of ['8h', '2b']) await square(twin, name).click();
    await twin.locator('.choice').waitFor();
    await point(anna, '2g2f');
    await arrived(twin, 3);
    assert.equal(await twin.locator('.choice').count(), 0);
    await point(bert, '8c8d');
    for (const page of [anna, twin]) await arrived(page, 4);
    // Two clicks ask once; the opponent puts the question away.
    await anna.getByRole('button', { name: 'Ask for a takeback' }).dblclick();
    await anna.getByRole('button', { name: 'Takeback requested' }).waitFor();
    await twin.getByRole('button', { name: 'Takeback requested' }).waitFor();
    await bert.getByText('Your opponent asks for a takeback to move 3.').waitFor();
    await picture(bert, 'play-takeback');
    await bert.getByRole('button', { name: 'Decline' }).click();
    await until(() => bert.locator('.offer').count(), 0);
    // A question in each window; one is answered without a connection.
    for (const page of [anna, bert, twin]) await page.getByRole('button', { name: 'Resign' }).click();
    const back = proxy.out(3000);
    await anna.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await anna.getByText('Connection lost.').waitFor();
    await back;
    for (const page of [anna, bert, twin]) {
      await page.locator('.result', { hasText: 'anna62 (Black) resigned: bert62 (White) wins.' }).waitFor();
      await until(() => page.getByRole('dialog').count(), 0);
      assert.equal(await page.locator('.fault').count(), 0);
      await page.locator('.change', { hasText: /^anna62: 1500\? → 1\d+\?$/ }).waitFor();
      await page.locator('.change', { hasText: /^bert62: 1500\? → 1\d+\?$/ }).waitFor();
    }
    // The next game is one click away.
    await bert.getByRole('button', { name: 'New opponent' }).dblclick();
    await bert.getByRole('heading', { name: 'Create a challenge' }).waitFor();
    await until(() => bert.locator('.challenges li.mine').count(), 1);
    const [challenge] = await bert.evaluate(async () => (await (await fetch('/api/challenges')).json()).challenges.filter(({ mine }) => mine));
    assert.deepEqual([challenge.variant, challenge.time_control, challenge.rated, challenge.undo], ['shogi', '10m/30s', true, true]);
    await post(bert, 'remove', { number: challenge.id });
    await twin.close();
    await leave(anna, bert);
    proxy.close();
  }),

  'a move that the server refuses is taken back and explained': alone(async () => {
    const [anna, bert] = await beginNew('anna4', 'bert4', { colour: 'black', clock: '10m/30s' });
    // The page takes the move for legal: it is shown, then removed with the server's reason.
    await anna.evaluate(() => {
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (message) { send.call(this, message.replace('"7g7f"', '"7g5e"')); };
    });
    await point(anna, '7g7f');
    await anna.locator('.fault', { hasText: 'illegal' }).waitFor();
    assert.deepEqual(await moves(anna), []);
    assert.match(await square(anna, '7g').getAttribute('aria-label'), /pawn/);
    await leave(anna, bert);
  }),

  'a handicap is given, by a challenge for one player only': alone(async () => {
    const [anna, bert] = [await person('anna11'), await person('bert11')];
    // The form chooses White for a handicap: with random colours the players would not know whose lance is removed.
    await beginInLobby(anna, bert, { colour: 'random', clock: '10m/30s', pattern: 'bert11', handicap: 'lance' });
    for (const page of [anna, bert]) await arrived(page, 1);
    assert.deepEqual(await moves(bert), ['Handicap: lance']);
    for (const page of [anna, bert]) assert.doesNotMatch(await square(page, '1a').getAttribute('aria-label'), /lance/);
    await anna.locator('.said', { hasText: 'It is your turn' }).waitFor();
    await point(anna, '3c3d');
    await arrived(bert, 2);
    await point(bert, '7g7f');
    await arrived(anna, 3);
    await bert.locator('.moves.played li').first().getByRole('button').click();
    await bert.keyboard.press(',');
    await bert.locator('[data-square="1a"][aria-label*="lance"]').waitFor({ state: 'attached' });
    await leave(anna, bert);
  }),

  'one player at a browser, one at a telnet': async () => {
    const anna = await person('anna5');
    const bert = await Caller.connect('bert5');
    await offer(anna, { colour: 'black', clock: '', comment: 'Come and play' });
    const [, number] = /^\s*(\d+) .*anna5/m.exec(await bert.ask('NEW', /Come and play[^]*> /));
    await bert.ask(`NEW ${number}`, 'has begun');
    await anna.locator('section[aria-labelledby="mine"] a[href^="/games/"]').first().click();
    await anna.waitForSelector('[data-square]');
    await point(anna, '7g7f');
    await anna.getByRole('button', { name: 'Send P-7f' }).click();
    await bert.until('P-7f');
    await bert.ask('BOARD', '> ');
    await bert.ask('PLAY 3c3d', '<p,o,n,y>');
    await bert.ask('y', 'Move 2: P-3d');
    await arrived(anna, 2);
    await bert.ask('SAY good evening', '> ');
    await anna.locator('.talk .say', { hasText: 'good evening' }).waitFor();
    await bert.ask('RESIGN', /yes/);
    bert.say('yes');
    await anna.locator('.result', { hasText: /\(White\) resigned: .* \(Black\) wins\./ }).waitFor();
    bert.hangUp();
    await leave(anna);
  },

  'signing up, an account and its sessions; a session ended elsewhere notices': alone(async () => {
    const page = await openAt('account?then=/');
    await page.getByRole('tab', { name: 'Sign up' }).click();
    await page.getByLabel('Name').fill('anna10');
    await page.getByLabel('Password').fill('eleven sign');
    await page.locator('form button[type=submit]').click();
    await page.locator('.fault', { hasText: 'at least' }).waitFor();
    assert.deepEqual(await violationsInSoak(page), []);
    await page.getByLabel('Password').fill('long enough for all');
    await page.locator('form button[type=submit]').click();
    await page.getByRole('heading', { name: 'Create a challenge' }).waitFor();
    assert.deepEqual(await violations(page), []);
    await picture(page, 'play-lobby');
    // The form also comes if the answer about the session is late.
    const asked = page.waitForEvent('request', (request) => request.url().endsWith('/api/session'));
    let answer;
    await page.route('**/api/session', (route) => { answer = () => route.continue(); }, { times: 1 });
    await page.reload();
    await asked;
    await page.locator('.featured .mini').waitFor();
    await answer();
    await page.getByRole('heading', { name: 'Create a challenge' }).waitFor();
    // The same player elsewhere ends all other sessions.
    const other = await openAt('account');
    await other.getByLabel('Name').fill('anna10');
    await other.getByLabel('Password').fill('not that');
    await other.locator('form button[type=submit]').click();
    await other.locator('.fault').waitFor();
    await other.getByLabel('Password').fill('long enough for all');
    await other.locator('form button[type=submit]').click();
    await other.getByText('You are signed in as anna10').waitFor();
    await other.getByText('Where you are signed in').click();
    await other.locator('.account li', { hasText: 'current' }).waitFor();
    assert.deepEqual(await violationsInSoak(other), []);
    await picture(other, 'play-account');
    await other.getByRole('button', { name: 'End all other sessions' }).click();
    await page.getByText('Sign in, sign up, or play as a guest').waitFor();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.getByRole('button', { name: 'Play as a guest' }).click();
    await other.getByText(/You are a guest: guest/i).waitFor();
    await giveBack(page, other);
  }),

  'a game is adjourned and resumes with the sealed move; both delete it': alone(async () => {
    const [anna, bert] = await beginNew('anna30', 'bert30', { colour: 'black', clock: '10m/30s' });
    const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
    await point(anna, '7g7f');
    await arrived(bert, 1);
    await propose(anna, 'Adjourn');
    await bert.getByText('Your opponent asks to adjourn.').waitFor();
    await press(bert, 'Accept adjournment');
    await anna.getByText('The next move will be sealed').waitFor();
    await point(bert, '3c3d');
    for (const page of [anna, bert]) await page.getByText('The game is adjourned').waitFor();
    // What was said of a proposal goes with it.
    assert.equal(await anna.locator('.panel .said', { hasText: 'Offered to' }).count(), 0);
    // The sealed move is not shown, and no other can be made.
    assert.deepEqual(await moves(anna), ['P-7f']);
    assert.equal(await anna.locator('.said', { hasText: 'to move' }).count(), 0);
    assert.deepEqual(await violationsInSoak(anna), []);
    await picture(anna, 'play-adjourned');
    await press(anna, 'Resume');
    await press(bert, 'Accept and resume');
    for (const page of [anna, bert]) await arrived(page, 2);
    assert.deepEqual(await moves(anna), ['P-7f', 'P-3d']);
    await press(anna, 'Resign');
    await anna.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await bert.locator('.result').waitFor();
    await choose(anna, 'Delete the game', 'Ask to delete');
    const notices = bert.getByRole('complementary', { name: 'Notices' });
    await notices.getByText('anna30 wants to delete game').waitFor();
    for (const page of [anna, bert]) assert.doesNotMatch(await page.locator('body').innerText(), COMMANDS);
    await bert.getByRole('button', { name: 'Agree and delete it' }).click();
    await notices.getByText('is deleted').waitFor();
    await anna.getByText('There is no game').waitFor();
    await leave(anna, bert);
  }),

  'what belonged to another position is dropped: a move to confirm, a line of conditional moves': alone(async () => {
    const [anna, bert] = await beginNew('anna31', 'bert31', { colour: 'black', clock: '3d', undo: true });
    const send = (page, move) => page.getByRole('button', { name: `Send ${move}` }).click();
    await point(anna, '7g7f');
    await send(anna, 'P-7f');
    await arrived(bert, 1);
    await point(bert, '3c3d');
    await bert.getByRole('button', { name: 'Send P-3d' }).waitFor();
    await choose(bert, 'Give a takeback');
    await bert.locator('.confirm').waitFor({ state: 'detached' });
    for (const page of [anna, bert]) await arrived(page, 0);
    assert.match(await square(bert, '3c').getAttribute('aria-label'), /pawn/);
    await point(anna, '2g2f');
    await send(anna, 'P-2f');
    await arrived(bert, 1);
    await anna.getByRole('button', { name: 'Add a line' }).click();
    await point(anna, '8c8d');
    await anna.locator('.plan', { hasText: 'if P-8d' }).waitFor();
    await point(bert, '8c8d');
    await send(bert, 'P-8d');
    await arrived(anna, 2);
    await anna.locator('.plan').waitFor({ state: 'detached' });
    await point(anna, '2f2e');
    await send(anna, 'P-2e');
    await arrived(bert, 3);
    await leave(anna, bert);
  }),

  'challenges for some: of other ratings, until a day, by a link, declined; a visitor sees them come and go': alone(async () => {
    const [anna, bert] = [await person('anna52'), await person('bert52')];
    const nobody = await newWindow();
    // Its subscription has been answered, so it gets the events.
    const heard = nobody.waitForEvent('websocket').then((line) => line.waitForEvent('framereceived'));
    await nobody.goto(address);
    await nobody.getByRole('link', { name: 'Sign in, sign up, or play as a guest' }).waitFor();
    await heard;
    const asked = [];
    const offered = (page, words) => page.locator('.challenges li', { hasText: words });
    // Bert has 1500.
    await offer(anna, { clock: '10m/30s', ratings: '1800-2000', expires: '2' });
    for (const page of [bert, nobody]) await offered(page, 'rating 1800-2000').waitFor();
    assert.match(await offered(bert, 'anna52').textContent(), /until .*\d/);
    await offered(bert, 'anna52').getByRole('button', { name: 'Play', exact: true }).click();
    await bert.locator('.fault', { hasText: 'for players of other ratings' }).waitFor();
    await nobody.waitForLoadState('networkidle'); // it may still ask for the list that it opened with
    nobody.on('request', (request) => asked.push(request.url()));
    await offered(anna, 'Your challenge').getByRole('button', { name: 'Remove' }).click();
    for (const [page, words] of [[anna, 'Your challenge'], [bert, 'anna52'], [nobody, 'anna52']]) await offered(page, words).waitFor({ state: 'detached' });
    assert.deepEqual(asked.filter((url) => url.includes('challenges')), []);
    // For Bert only, who declines.
    await offer(anna, { ratings: '', expires: '', pattern: 'bert52' });
    await offered(bert, 'anna52').getByRole('button', { name: 'Decline' }).click();
    for (const page of [anna, bert]) await offered(page, 'anna52').waitFor({ state: 'detached' });
    await anna.locator('.talk .notice', { hasText: 'bert52 declines your challenge' }).waitFor();
    // Unlisted; anyone who opens the link can accept.
    const form = anna.locator('section[aria-labelledby="offer"]');
    await form.locator('[name="pattern"]').fill('');
    await form.locator('[name="link"]').check();
    await form.getByRole('button', { name: 'Create challenge', exact: true }).click();
    const link = await form.getByRole('textbox', { name: 'Link to the challenge' }).inputValue();
    assert.deepEqual(await violations(anna), []);
    await bert.reload();
    await bert.getByText('No open challenges').waitFor();
    await bert.goto(link);
    await bert.getByRole('heading', { name: 'anna52 invites you to Shogi' }).waitFor();
    await bert.getByRole('button', { name: 'Play', exact: true }).click();
    for (const page of [anna, bert]) await page.waitForSelector('[data-square]');
    await bert.goto(link);
    await bert.getByText('You have accepted this invitation.').waitFor();
    await nobody.goto(link);
    await nobody.getByText('Somebody else has accepted this invitation.').waitFor();
    await nobody.getByRole('link', { name: 'Games in progress' }).waitFor();
    await anna.goto(link);
    await anna.getByText('The game of this invitation has begun.').waitFor();
    await anna.getByRole('link', { name: 'Go to the game' }).waitFor();
    await nobody.goto(link.slice(0, -3));
    await nobody.getByText('This link is not complete.').waitFor();
    await nobody.getByRole('link', { name: 'Go to the lobby' }).waitFor();
    nobody.complaints.splice(0); // the challenge is not there
    await giveBack(nobody);
    await leave(anna, bert);
  }),

  'challenges are shown to those who can accept them, by the names of games; a stranger is told what to do, and an invitation is a page': async () => {
    const [anna, bert] = [await person('anna27'), await person('bert27')];
    const nobody = await newWindow();
    await nobody.goto(address);
    await nobody.getByText('No open challenges.').waitFor();
    assert.equal(await nobody.getByRole('link', { name: 'Sign in or play as a guest', exact: true }).getAttribute('href'), '/account?then=/');
    await nobody.getByRole('link', { name: 'play the computer at once' }).waitFor();
    await nobody.getByText('This server has no engine players.').waitFor();
    assert.deepEqual(await violationsInSoak(nobody), []);
    // For one player, for all others, for all.
    await offer(anna, { pattern: 'carl27', variant: 'mini', clock: '10m/30s' });
    await offer(anna, { pattern: '!bert27', variant: 'chu', clock: '' });
    await offer(anna, { pattern: '', variant: 'dobutsu', clock: '', rated: true });
    // Games have their names, in every list; what is played most comes first.
    const games = await anna.locator('section[aria-labelledby="offer"] [name="variant"] option').allTextContents();
    assert.deepEqual([games[0], games.filter((name) => name === name.toLowerCase())], ['Shogi', []]);
    const rows = (page) => page.locator('.challenges li strong').allTextContents();
    for (const [page, seen] of [[anna, ['Mini Shogi', 'Chu Shogi', 'Dobutsu Shogi']], [bert, ['Dobutsu Shogi']], [nobody, ['Chu Shogi', 'Dobutsu Shogi']]])
      await until(() => rows(page).then((all) => all.join()), seen.join());
    assert.equal(await bert.getByRole('button', { name: 'Play', exact: true }).count(), 1);
    const language = (page, code) => page.locator('.settings-menu select').nth(1).evaluate((one, to) => {
      one.value = to;
      one.dispatchEvent(new Event('change', { bubbles: true }));
    }, code);
    await language(nobody, 'ja');
    await until(() => rows(nobody).then((all) => all[0]), '中将棋');
    assert.equal(await nobody.locator('[name="practice-game"] option[value="chu"]').textContent(), '中将棋');
    await language(nobody, 'en');
    const ids = await anna.evaluate(async () => (await (await fetch('/api/challenges')).json()).challenges.map(({ id }) => id));
    await bert.goto(`${address}?challenge=${ids[0]}`);
    await bert.getByText('This challenge is for other players: carl27.').waitFor();
    // Rated: only with an account.
    await nobody.goto(`${address}?challenge=${ids[2]}`);
    await nobody.getByRole('heading', { name: 'anna27 invites you to Dobutsu Shogi' }).waitFor();
    assert.equal(await nobody.getByRole('button', { name: 'Play as a guest' }).count(), 0);
    await nobody.getByRole('link', { name: 'Sign in or sign up to play' }).waitFor();
    // By a secret link: all of it is there, and one button begins the game as a guest.
    const form = anna.locator('section[aria-labelledby="offer"]');
    await form.locator('[name="variant"]').selectOption('chu');
    await form.locator('[name="school"]').selectOption({ label: 'Chu Shogi, rules of lishogi' });
    await form.locator('[name="school"]').selectOption({ label: 'default' });
    await form.locator('[name="colour"]').selectOption('white');
    await form.locator('[name="clock"]').selectOption('10m/30s');
    for (const [name, on] of [['rated', false], ['link', true]]) await form.locator(`[name="${name}"]`).setChecked(on);
    await form.locator('[name="comment"]').fill('Hello');
    await form.getByRole('button', { name: 'Create challenge', exact: true }).click();
    const link = await anna.getByRole('textbox', { name: 'Link to the challenge' }).inputValue();
    // The inviter who opens it waits there for the game.
    await anna.goto(link);
    await anna.getByRole('heading', { name: 'Your invitation to Chu Shogi' }).waitFor();
    await anna.getByText('This is your own invitation.').waitFor();
    assert.equal(await anna.getByRole('textbox', { name: 'Link to the challenge' }).inputValue(), link);
    assert.deepEqual(await violationsInSoak(anna), []);
    await nobody.goto(link);
    await nobody.getByRole('heading', { name: 'anna27 invites you to Chu Shogi' }).waitFor();
    await nobody.locator('.invitation svg.mini').waitFor();
    await nobody.getByRole('link', { name: 'anna27' }).waitFor();
    for (const words of ['10 min for each player, then 30 sec for each move', 'You play Black.', 'Hello']) await nobody.getByText(words, { exact: true }).waitFor();
    await nobody.getByRole('link', { name: 'Sign in to play' }).waitFor();
    await nobody.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await violations(nobody), []);
    await nobody.emulateMedia({ colorScheme: 'light' });
    await picture(nobody, 'invitation');
    await nobody.getByRole('button', { name: 'Play as a guest' }).press('Enter');
    for (const page of [anna, nobody]) await page.waitForSelector('[data-square]');
    // A format that cannot hold the game says so.
    await nobody.locator('.share summary').click();
    await nobody.getByLabel('Format').selectOption('usen');
    await nobody.getByRole('button', { name: 'Download the record' }).click();
    assert.match(await nobody.locator('.share').getByRole('alert').textContent(), /[a-z]+ [a-z]+/);
    for (const number of ids) await post(anna, 'remove', { number });
    await leave(anna, bert);
    await giveBack(nobody);
  },

  'an impasse is counted by both, where the rules have one; a protected game opens with its link': alone(async () => {
    const [anna, bert, carl] = [await person('anna23'), await person('bert23'), await person('carl23')];
    await begin(anna, bert, { colour: 'black', clock: '10m/30s', privacy: 'protected' });
    const link = await anna.getByRole('textbox', { name: 'Link for invited watchers' }).inputValue();
    const nobody = await openAt(link.replace(address, ''));
    await carl.goto(link);
    for (const page of [carl, nobody]) await page.waitForSelector('[data-square]');
    await point(anna, WALK[0]);
    for (const page of [bert, carl, nobody]) await arrived(page, 1);
    await carl.getByRole('textbox', { name: 'Message', exact: true }).fill('a fine start');
    await carl.getByLabel('Send to').selectOption({ label: 'To players and watchers' });
    await carl.getByRole('button', { name: 'Send', exact: true }).click();
    await anna.getByText("Watchers' chat").first().click();
    await anna.locator('.talk .kibitz', { hasText: 'a fine start' }).waitFor();
    const other = await openAt(new URL(link).pathname.slice(1));
    await other.locator('.fault', { hasText: 'There is no game' }).waitFor();
    await giveBack(other, nobody);
    // It is offered only when a king has entered, and asks first.
    const game = Number(new URL(anna.url()).pathname.split('/')[2]);
    for (const [i, move] of WALK.entries()) {
      if (i === 0) continue;
      if (i === 1) assert.deepEqual(await inMenu(anna), ['Offer a draw', 'Adjourn', 'Zen mode']);
      await post([anna, bert][i % 2], 'play', { game, move });
    }
    for (const page of [anna, bert]) await arrived(page, WALK.length);
    assert.ok((await inMenu(bert)).includes('Claim impasse'));
    await choose(anna, 'Claim impasse', 'Cancel');
    await propose(anna, 'Claim impasse');
    await bert.getByText('Your opponent asks to count the impasse.').waitFor();
    await bert.getByRole('button', { name: 'Accept the impasse count' }).click();
    for (const page of [anna, bert, carl]) await page.locator('.result', { hasText: /impasse/i }).waitFor();
    assert.deepEqual(await violationsInSoak(anna), []);
    await leave(anna, bert, carl);
  }),

  'a game from a position is offered in the editor, shown to the opponent, and played': alone(async () => {
    const anna = await person('anna.start', 'editor?variant=mini&sfen=4k/5/2p2/5/K4_w_g_1');
    const bert = await person('bert.start');
    await anna.getByRole('link', { name: 'Offer a game from here' }).click();
    await anna.locator('.from-start .mini').waitFor();
    assert.deepEqual(await violations(anna), []);
    await createChallenge(anna, { pattern: 'bert.start', colour: 'black' });
    await bert.getByRole('link', { name: 'The position from which the game begins' }).first().waitFor();
    await bert.locator('.notices').getByRole('button', { name: 'Accept' }).click();
    for (const page of [anna, bert]) await page.waitForSelector('[data-hand="white G*"]');
    await point(bert, 'G*3b');
    for (const page of [anna, bert]) await arrived(page, 1);
    await leave(anna, bert);
  }),

  'by keyboard alone: a challenge, a game, a promotion, a resignation': async () => {
    const [anna, bert] = [await person('anna6'), await person('bert6')];
    const { keyboard } = anna;
    const tabTo = async (label) => {
      for (let i = 0; i < 80; i++) {
        const at = await anna.evaluate(() => {
          const one = document.activeElement;
          return one.getAttribute('aria-label') ?? one.closest('label')?.textContent ?? one.textContent ?? '';
        });
        if (at.startsWith(label)) return;
        await keyboard.press('Tab');
      }
      throw new Error(`there is no way to ${label}`);
    };
    await anna.waitForSelector('#offer');
    await tabTo('Clock'); // past the controls above the form
    await tabTo('You play');
    await keyboard.press('B');
    await tabTo('Create challenge');
    await keyboard.press('Enter');
    await accept(bert, 'anna6');
    await anna.waitForSelector('[data-square]');
    const said = (words) => anna.waitForFunction((wanted) => document.querySelector('.sr-only[role=status]').textContent.includes(wanted), words);
    await anna.waitForFunction(() => document.activeElement.id === 'main');
    for (let i = 0; i < 20 && !(await anna.evaluate(() => document.activeElement.hasAttribute('data-square'))); i++) await keyboard.press('Tab');
    await walk(anna, '7g', '7f');
    await arrived(bert, 1);
    await point(bert, '3c3d');
    await said('White: pawn from 3c to 3d');
    await walk(anna, '8h', '2b');
    await anna.waitForSelector('.choice');
    await keyboard.press('Enter');
    await arrived(bert, 3);
    assert.deepEqual(await moves(bert), ['P-7f', 'P-3d', 'Bx2b+']);
    const focused = (words) => anna.waitForFunction((wanted) => document.activeElement.textContent.includes(wanted), words);
    const press = async (...keys) => { for (const key of keys) await keyboard.press(key); };
    // The menu: its first action, with its question; and the way out of it.
    await tabTo('More …');
    await press('Enter');
    await focused('Offer a draw');
    await press('ArrowDown');
    await focused('Adjourn');
    await press('Escape');
    await focused('More …');
    await press('Enter', 'Enter');
    await anna.getByRole('dialog').waitFor();
    await focused('Offer a draw');
    await press('Enter');
    await bert.getByText('Your opponent offers a draw.').waitFor();
    await point(bert, '3a2b');
    await arrived(anna, 4);
    await tabTo('Flip the board');
    await press('Enter');
    await until(async () => (await square(anna, '1a').boundingBox()).y > (await square(anna, '1i').boundingBox()).y, true);
    await press('Enter', 'ArrowLeft', 'ArrowLeft');
    await until(() => anna.locator('.moves.played [aria-current]').textContent().then((words) => words.startsWith('P-3d')), true);
    await tabTo('Latest move');
    await press('Enter');
    await tabTo('Ask for a takeback');
    await press('Enter');
    await bert.getByRole('button', { name: 'Accept' }).click();
    await arrived(anna, 2);
    await tabTo('Resign');
    // Nobody is quicker than a page that presses the button of a finished game as soon as it is there.
    await bert.evaluate(() => {
      new MutationObserver((_, observer) => {
        const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Analyse');
        if (button) observer.disconnect();
        button?.click();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await press('Enter', 'Enter');
    await bert.locator('.result', { hasText: '(Black) resigned' }).waitFor();
    await bert.getByRole('slider', { name: 'Evaluation of the game' }).waitFor();
    // What follows a game: the engine, the record, another game.
    await tabTo('Analyse');
    await press('Enter');
    await anna.getByRole('slider', { name: 'Evaluation of the game' }).waitFor();
    await tabTo('Share');
    await press('Enter');
    await until(() => anna.evaluate(() => document.activeElement.parentElement.open), true);
    await tabTo('Rematch');
    await press('Enter');
    await bert.getByRole('button', { name: 'Accept the rematch' }).waitFor();
    await leave(anna, bert);
  },

  'Chu: lions capture twice, capture without moving, pass; pieces promote': alone(async () => {
    const [anna, bert] = await beginNew('anna7', 'bert7', { variant: 'chu', colour: 'black', clock: '30m/60s' });
    await playOut([anna, bert], CHU.slice(0, 2));
    // The first step of the lion is on the board at once, and Escape takes it back.
    const label = (name) => square(anna, name).getAttribute('aria-label');
    for (const name of ['7h', '8g']) await square(anna, name).click();
    assert.match(await label('8g'), /Black lion, .*selected, select again to stop here/);
    assert.doesNotMatch(await label('7h'), /lion/);
    await picture(anna, 'play-half-made');
    await anna.keyboard.press('Escape');
    assert.match(await label('7h'), /Black lion, selected/);
    assert.doesNotMatch(await label('8g'), /lion/);
    await anna.keyboard.press('Escape');
    assert.doesNotMatch(await label('7h'), /selected/);
    await playOut([anna, bert], CHU, 2);
    assert.deepEqual(await inMenu(anna), ['Offer a draw', 'Adjourn', 'Zen mode']);
    assert.deepEqual(await moves(anna), CHU_WORDS);
    await picture(anna, 'play-chu');
    await leave(anna, bert);
  }),

  'Shosu by correspondence: confirmed moves, conditional moves as a tree, notes, an agreed takeback': alone(async () => {
    const [anna, bert] = await beginNew('anna9', 'bert9', { variant: 'shosu', colour: 'black', clock: '3d', undo: true });
    const send = (page) => page.locator('.confirm button[type=submit]').click();
    await point(anna, '7h7g');
    await anna.getByRole('button', { name: 'Cancel' }).click();
    assert.match(await square(anna, '7h').getAttribute('aria-label'), /pawn/);
    await point(anna, '2h2g');
    await send(anna);
    await arrived(bert, 1);
    // Two lines that begin alike, and one that does not.
    const line = async (...usi) => {
      await anna.getByRole('button', { name: 'Add a line' }).click();
      for (const move of usi) await point(anna, move);
      await anna.getByRole('button', { name: 'Save this line' }).click();
      await anna.getByRole('button', { name: 'Add a line' }).waitFor();
    };
    await anna.getByRole('button', { name: 'Add a line' }).waitFor();
    await line('4c4d', '2g2f', '9c9d', '2f2e');
    await line('4c4d', '2g2f', '5c5d', '7h7g');
    await line('9c9d', '7h7g');
    await line('8c8d', '7h7g');
    await anna.waitForFunction(() => document.querySelectorAll('.plan li').length === 5);
    assert.match(await text(anna, '.plan'), /if P-4d, then P-2f.*if P-9d, then P-2e.*if P-5d, then P-7g/s);
    await anna.getByRole('button', { name: 'Remove: if P-8d, then P-7g' }).click();
    await anna.waitForFunction(() => document.querySelectorAll('.plan li').length === 4);
    await picture(anna, 'play-plan');
    assert.deepEqual(await violationsInSoak(anna), []);
    await anna.getByText('Your notes').click();
    await anna.getByLabel('Note', { exact: true }).fill('likes the left side');
    await anna.getByRole('button', { name: 'Add note' }).click();
    await anna.locator('.notes', { hasText: 'likes the left side' }).waitFor();
    await anna.goto(address);
    await anna.getByRole('heading', { name: 'Your games' }).waitFor();
    // The server plays her answers.
    await point(bert, '4c4d');
    await send(bert);
    await arrived(bert, 3);
    await point(bert, '5c5d');
    await send(bert);
    await arrived(bert, 5);
    assert.deepEqual(await moves(bert), ['P-2g', 'P-4d', 'P-2f', 'P-5d', 'P-7g']);
    await point(bert, '9c9d');
    await send(bert);
    await anna.getByRole('link', { name: 'Go to the next game where it is your turn' }).click();
    await arrived(anna, 6);
    assert.equal(await anna.locator('.plan').count(), 0);
    // Back to before the second move, as both agree.
    await anna.locator('.moves.played li').nth(2).getByRole('button').click();
    await choose(anna, 'Ask for a takeback to here');
    await bert.getByRole('button', { name: 'Accept' }).click();
    for (const page of [anna, bert]) await arrived(page, 3);
    assert.deepEqual(await violationsInSoak(bert), []);
    await leave(anna, bert);
  }),

  'far away and over a bad line: nothing is lost, nothing is done twice': alone(() => badLine('anna8', 'bert8', 8)),
};

export const soak = {
  'a whole game of Shogi as people played it, to its end': () => wholeGame('anna26', 'bert26', realGame()),

  'far away and over a bad line, for longer': () => badLine('anna27', 'bert27', 100),
};

/** A move over a bad connection: as soon as it is the player's turn. */
async function playOnce(page, move, before) {
  await arrived(page, before);
  await page.locator('.said', { hasText: 'It is your turn' }).waitFor();
  await point(page, move);
}

/** Our own: Black's lion captures twice and without moving, White's rook promotes and White's lion passes. */
const CHU = ['7j7h', '6c5e', '7h8g9f', '10d10e', '9f10e9e', '10c10i+', '9e8d9e', '5e6e5e'];
const CHU_WORDS = ['N-7h', 'N-5e', 'N-9f', 'P-10e', 'Nx10ex9e', 'Rx10i+', 'Nx!8d', '--'];
