// board.mjs: how smoothly a board of 36x36 with 804 pieces is panned and zoomed in Debian's chromium.
//
//     script/bench board [set...]      kanji2 letters ... as in the settings of a board
//
// Prints a line for each set: the time from one frame to the next, median and worst, over 5 s of wheel and drag in a
// window of 1280x800; and of the frames that the compositor drew; and the longest task of the page's own thread, in time
// of the processor.  Frames are by the real clock: they tell something on a machine that does nothing else; the last
// figure does on any.

import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(here);
const built = path.resolve(process.env.SHOOGI_BUILD_ROOT ?? path.join(root, '../build'));
const out = path.join(built, 'web-bench');
const SECONDS = 5;

await build({
  root, configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn',
  build: { outDir: out, emptyOutDir: true, rollupOptions: { input: path.join(here, 'board.html') } },
});

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
const server = http.createServer((request, response) => {
  const file = path.join(out, path.normalize(new URL(request.url, 'http://x').pathname));
  if (!fs.existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' });
  return fs.createReadStream(file).pipe(response);
});
await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

/** From one to the next, in milliseconds: the middle one, the worst, and how many there were. */
function steps(times) {
  const gaps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
  return { median: gaps[gaps.length >> 1] ?? 0, worst: gaps.at(-1) ?? 0, count: gaps.length };
}

async function measure(set) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`http://127.0.0.1:${server.address().port}/bench/board.html?set=${set}`);
  await page.waitForSelector('[data-square]');
  await page.evaluate(() => document.fonts.ready);
  const pieces = await page.locator('.pieces .piece').count();
  await page.waitForTimeout(500);
  const client = await page.context().newCDPSession(page);
  const drawn = [];
  const tasks = [];
  let thread;
  client.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, ts, tid, pid, tdur, args } of value) {
      if (name === 'DrawFrame') drawn.push(ts / 1000);
      if (name === 'thread_name' && args.name === 'CrRendererMain') thread = `${pid} ${tid}`;
      if (tdur !== undefined) tasks.push({ by: `${pid} ${tid}`, ms: tdur / 1000 });
    }
  });
  await client.send('Tracing.start', {
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame', 'toplevel'] },
  });
  await page.evaluate(() => {
    window.frames_ = [];
    const frame = (time) => {
      window.frames_.push(time);
      window.framing = requestAnimationFrame(frame);
    };
    frame(performance.now());
  });
  const box = await page.locator('.port').boundingBox();
  const at = (x, y) => [box.x + box.width * x, box.y + box.height * y];
  const end = Date.now() + SECONDS * 1000;
  while (Date.now() < end) {
    await page.mouse.move(...at(0.3, 0.7));
    for (let i = 0; i < 12; i++) await page.mouse.wheel(0, -60);
    for (const [x, y] of [[0.8, 0.2], [0.2, 0.5], [0.7, 0.8], [0.5, 0.2]]) {
      await page.mouse.down();
      await page.mouse.move(...at(x, y), { steps: 20 });
      await page.mouse.up();
    }
    for (let i = 0; i < 8; i++) await page.mouse.wheel(0, 60);
  }
  const frames = await page.evaluate(() => {
    cancelAnimationFrame(window.framing);
    return window.frames_.slice(1);
  });
  const complete = new Promise((resolve) => { client.once('Tracing.tracingComplete', resolve); });
  await client.send('Tracing.end');
  await complete;
  const scale = await page.locator('.board').evaluate((board) => board.style.transform);
  await page.screenshot({ path: path.join(out, `${set}.png`) });
  await page.close();
  const [a, b] = [steps(frames), steps(drawn.sort((x, y) => x - y))];
  const ms = (value) => value.toFixed(1).padStart(6);
  process.stdout.write(`${set.padEnd(8)} ${pieces} pieces  frames: median ${ms(a.median)} ms, worst ${ms(a.worst)} ms, ${a.count} of them` +
    `  drawn: median ${ms(b.median)} ms, worst ${ms(b.worst)} ms, ${b.count} of them` +
    `  longest task ${ms(Math.max(0, ...tasks.filter(({ by }) => by === thread).map((task) => task.ms)))} ms\n`);
  if (process.env.SHOOGI_BENCH_VERBOSE) process.stdout.write(`${scale}\n`);
}

for (const set of process.argv.length > 2 ? process.argv.slice(2) : ['kanji2', 'letters']) await measure(set);
await browser.close();
server.close();
