// browser.mjs: what the tests of the page in Debian's chromium share: the server with the page, windows, and their contents.
// pages.mjs starts and ends them.
// If SHOOGI_PICTURES is set, pictures go to web-pictures/ of the build directory.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { chromium } from 'playwright-core';

export const built = process.env.SHOOGI_BUILD_ROOT ?? fileURLToPath(new URL('../../build', import.meta.url));
const pictures = path.join(built, 'web-pictures');
/** Whether script/soak runs: all cases, in full. */
export const soaking = process.argv.includes('--soak');
/** Whether script/test runs: no case that is marked as alone, and of some others a part.  Neither: a file runs alone. */
export const quick = process.argv.includes('--quick');
const axe = fs.readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The window sizes of a desktop and of a phone. */
export const DESK = { viewport: { width: 1280, height: 860 } };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** How long to wait for what must come: long, so that a busy machine fails no test. */
export const PATIENCE_MS = Number(process.env.SHOOGI_PATIENCE_S ?? 120) * 1000;

/** Marks a case that script/test leaves to the run of its file alone and to script/soak.  docs/testing.md has a table of them. */
export const alone = (test) => Object.assign(test, { alone: true });

/** The address of the page, with a slash at the end. */
export let address;

/** The telnet address. */
export let telnet;

/** The browser of all windows; see launch. */
export let browser;

let server;
process.on('exit', () => { server?.kill(); }); // a test that breaks off leaves no server behind
for (const [signal, number] of [['SIGINT', 2], ['SIGTERM', 15]]) process.on(signal, () => process.exit(128 + number));

/** Starts the server with the page, its headers and an empty database.  It reuses the address of the server before, if any,
 * because a browser that knows the page already loads it faster. */
