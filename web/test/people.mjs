// people.mjs: players in browsers, each with a window, and one at a telnet, for tests of the page.

import assert from 'node:assert/strict';
import net from 'node:net';
import { address, DESK, giveBack, newWindow, PATIENCE_MS, square, telnet } from './browser.mjs';

/** A new player at a page of the site, or with where = null at none.  at: the address of a proxy, instead of the server's. */
export async function person(name, where = '', { options = DESK, at = address } = {}) {
  const page = await newWindow(options);
  const answer = await page.context().request.post(`${at}api/signup`, {
    headers: { origin: at.slice(0, -1) }, data: { name, password: `the password of ${name}` },
  });
  assert.equal(answer.status(), 200, await answer.text());
  if (where !== null) await page.goto(at + where);
  return page;
}

/** Runs a command as the player of a window, which need not show a page.  Requests of the context would leave out the cookie, which is
 * for https alone. */
export async function post(page, command, fields) {
  const cookies = await page.context().cookies();
  const answer = await fetch(`${address}api/${command}`, {
    method: 'POST', body: JSON.stringify(fields),
    headers: { 'content-type': 'application/json', origin: address.slice(0, -1), cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

export async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.faults, []);
    await giveBack(page);
  }
}

/** Creates a challenge in the lobby; terms by the names of their fields.  An engine may accept it before the lobby says so. */
export async function createChallenge(page, terms) {
  const form = page.locator('section[aria-labelledby="offer"]');
  await form.locator('details').evaluate((one) => { one.open = true; });
  for (const [name, value] of Object.entries(terms)) {
    const field = form.locator(`[name="${name}"]`);
    if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption(value);
    else if (typeof value === 'boolean') await field.setChecked(value);
    else await field.fill(value);
  }
  await page.getByRole('button', { name: 'Create challenge', exact: true }).click();
}

/** Creates a challenge to people, and waits until it is in the list. */
export async function offer(page, terms) {
  await createChallenge(page, terms);
  await page.getByText('Your challenge is in the list.').waitFor();
}

/** Accepts a player's challenge, and waits for the board. */
export async function accept(page, name) {
  await page.locator('.challenges li', { hasText: name }).getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForSelector('[data-square]');
}

/** A game between two browsers; the first creates the challenge, in the lobby if the game is fast, because it begins only while both
 * are online.  Returns when both show the board. */
export async function begin(first, second, terms = {}) {
  const { clock = '10m/30s', ...rest } = terms;
  const { challenge } = await post(first, 'new', { variant: 'shogi', colour: 'random', rated: false, undo: false, pattern: '*', ...rest, ...(clock && { clock }) });
  const path = `/games/${await acceptOnline(second, challenge)}`;
  for (const page of [second, first]) {
    const { href, pathname } = new URL(page.url() === 'about:blank' ? address : page.url());
    // A lobby opens a fast game by itself, unless the game has begun before the lobby knew that there was none.
    if (pathname !== path) await page.goto(new URL(path, href).href);
  }
  for (const page of [first, second]) await page.waitForSelector('[data-square]');
}

/** Accepts a challenge as soon as its player is online, which takes a moment after the page has been loaded. */
async function acceptOnline(page, number) {
  for (const end = Date.now() + PATIENCE_MS; ; await new Promise((resolve) => { setTimeout(resolve, 50); })) {
    try {
      return (await post(page, 'new', { number })).game;
    } catch (error) {
      if (!/is not online/.test(error.message) || Date.now() > end) throw error;
    }
  }
}

/** Signs up two players and begins a game between them.  Returns their windows. */
export async function beginNew(first, second, terms = {}) {
  const pages = [await person(first, isSlow(terms.clock ?? '10m/30s') ? null : ''), await person(second, null)];
  await begin(...pages, terms);
  return pages;
}

const isSlow = (clock) => /^(|\d+d.*)$/.test(clock);

/** Begins a game by the forms of the lobby: the first player creates the challenge, the second accepts it. */
export async function beginInLobby(first, second, terms) {
  await offer(first, terms);
  await accept(second, await nameOf(first));
  // A correspondence game does not open by itself.
  const game = new URL(second.url()).pathname;
  if (isSlow(terms.clock)) await first.locator(`a[href="${game}"]`).first().click();
  await first.waitForSelector('[data-square]');
}

export const nameOf = (page) => page.evaluate(async () => (await (await fetch('/api/account')).json()).name);

/** Makes a move in USI by selecting its squares and answering its question. */
export async function point(page, usi) {
  const [, drop, squares] = /^([^\d*]+)?\*?((?:\d+[a-z]+)+)/.exec(usi);
  if (drop) await page.locator(`[data-hand$=" ${drop}*"]:not([aria-disabled="true"])`).click();
  for (const name of squares.match(/\d+[a-z]+/g)) await square(page, name).click();
  // The page asks at once or not at all.
  const choice = page.locator(`.choice [data-move="${usi}"]`);
  if ((await choice.count()) > 0) await choice.click();
}

/** The moves in a game's list. */
export const moves = (page) => page.locator('.moves.played li button').evaluateAll((all) =>
  all.map((one) => one.firstChild.textContent));

/** Waits until a game's list has so many moves. */
export const arrived = (page, count) => page.waitForFunction((wanted) =>
  document.querySelectorAll('.moves.played li').length === wanted, count);

/** A player at a telnet. */
export class Caller {
  static async connect(name) {
    const caller = new Caller();
    const [host, port] = telnet.split(':');
    caller.socket = net.connect(Number(port), host);
    caller.text = '';
    caller.socket.on('data', (data) => {
      // Removes the telnet protocol between the words.
      caller.text += data.toString('latin1').replace(/\xff[\xfb-\xfe]./gs, '');
      caller.wake?.();
    });
    await caller.until('login:');
    for (const line of [name, `the password of ${name}`, `the password of ${name}`]) {
      caller.say(line);
      await caller.until(/password|again|>/);
    }
    await caller.until('> ');
    return caller;
  }

  say(line) {
    this.text = '';
    this.socket.write(`${line}\r\n`);
  }

  /** Waits for words, and returns everything received until then. */
  async until(words, ms = PATIENCE_MS) {
    const end = Date.now() + ms;
    while (!(typeof words === 'string' ? this.text.includes(words) : words.test(this.text))) {
      if (Date.now() > end) throw new Error(`expected ${words} at the telnet, found ${JSON.stringify(this.text)}`);
      await new Promise((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, 100);
      });
    }
    return this.text;
  }

  async ask(line, words) {
    this.say(line);
    return this.until(words);
  }

  hangUp() {
    this.socket.destroy();
  }
}

