// browser.mjs: what tests of the page in Debian's chromium share: the server with the page, windows, and what they see.
// Pictures lie in web-pictures/ of the build directory.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { chromium } from 'playwright-core';

export const built = process.env.SHOOGI_BUILD_ROOT ?? fileURLToPath(new URL('../../build', import.meta.url));
const pictures = path.join(built, 'web-pictures');
const axe = fs.readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The size of a window on a desk, and of one in a hand. */
export const DESK = { viewport: { width: 1280, height: 860 } };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

// The server itself serves the page, with its own headers.
const server = spawn(path.join(built, 'shoogi'), ['serve', '--telnet', '127.0.0.1:0', '--http', '127.0.0.1:0', '--db',
  'memory', '--web', path.join(built, 'web/web'), ...(process.env.SERVE_OPTIONS ?? '').split(' ').filter(Boolean)], { stdio: ['ignore', 'pipe', 'inherit'] });
// A test that breaks off leaves no server behind.
process.on('exit', () => { server.kill(); });
let said = '';
for await (const piece of server.stdout) {
  said += piece;
  if (/^ready$/m.test(said)) break;
}
/** Where the page is, with a slash at the end. */
export const address = `http://${/^http (\S+)$/m.exec(said)[1]}/`;

/** Where people call by telnet. */
export const telnet = /^telnet (\S+)$/m.exec(said)[1];

export const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--renderer-process-limit=1'] });
fs.mkdirSync(pictures, { recursive: true });

/** A window at an address of the site; faults of its scripts are faults of the test. */
export async function openAt(where, options = DESK) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error') page.faults.push(message.text()); });
  await page.goto(address + where);
  return page;
}

/** The page on which games are tried out.  game: "chu", or with "&sfen=..." behind it. */
export async function open(game, options = DESK) {
  const page = await openAt(`try?variant=${game}`, options);
  await page.waitForSelector('[data-square]');
  return page;
}

export async function close(page) {
  // The browser asks for an icon that is not there, and nobody is told that he is nobody.
  assert.deepEqual(page.faults.filter((fault) => !/40[14]/.test(fault)), []);
  await page.context().close();
}

/** Ends all that this module began. */
export async function end() {
  await browser.close();
  server.kill();
}

export const square = (page, name) => page.locator(`[data-square="${name}"]`);
export const played = (page) => page.locator('.moves li').allTextContents();
export const picture = (page, name) => page.screenshot({ path: path.join(pictures, `${name}.png`) });
/** A picture of a part alone. */
export const pictureOf = (part, name) => part.screenshot({ path: path.join(pictures, `${name}.png`) });

/** Asks until this is the answer, or tells what was instead; for what comes a moment after its cause, such as the click
 * that the browser makes of a tap. */
export async function until(ask, wanted, ms = 30000) {
  for (const end = Date.now() + ms; ; await new Promise((resolve) => { setTimeout(resolve, 50); })) {
    const answer = await ask();
    if (isDeepStrictEqual(answer, wanted) || Date.now() > end) return assert.deepEqual(answer, wanted);
  }
}

export async function click(page, ...names) {
  for (const name of names) await square(page, name).click();
}

/** Walks to a square with the arrows, and presses Enter. */
export async function walk(page, ...names) {
  for (const name of names) {
    for (let steps = 0; steps < 40; steps++) {
      const at = await page.evaluate(() => {
        const { x, y } = document.activeElement.getBoundingClientRect();
        return { name: document.activeElement.getAttribute('data-square'), x, y };
      });
      if (at.name === name) break;
      const to = await square(page, name).boundingBox();
      const [dx, dy] = [to.x - at.x, to.y - at.y];
      await page.keyboard.press(Math.abs(dx) > 5 ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp');
    }
    await page.keyboard.press('Enter');
  }
}

/** What axe finds; only: the tags of the rules it goes by, instead of all. */
export async function violations(page, only) {
  // Until it has its heading there is nothing to look at.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // Neither axe itself nor all that it reports is brought here: that takes four times as long as the rest.
  await page.evaluate(`if (!window.axe) ${axe}\n;0`);
  return page.evaluate(async (runOnly) => {
    const { violations: found } = await window.axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) });
    return found.map(({ id, nodes }) => `${id}: ${nodes.length} times, ${nodes[0].html.slice(0, 120)}`);
  }, only);
}

/** What reaches beyond the window's right side, but for what lies in a box that scrolls.  The inner width of a phone's
 * window would grow with it. */
export const beyond = (page) => page.evaluate(() => [...document.querySelectorAll('main *')].filter((one) => {
  if (one.getBoundingClientRect().right <= document.documentElement.clientWidth + 1 || !one.checkVisibility() || one.closest('svg, .aloud, [aria-hidden]')) return false;
  for (let box = one.parentElement; box && box !== document.body; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.getBoundingClientRect().right <= document.documentElement.clientWidth + 1) return false;
  return true;
}).map((one) => one.outerHTML.slice(0, 100)));
