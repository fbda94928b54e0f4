// gallery.mjs: pictures of all pages, for people to look at before a page is called done.
//
//     script/bench gallery [--only=WORD,WORD] [--widths=360,768] [--themes=dark] [--languages=en,ja]
//
// Each page at 360, 768, 1366 and 1920 pixels, light and dark, in Debian's chromium, from the server that people run,
// with two players, an engine, games of both, a study and a shared board.  They go to gallery/ of the build directory,
// with an index.html.

import fs from 'node:fs';
import path from 'node:path';
import { address, browser, built, launch, quit, serve, stopServing } from '../test/browser.mjs';
import { person, post } from '../test/people.mjs';

const HEIGHTS = { 360: 740, 768: 1024, 1366: 768, 1920: 1080 };
const OPENING = ['7g7f', '3c3d', '2g2f', '8c8d', '8h2b+', '3a2b', '2f2e', '8d8e', '9g9f', '9c9d'];

const options = Object.fromEntries(process.argv.slice(2).map((word) => word.replace(/^--/, '').split('=')));
const list = (name, all) => options[name]?.split(',') ?? all;

await serve('--engines', '1');
await launch();
const folder = path.join(built, 'gallery');
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });

/** A game of two players after some moves; the first is Black.  Returns its number. */
async function game(first, second, terms, moves) {
  const { challenge } = await post(first, 'new', { colour: 'black', pattern: '*', ...terms });
  const { game: begun } = await post(second, 'new', { number: challenge });
  for (const [i, move] of moves.entries()) await post(i % 2 === 0 ? first : second, 'play', { game: begun, move });
  return begun;
}

const [anna, bert] = [await person('Anna'), await person('Bert')];
const finished = await game(anna, bert, { variant: 'shogi', clock: '10m/30s', rated: false }, OPENING);
await post(bert, 'resign', { game: finished, answers: ['yes'] });
const running = await game(anna, bert, { variant: 'shogi', clock: '60m/60s' }, OPENING);
const chu = await game(anna, bert, { variant: 'chu', clock: '60m/60s' }, ['7i7h', '6d6e', '6i6h', '7d7e']);
const taikyoku = await game(anna, bert, { variant: 'taikyoku', clock: '3d' }, ['10z10y', '10k10l']);
const slow = await game(anna, bert, { variant: 'shogi', clock: '3d' }, OPENING.slice(0, 5));
await post(anna, 'cond', { game: slow, moves: '3a2b 2f2e 8d8e 9g9f' });
await post(anna, 'note', { game: slow, text: 'Aims at the ninth file.' });
const mini = await game(anna, bert, { variant: 'mini', clock: '60m/60s' }, ['5d5c']);
const handicap = await game(anna, bert, { variant: 'shogi', clock: '3d', move: 'HANDICAP:two-pieces' }, []);
const START = 'lnsgk4/1r7/pppppp3/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL_b_Ps';
const placed = await game(anna, bert, { variant: 'shogi', clock: '3d', start: START }, []);
const { challenge: placing } = await post(bert, 'new', { variant: 'shogi', clock: '3d', colour: 'black', start: START, pattern: '*' });
await post(bert, 'new', { variant: 'tori', clock: '3d', colour: 'black', pattern: 'Anna' });
const { challenge: invitation } = await post(bert, 'new', { variant: 'chu', clock: '3d', colour: 'random', pattern: '*' });
await post(bert, 'new', { variant: 'shogi', clock: '10m/30s', colour: 'random', pattern: '*' });
const { study } = await post(anna, 'studies', { name: 'Openings: 1. Bishop exchange', variant: 'shogi' });
await post(anna, `studies/${study}`, { do: 'line', node: 0, text: OPENING.join('\n') });
await post(anna, `studies/${study}`, { do: 'line', node: 2, text: '7i6h' });
await anna.goto(`${address}table?variant=chu`);
await anna.getByText('Play with someone').click();
await anna.getByRole('button', { name: 'Share the board' }).click();
await anna.waitForURL(/\/tables\/\d+$/);
const shared = new URL(anna.url()).pathname.slice(1);
const { cookies } = await anna.context().storageState();
const state = { cookies: cookies.filter(({ name }) => name !== 'shoogi-language'), origins: [] };

/** Pages by name; own: Anna is signed in there; then: prepares the page for the picture. */
const PAGES = {
  lobby: { at: '' }, 'lobby-player': { at: '', own: true }, game: { at: `games/${running}`, own: true }, watched: { at: `games/${running}` }, finished: { at: `games/${finished}`, own: true },
  'game-chu': { at: `games/${chu}`, own: true }, 'game-taikyoku': { at: `games/${taikyoku}`, own: true }, correspondence: { at: `games/${slow}`, own: true, then: (page) => page.locator('.more details > summary').evaluateAll((all) => all.forEach((one) => one.click())) },
  'game-mini': { at: `games/${mini}`, own: true }, 'game-handicap': { at: `games/${handicap}`, own: true }, 'game-placed': { at: `games/${placed}`, own: true },
  invitation: { at: `?challenge=${invitation}` }, 'invitation-placed': { at: `?challenge=${placing}` }, offer: { at: '?offer', own: true }, try: { at: 'try' }, 'try-chu': { at: 'try?variant=chu' }, 'try-taikyoku': { at: 'try?variant=taikyoku' },
  rules: { at: 'rules' }, 'rules-shogi': { at: 'rules/shogi' }, 'rules-chu': { at: 'rules/chu' }, games: { at: 'games' }, 'games-own': { at: 'games?player=Anna', own: true },
  replay: { at: 'replay' }, import: { at: 'replay', own: true, then: (page) => page.locator('[name="record"]').fill(`position startpos moves ${OPENING.join(' ')}`) },
  invent: { at: 'invent', own: true }, editor: { at: 'editor' }, 'editor-chu': { at: 'editor?variant=chu' },
  table: { at: 'table' }, tables: { at: 'tables', own: true }, shared: { at: shared, own: true }, study: { at: 'study', own: true }, 'study-open': { at: `study/${study}`, own: true },
  'sign-in': { at: 'account' }, account: { at: 'account', own: true },
  player: { at: 'players/Bert', own: true }, settings: { at: 'help/', then: (page) => page.locator('.settings-menu summary').click() },
  help: { at: 'help/' }, 'help-shogi': { at: 'help/game-shogi' }, 'not-found': { at: 'nothing-here' },
};

const made = [];
for (const locale of list('languages', ['en']))
  for (const colorScheme of list('themes', ['light', 'dark']))
    for (const width of list('widths', Object.keys(HEIGHTS)).map(Number)) {
      const how = { locale, colorScheme, viewport: { width, height: HEIGHTS[width] ?? 800 }, ...(width < 500 && { isMobile: true, hasTouch: true }) };
      await post(anna, 'set', { setting: 'language', value: locale });
      const windows = { own: await (await browser.newContext({ ...how, storageState: state })).newPage(), other: await (await browser.newContext(how)).newPage() };
      for (const [name, { at, own, then }] of Object.entries(PAGES)) {
        if (!list('only', ['']).some((word) => name.includes(word))) continue;
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
        await then?.(page);
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
