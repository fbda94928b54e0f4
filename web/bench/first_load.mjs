// first_load.mjs: how much the first visit to a page costs, and how soon it answers.
//
//     script/bench first_load [loads]
//
// Loads the lobby and a board with its rules and its kanji in Debian's chromium, each time with nothing kept from before,
// from the server that people run.  Prints for each the bytes that came over the wire, heads and all, and the time from
// the beginning of the visit until the page has answered its reader: the lobby when a link to where one
// logs in was pressed and its form is there, the board when a piece that was pressed shows where it may move.  Median of five
// loads, and the worst.  To keep: at most 80 KiB and 260 KiB, and less than 1 s on a machine that does nothing else.

import { address, browser, launch, quit, serve, stopServing } from '../test/browser.mjs';

const LOADS = Number(process.argv[2] ?? 5);

// What is pressed as soon as it is there, and what is there when it has answered.
const pages = {
  lobby: { path: '', press: 'a[href="/account"]', answer: 'main form input' },
  board: { path: 'try', press: '[data-square="7g"]', answer: '.board .target' },
};

/** Runs in the page, before all else: presses what is to be pressed, and keeps the time of the answer. */
function watch({ press, answer }) {
  let pressed = false;
  const look = () => {
    const button = pressed ? null : document.querySelector(press);
    if (button) button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    pressed ||= button !== null;
    if (pressed && [...document.querySelectorAll(answer)].some((one) => one.checkVisibility())) window.answered = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function load({ path, ...how }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  let bytes = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
  await page.addInitScript(watch, how);
  await page.goto(address + path, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => window.answered);
  await page.evaluate(() => document.fonts.ready);
  const ms = await page.evaluate(() => window.answered);
  await context.close();
  return { bytes, ms };
}

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

await serve();
await launch();
await load(pages.lobby); // The browser itself has started.
for (const [name, how] of Object.entries(pages)) {
  const loads = [];
  for (let i = 0; i < LOADS; i++) loads.push(await load(how));
  const kib = middle(loads.map(({ bytes }) => bytes)) / 1024;
  const times = loads.map(({ ms }) => ms);
  process.stdout.write(`${name.padEnd(6)} ${kib.toFixed(1).padStart(6)} KiB  answers after ${middle(times).toFixed(0)} ms, ` +
    `at worst ${Math.max(...times).toFixed(0)} ms, of ${LOADS} first visits\n`);
}
await stopServing();
await quit();
