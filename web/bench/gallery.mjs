// gallery.mjs: pictures of all pages, for people to look at before a page is called done.
//
//     script/bench gallery [--only=WORD] [--widths=360,768] [--themes=dark] [--languages=en,ja]
//
// Each page at 360, 768, 1366 and 1920 pixels, light and dark, in Debian's chromium, from the server that people run,
// with two players, an engine, a game in progress and one that is over.  They go to gallery/ of the build directory,
// with an index.html.

import fs from 'node:fs';
import path from 'node:path';
import { address, browser, built, launch, quit, serve, stopServing } from '../test/browser.mjs';
import { arrived, begin, createChallenge, person, point } from '../test/people.mjs';

const HEIGHTS = { 360: 740, 768: 1024, 1366: 768, 1920: 1080 };
const OPENING = ['7g7f', '3c3d', '2g2f', '8c8d', '8h2b+', '3a2b', '2f2e', '8d8e', '9g9f', '9c9d'];

const options = Object.fromEntries(process.argv.slice(2).map((word) => word.replace(/^--/, '').split('=')));
const list = (name, all) => options[name]?.split(',') ?? all;

await serve('--engines', '1');
await launch();
const folder = path.join(built, 'gallery');
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });

/** A game of two players after the opening; over: resigned by the second. */
async function game(first, second, over) {
  await begin(first, second, { colour: 'black', clock: '10m/30s' });
  for (const [i, usi] of OPENING.entries()) {
    await point(i % 2 === 0 ? first : second, usi);
    await arrived(first, i + 1);
    await arrived(second, i + 1);
  }
  if (over) {
    await second.getByRole('button', { name: 'Resign' }).click();
    await second.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await second.locator('.result').waitFor();
  }
  return new URL(first.url()).pathname.slice(1);
}

const [anna, bert] = [await person('Anna'), await person('Bert')];
const finished = await game(anna, bert, true);
await anna.goto(address);
await bert.goto(address);
const running = await game(anna, bert, false);
await bert.goto(address);
await createChallenge(bert, { variant: 'chu', clock: '3d' });
await bert.getByText('Your challenge is in the list.').waitFor();
const state = await anna.context().storageState();

/** Pages by name; own: as a player who is signed in. */
const PAGES = {
  lobby: { at: '' }, 'lobby-player': { at: '', own: true }, game: { at: running, own: true }, watched: { at: running }, finished: { at: finished, own: true },
  invitation: { at: '?challenge=3' }, try: { at: 'try' }, 'try-chu': { at: 'try?variant=chu' }, 'try-taikyoku': { at: 'try?variant=taikyoku' },
  rules: { at: 'rules' }, 'rules-shogi': { at: 'rules/shogi' }, games: { at: 'games' }, replay: { at: 'replay' }, invent: { at: 'invent', own: true }, editor: { at: 'editor' },
  table: { at: 'table' }, tables: { at: 'tables', own: true }, study: { at: 'study', own: true }, 'sign-in': { at: 'account' }, account: { at: 'account', own: true },
  player: { at: 'players/Anna' }, help: { at: 'help/' }, 'help-shogi': { at: 'help/game-shogi' }, 'not-found': { at: 'nothing-here' },
};

const made = [];
for (const locale of list('languages', ['en']))
  for (const colorScheme of list('themes', ['light', 'dark']))
    for (const width of list('widths', Object.keys(HEIGHTS)).map(Number)) {
      const how = { locale, colorScheme, viewport: { width, height: HEIGHTS[width] ?? 800 }, ...(width < 500 && { isMobile: true, hasTouch: true }) };
      const windows = { own: await (await browser.newContext({ ...how, storageState: state })).newPage(), other: await (await browser.newContext(how)).newPage() };
      for (const [name, { at, own }] of Object.entries(PAGES)) {
        if (options.only && !name.includes(options.only)) continue;
        const page = own ? windows.own : windows.other;
        await page.goto(address + at);
        await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('main > .waiting'));
        await page.waitForLoadState('networkidle');
        // Boards are drawn as they come into view.
        await page.evaluate(async () => {
          for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
            scrollTo(0, y);
            await new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
          }
          scrollTo(0, 0);
          await document.fonts.ready;
        });
        const file = `${name}-${width}-${colorScheme}-${locale}.png`;
        await page.screenshot({ path: path.join(folder, file), fullPage: true });
        made.push(file);
      }
      await windows.own.context().close();
      await windows.other.context().close();
    }
fs.writeFileSync(path.join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><title>gallery</title><style>body{font:14px sans-serif}figure{display:inline-block;margin:8px;vertical-align:top}img{height:420px;border:1px solid #999}</style>${
  made.sort().map((file) => `<figure><a href="${file}"><img loading="lazy" src="${file}"></a><figcaption>${file}</figcaption></figure>`).join('')}`);
process.stdout.write(`${made.length} pictures in ${folder}\n`);
await stopServing();
await quit();
process.exit();