/** A proxy to the server that delays everything, and cuts so many connections; breaks: whether it cuts
 * where data arrives. */
export class Proxy {
  static async open(delay_ms) {
    const proxy = new Proxy();
    proxy.pairs = new Set();
    const [host, port] = new URL(address).host.split(':');
    proxy.away = false;
    proxy.breaks = () => false;
    proxy.server = net.createServer((client) => {
      if (proxy.away) return client.destroy();
      const server = net.connect(Number(port), host);
      const pair = [client, server];
      proxy.pairs.add(pair);
      const late = (from, to) => {
        from.on('data', (data) => {
          if (proxy.breaks()) proxy.cut();
          else setTimeout(() => { if (!to.destroyed) to.write(data); }, delay_ms);
        });
        from.on('end', () => setTimeout(() => to.end(), delay_ms));
        from.on('error', () => to.destroy());
        from.on('close', () => {
          proxy.pairs.delete(pair);
          setTimeout(() => to.destroy(), delay_ms);
        });
      };
      late(client, server);
      late(server, client);
    });
    await new Promise((resolve) => { proxy.server.listen(0, '127.0.0.1', resolve); });
    proxy.address = `http://127.0.0.1:${proxy.server.address().port}/`;
    proxy.cuts = 0;
    return proxy;
  }

  /** Accepts no connection for a while. */
  async out(ms) {
    this.away = true;
    this.cut();
    await new Promise((resolve) => { setTimeout(resolve, ms); });
    this.away = false;
  }

  /** Cuts every connection, in the middle of its data. */
  cut() {
    for (const [client, server] of this.pairs) {
      client.destroy();
      server.destroy();
      this.cuts++;
    }
    this.pairs.clear();
  }

  close() {
    this.cut();
    this.server.close();
  }
}

/** What stands in the menu of a game. */
export async function inMenu(page) {
  await page.getByRole('button', { name: 'More …' }).click();
  const names = await page.locator('.menu > button').allTextContents();
  await page.keyboard.press('Escape');
  return names.map((name) => name.trim());
}

/** An action from the menu of a game; answer: the button of the question that it asks. */
export async function choose(page, name, answer) {
  await page.getByRole('button', { name: 'More …' }).click();
  await page.locator('.menu').getByText(name, { exact: true }).click();
  if (answer) await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
}

/** An offer to the opponent, which asks first. */
export const propose = (page, name) => choose(page, name, name);