export async function serve(...options) {
  let said = '';
  const found = (name) => new RegExp(`^${name} (\\S+)$`, 'm').exec(said)?.[1];
  // Another program may have taken the address meanwhile.
  for (const http of new Set([address ? new URL(address).host : '127.0.0.1:0', '127.0.0.1:0'])) {
    server = spawn(path.join(built, 'shoogi'), ['serve', '--telnet', '127.0.0.1:0', '--http', http, '--db', 'memory',
      '--web', path.join(built, 'web/web'), ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    said = '';
    for await (const piece of server.stdout) {
      said += piece;
      if (/^ready$/m.test(said)) break;
    }
    if (found('http')) break;
  }
  if (!found('http')) throw new Error(`the server did not start, and said ${JSON.stringify(said)}`);
  address = `http://${found('http')}/`;
  telnet = found('telnet');
}

/** Whether the server still runs. */
export const serves = () => server?.exitCode === null && server.signalCode === null;

/** Stops the server.  Throws if that fails, or if it had ended before. */
export async function stopServing() {
  const stopped = server;
  server = undefined;
  if (stopped.exitCode === null && stopped.signalCode === null) {
    const ended = once(stopped, 'exit');
    stopped.kill();
    await ended;
  }
  if (stopped.exitCode !== 0) throw new Error(`the server ended with ${stopped.exitCode ?? stopped.signalCode}`);
}

/** Starts the browser, unless it runs. */
export async function launch(program = '/usr/bin/chromium-headless-shell') {
  if (browser?.isConnected() && browser.program === program) return;
  await quit();
  browser = await chromium.launch({
    executablePath: program, timeout: PATIENCE_MS, handleSIGTERM: false, handleSIGINT: false, // they end this program, and not the browser alone
    // The browser compiles only those functions of a wasm module that a case calls.
    args: ['--no-sandbox', '--renderer-process-limit=1', '--js-flags=--wasm-lazy-compilation'],
  });
  browser.program = program;
}

/** Closes the browser.  A hanging browser is killed at the end of this program. */
export async function quit() {
  if (!browser) return;
  idle.clear();
  await Promise.race([browser.close().catch(() => {}), new Promise((resolve) => { setTimeout(resolve, 10000).unref(); })]);
  browser = undefined;
}

fs.mkdirSync(pictures, { recursive: true });

/** Unused windows, by the options they were made with. */
const idle = new Map();

/** Options of windows outside script/soak.  Cases that need them ask for pieces that slide, each drawn many times, and for the
 * service worker, which loads the whole page once more for each window. */
const spared = soaking ? { serviceWorkers: 'allow' } : { serviceWorkers: 'block', reducedMotion: 'reduce' };

/** A window with its own cookies and storage, and a list of its script errors and console messages.
 *
 * It may have been used before: then only cached files are left, because loading the page anew takes five times as
 * long as opening it again. */
export async function newWindow(options = DESK) {
  const page = idle.get(JSON.stringify(options))?.pop() ?? await (await newContext({ ...spared, ...options })).newPage();
  page.removeAllListeners('request');
  page.setDefaultTimeout(PATIENCE_MS);
  page.faults = [];
  page.complaints = [];
  if (!page.options) {
    page.on('pageerror', (error) => page.faults.push(error.message));
    page.on('console', (message) => { if (message.type() === 'error') page.complaints.push(message.text()); });
    page.options = JSON.stringify(options);
    page.devtools = await page.context().newCDPSession(page);
  }
  return page;
}

/** The context of a window, with the timeout of all tests. */
export async function newContext(options) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** Returns windows that newWindow has made. */
export async function giveBack(...pages) {
  for (const page of pages) {
    const { colorScheme = 'light', reducedMotion = spared.reducedMotion ?? 'no-preference' } = JSON.parse(page.options);
    const { origin } = new URL(page.url());
    await page.unrouteAll();
    await page.evaluate(() => { sessionStorage.clear(); });
    await page.goto('about:blank');
    await page.emulateMedia({ colorScheme, reducedMotion });
    await page.devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage,service_workers' });
    await page.context().clearCookies();
    await page.mouse.move(0, 0);
    idle.set(page.options, [...(idle.get(page.options) ?? []), page]);
  }
}

/** What all windows show, for who reads of a case that failed: address, where the focus is, faults, and the text. */
export async function whatIsShown() {
  const lines = [];
  for (const page of (browser?.contexts() ?? []).flatMap((context) => context.pages()).filter((one) => one.url() !== 'about:blank')) {
    lines.push(page.url(), ...[...page.faults ?? [], ...page.complaints ?? []].map((fault) => `fault: ${fault}`));
    const shown = page.evaluate(() => `focus: ${document.activeElement?.outerHTML.slice(0, 200)}\n${document.body.innerText}`);
    const late = new Promise((resolve) => { setTimeout(() => resolve('It does not answer.'), 5000).unref(); });
    lines.push(...(await Promise.race([shown, late]).catch(String)).split('\n').filter((line) => line.trim()).slice(0, 200));
  }
  return lines;
}

/** Closes all windows that failed cases have left open. */
export async function closeWindows() {
  const kept = new Set([...idle.values()].flat().map((page) => page.context()));
  for (const context of browser.contexts()) if (!kept.has(context)) await context.close();
}

/** A window at a path of the site; script errors fail the test. */
export async function openAt(where, options = DESK) {
  const page = await newWindow(options);
  await page.goto(address + where);
  return page;
}

/** The page to try games.  game: "chu", or with "&sfen=..." after it. */
export async function open(game, options = DESK) {
  const page = await openAt(`try?variant=${game}`, options);
  await page.waitForSelector('[data-square]');
  return page;
}

export async function close(page) {
  assert.deepEqual(page.faults, []);
  // The browser asks for an icon that is not there, and a reader who is not signed in gets 401.
  assert.deepEqual(page.complaints.filter((fault) => !/40[14]/.test(fault)), []);
  await giveBack(page);
}

export const square = (page, name) => page.locator(`[data-square="${name}"]`);
export const played = (page) => page.locator('.moves li').allTextContents();
/** Takes a picture for people, if wanted: pictures take a tenth of all the time. */
export const picture = (page, name) => process.env.SHOOGI_PICTURES && page.screenshot({ path: path.join(pictures, `${name}.png`) });
/** Takes a picture of a part. */
export const pictureOf = picture;

/** Asks until this is the answer, or fails with the last one; for effects that come a moment later, such as the click
 * that a browser makes of a tap. */
export async function until(ask, wanted, ms = PATIENCE_MS) {
  for (const end = Date.now() + ms; ; await new Promise((resolve) => { setTimeout(resolve, 50); })) {
    const answer = await ask();
    if (isDeepStrictEqual(answer, wanted) || Date.now() > end) return assert.deepEqual(answer, wanted);
  }
}

export async function click(page, ...names) {
  for (const name of names) await square(page, name).click();
}

/** Moves the focus to squares with the arrow keys, pressing Enter on each. */
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

/** The violations that axe finds; only: the tags of the rules to check, or their names, instead of all.  The quick run
 * checks contrasts, which take most of the time, only if `only` names them. */
export async function violations(page, only) {
  // Without a heading the page is not there yet.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // axe and its full report stay in the browser: to transfer them takes four times as long as the rest.
  await page.evaluate(`if (!window.axe) ${axe}\n;0`);
  return page.evaluate(async ([runOnly, contrasts]) => {
    const { violations: found } = await window.axe.run({ resultTypes: ['violations'],
      ...(runOnly ? { runOnly } : { rules: { 'color-contrast': { enabled: contrasts } } }) });
    return found.map(({ id, nodes }) => `${id}: ${nodes.length} times, ${nodes[0].html.slice(0, 120)}`);
  }, [only, !quick]);
}

/** The violations in script/soak; elsewhere none, because another case looks for violations in the same parts of the page. */
export const violationsInSoak = (...about) => (soaking ? violations(...about) : []);

/** Elements that reach beyond the right side of the window, except in boxes that scroll.  The inner width of a phone's
 * window would grow with them. */
export const beyond = (page) => page.evaluate(() => [...document.querySelectorAll('main *')].filter((one) => {
  if (one.getBoundingClientRect().right <= document.documentElement.clientWidth + 1 || !one.checkVisibility() || one.closest('svg, .sr-only, [aria-hidden]')) return false;
  for (let box = one.parentElement; box && box !== document.body; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.getBoundingClientRect().right <= document.documentElement.clientWidth + 1) return false;
  return true;
}).map((one) => one.outerHTML.slice(0, 100)));

/** On a phone: texts that are cut off, and what a finger can hardly press because it is less than 44 pixels wide or high.
 * Not counted are links within a sentence, the squares of boards, and chosen options, which the browser shows whole
 * in its list. */
export const cramped = (page) => page.evaluate(() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.sr-only, .skip, [aria-hidden="true"], svg, .board, .hand');
  const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const name = (what, one) => `${what}: ${one.outerHTML.slice(0, 120)}`;
  const cut = [...document.querySelectorAll('body *:not(option, textarea, pre)')].filter((one) => seen(one) && hasText(one) && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1
    && !/visible|auto|scroll/.test(getComputedStyle(one).overflowX) && getComputedStyle(one).display !== 'inline');
  const small = [...document.querySelectorAll('a[href], button, select, summary, input, textarea, [role="button"]')].filter((one) => {
    const target = /checkbox|radio/.test(one.type) ? one.closest('label') ?? one : one;
    const { width, height } = target.getBoundingClientRect();
    return seen(one) && getComputedStyle(one).display !== 'inline' && Math.min(width, height) < 43.5;
  });
  return [...cut.map((one) => name('cut', one)), ...small.map((one) => name('small', one))];
});
