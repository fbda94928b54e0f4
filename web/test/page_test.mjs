// page_test.mjs: the built page in Debian's chromium, by mouse, keyboard, touch and pictures.
//

import assert from 'node:assert/strict';
import {
  address, alone, beyond, click, close, cramped, DESK, newContext, newWindow, open, PHONE, picture, played, quick, soaking, square, until, violations, violationsInSoak, walk,
} from './browser.mjs';
import { sample } from './games.mjs';

/** Opens the given games at desktop and phone size. */
async function opens(wanted) {
  for (const [size, viewport] of Object.entries({ wide: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } })) {
    const page = await open('shogi', { viewport, hasTouch: size === 'phone' });
    const select = page.locator('.tools select').first();
    const options = await select.locator('option').evaluateAll((all) => all.map(({ value, text }) => ({ game: value, title: text })));
    const games = options.filter(({ game }) => wanted(game));
    assert.ok(games.length > 2);
    for (const { game, title } of games) {
      await select.selectOption(game);
      await page.waitForFunction((start) => document.title.startsWith(start), title);
      const { over, board, bottom } = await page.evaluate(() => ({
        over: document.documentElement.scrollWidth - innerWidth,
        board: document.querySelector('.board').getBoundingClientRect().width,
        bottom: document.querySelector('.table').getBoundingClientRect().bottom - innerHeight,
      }));
      assert.ok(over <= 0, `${game} on a ${size} window is ${over} pixels too wide`);
      assert.ok(board > 280, `${game} on a ${size} window is ${board} pixels wide`);
      if (size === 'wide') assert.ok(bottom <= 1, `${game} reaches ${bottom} pixels below the window`);
      await picture(page, `${game}-${size}`);
    }
    await close(page);
  }
}

/** Runs axe on an open promotion choice, and on the page with its definition open, in these colours. */
async function axe(choice, opened) {
  for (const colorScheme of new Set([...choice, ...opened])) {
    const page = await open('shogi', { ...DESK, colorScheme });
    await click(page, '7g', '7f', '3c', '3d', '8h', '2b');
    if (choice.includes(colorScheme)) assert.deepEqual(await violations(page), [], `the choice, ${colorScheme}`);
    await page.getByRole('button', { name: 'Promote to' }).click();
    await page.getByText('Definition').click();
    if (opened.includes(colorScheme)) assert.deepEqual(await violations(page), [], colorScheme);
    await picture(page, colorScheme);
    await close(page);
  }
}

/** Looks at pages on a phone, each in the languages that are wanted for its number. */
async function onAPhone(wanted) {
  const places = ['', 'games', 'rules', 'rules/shogi', 'account', 'try?variant=shogi', 'invent', 'editor', 'table', 'tables', 'study', 'help/', 'nothing-here'];
  for (const locale of ['en', 'de', 'ja']) {
    const page = await newWindow({ ...PHONE, locale });
    for (const [i, place] of places.entries()) {
      if (!wanted(i, locale)) continue;
      await page.goto(address + place);
      await page.locator('h1').first().waitFor({ state: 'attached' });
      await page.waitForFunction(() => !document.querySelector('main > .waiting'));
      await page.evaluate(() => { for (const one of document.querySelectorAll('main details')) one.open = true; });
      assert.deepEqual([...await cramped(page), ...await beyond(page)], [], `/${place} (${locale})`);
    }
    await close(page);
  }
}

export const tests = {
  'shogi by mouse: moves, captures, promotion, a drop, taking back': async () => {
    const page = await open('shogi');
    await click(page, '7g', '7f', '3c', '3d', '8h', '2b');
    await picture(page, 'promotion');
    await page.getByRole('button', { name: 'Promote to' }).click();
    await click(page, '3a', '2b');
    await page.locator('[data-hand="black B*"]').click();
    await picture(page, 'drop');
    await click(page, '5e');
    await until(() => played(page), ['P-7f', 'P-3d', 'Bx2b+', 'Sx2b', 'B*5e']);
    assert.match(await page.locator('.said').textContent(), /^B\*5e\. White to move/);
    await page.getByRole('button', { name: 'Take back' }).click();
    await until(async () => (await played(page)).length, 4);
    // An illegal move does nothing, and selects the other piece instead.
    await click(page, '9i', '1e', '5i');
    await until(async () => (await played(page)).length, 4);
    assert.equal(await page.locator('.picked').count(), 1);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.picked').count(), 0);
    await close(page);
  },

  'pieces have the kanji of the page, not of the machine': async () => {
    // The fonts are loaded as a game needs them.
    for (const [game, ...loaded] of [...(quick ? [] : [['shogi', 'Shogi Pieces']]), ['chu', 'Shogi Pieces', 'Shogi Pieces Other']]) {
      const page = await open(game);
      const found = async () => page.evaluate(async () => {
        await document.fonts.ready;
        return [...document.fonts].filter(({ status }) => status !== 'unloaded').map(({ family, status }) => `${family.replaceAll('"', '')} ${status}`);
      });
      await until(found, loaded.map((family) => `${family} loaded`));
      await close(page);
    }
  },

  'chu by keyboard: a lion captures twice, captures without moving, passes, and stops half way': alone(async () => {
    const page = await open('chu&sfen=5k6/12/12/6p5/6p5/6N5/12/12/12/12/12/5K6_b_-_1');
    const ways = [
      [['6f', '6e', '6d'], 'Nx6ex6d'], [['6f', '6e', '6f'], 'Nx!6e'], [['6f', '6g', '6f'], '--'],
      [['6f', '6e', '6e'], 'Nx6e'], [['6f', '6d'], 'Nx6d'], [['6f', '5h'], 'N-5h'],
    ];
    await square(page, '6f').focus();
    for (const [squares, text] of ways) {
      await walk(page, ...squares);
      await until(() => played(page), [text]);
      await page.getByRole('button', { name: 'Take back' }).click();
      await square(page, '6f').focus();
    }
    await walk(page, '6f', '6e');
    await picture(page, 'lion');
    await close(page);
  }),

  'games open, at two sizes, with nothing beside the window': () =>
    opens((game) => (quick ? ['mini', 'tenjiku-hodges', 'taikyoku'] : sample).includes(game)),

  'a phone: two taps are a move': alone(async () => {
    const page = await open('shosu', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const from = await page.locator('[data-square]').evaluateAll((all) =>
      all.find((one) => /Black pawn/.test(one.getAttribute('aria-label'))).getAttribute('data-square'));
    await square(page, from).tap();
    await page.waitForSelector('.target');
    const [target] = await page.locator('.target').evaluateAll((all) => all.map((one) => one.getAttribute('data-square')));
    await square(page, target).tap();
    await until(async () => (await played(page)).length, 1);
    await close(page);
  }),

  'a definition is changed and the board follows; an error is shown at its place': async () => {
    const page = await open('shogi');
    await page.getByText('Definition').click();
    const text = page.getByLabel('Edit the rules here');
    const old = await text.inputValue();
    await text.fill(old.replace('bishop:B:B@9', 'bishop:B:N@9'));
    const targets = async () => {
      await page.keyboard.press('Escape');
      await click(page, '8h');
      return page.locator('.target').evaluateAll((all) => all.map((one) => one.dataset.square).sort());
    };
    await until(targets, ['7f', '9f']); // the new rules are there, and no move is made before
    await page.keyboard.press('Escape');
    await click(page, '7g', '7f', '1c', '1d');
    await until(targets, ['9f']);
    await text.fill(`${old}\nbroken:X:Zz:x:a1\n`);
    assert.match(await page.locator('.faults').textContent(), new RegExp(`${old.split('\n').length + 1}:\\d+: `));
    assert.ok(await page.locator('[data-square]').count() === 81);
    await picture(page, 'definition');
    await close(page);
  },

  'the pieces of a game, and how they move': async () => {
    const page = await open('chu&set=moves');
    await page.locator('summary', { hasText: 'Pieces' }).click();
    await page.waitForSelector('.piece-table tbody'); // there are pieces on the board, too
    await square(page, '7j').hover();
    assert.match(await page.locator('.piece-help').textContent(), /Lion.*獅子.*It moves .* in any direction/s);
    const pieces = page.locator('.piece-table tbody tr');
    assert.ok(await pieces.count() > 35);
    const kirin = pieces.filter({ has: page.getByText('Kirin', { exact: true }) });
    assert.match(await kirin.textContent(), /麒麟.*promotes to lion.*FD/s);
    assert.match(await kirin.textContent(), /by jumping to the second square forward, back or sideways/);
    // Steps, jumps, slides and limited slides differ in look.
    const drawn = async (name) => {
      const diagram = pieces.filter({ has: page.getByText(name, { exact: true }) }).first().locator('.moves-of');
      return [await diagram.locator('line').count(), ...new Set(await diagram.locator('.both').evaluateAll((all) => all.map((one) => one.getAttribute('d')?.slice(0, 5))))];
    };
    assert.deepEqual(await drawn('Kirin'), [0, 'M-5 0', 'M0-7 ']);
    assert.deepEqual(await drawn('Rook'), [4, undefined]);
    await picture(page, 'pieces');
    assert.deepEqual(await violationsInSoak(page), []);
    await close(page);
  },

  'what is pasted as the definition is played, a section of variants.ini too, against the engine': alone(async () => {
    const page = await open('shogi');
    await page.locator('summary', { hasText: 'Definition' }).click();
    await page.getByLabel('Edit the rules here').fill('[tiny:minishogi]\nstartFen = rbsgk/4p/5/P4/KGSBR[-] w 0 1\n');
    await until(() => page.locator('[data-square]').count(), 25);
    assert.deepEqual(await page.locator('.faults li').count(), 0);
    await page.locator('.panel .primary', { hasText: 'Play the computer' }).click();
    await until(() => page.evaluate(() => document.activeElement.closest('.board') !== null), true);
    assert.equal(await page.locator('.beside .primary').count(), 0);
    await page.locator('select[name=level]').selectOption('1');
    await click(page, '5d', '5c');
    await until(async () => (await played(page)).length, 2);
    await close(page);
  }),

  'a first load is small': async () => {
    /** The bytes of a first visit, until all has come and a selector is there. */
    const load = async (where, selector) => {
      const page = await (await newContext()).newPage(); // that has nothing yet
      const client = await page.context().newCDPSession(page);
      await client.send('Network.enable');
      let bytes = 0;
      client.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; });
      await page.goto(address + where, { waitUntil: 'networkidle' });
      await page.waitForSelector(selector);
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => document.fonts.ready);
      await page.context().close();
      return bytes;
    };
    const lobby = await load('', '.featured .mini');
    assert.ok(lobby > 5 * 1024 && lobby <= 80 * 1024, `the lobby has ${lobby} bytes`);
    const board = await load('try', '[data-square]');
    assert.ok(board > 50 * 1024 && board <= 260 * 1024, `a board has ${board} bytes`);
  },

  'every page has a URL, a title and a link; going back works': async () => {
    const page = await open('shogi');
    await page.goto(`${address}?variant=chu`);
    await page.waitForSelector('[data-square]');
    assert.equal(new URL(page.url()).pathname, '/try');
    for (const link of await page.locator('nav a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))) {
      await page.locator(`nav a[href="${link}"]`).click();
      await page.waitForFunction((path) => location.pathname === path && document.activeElement.id === 'main', link);
    }
    const all = ['/', '/games', '/replay', '/rules', '/rules/chu', '/invent', '/editor', '/table', '/tables', '/help/', '/?challenge=99', '/study',
      '/players/nobody', '/nothing', '/account', '/study/1', '/try?variant=chu'];
    // Other cases look for violations on these pages.
    const elsewhere = ['/', '/replay', '/rules/chu', '/invent', '/editor', '/table', '/account'];
    const places = quick ? all.filter((path) => !elsewhere.includes(path)) : all;
    // The dark theme changes only colours, and most colours are the same on all pages.
    const dark = quick ? ['/games'] : ['/', '/games', '/rules/chu', '/editor', '/account'];
    for (const path of places) {
      const status = (await page.goto(address.slice(0, -1) + path)).status();
      assert.equal(status, path === '/nothing' || path === '/players/nobody' ? 404 : 200, path);
      await page.waitForSelector('main > :not(.waiting)');
      assert.deepEqual(await violations(page), [], path);
      if (quick && path === '/try?variant=chu') assert.deepEqual(await violations(page, ['color-contrast']), [], path);
      if (!soaking && !dark.includes(path)) continue;
      await page.emulateMedia({ colorScheme: 'dark' });
      assert.deepEqual(await violations(page, ['color-contrast']), [], `${path} in the dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    await page.goBack();
    assert.equal(new URL(page.url()).pathname, '/study/1');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
    await page.locator('.settings-menu summary').click();
    await page.getByLabel('Theme').selectOption('dark');
    await page.reload();
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(25, 22, 19)');
    await close(page);
  },

  'on a phone no text is cut off, and everything has room for a finger': () => onAPhone((i, locale) => ['en', 'de', 'ja'][i % 3] === locale),

  'it can be installed, and opens offline': async () => {
    // A used window may still be unregistering the worker of the case before.
    const page = await (await newContext(DESK)).newPage();
    await page.goto(`${address}try?variant=shogi`);
    const manifest = await (await fetch(`${address}manifest.webmanifest`)).json();
    for (const { src } of manifest.icons) assert.equal((await fetch(new URL(src, address))).status, 200, src);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length === 1);
    await page.context().setOffline(true);
    await page.goto(`${address}try?variant=chu`);
    await click(page, '7i', '7h');
    await until(async () => (await played(page)).length, 1);
    await page.locator('.notice-bar').waitFor();
    await picture(page, 'offline');
    // Answers of the server are never cached.
    const kept = await page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0]);
      return (await cache.keys()).map(({ url }) => new URL(url).pathname);
    });
    assert.ok(kept.includes('/') && kept.length > 10);
    assert.deepEqual(kept.filter((path) => !/^\/(|assets\/[^/]+|[\w-]+\.(svg|webmanifest))$/.test(path)), []);
    await page.context().setOffline(false);
    await page.locator('.notice-bar').waitFor({ state: 'detached' });
    await page.context().close();
  },

  'missing files are reported as missing, and the others have their headers': async () => {
    const answer = await fetch(address);
    assert.match(answer.headers.get('content-security-policy'), /default-src 'none'/);
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    const [script] = /assets\/[^"]*\.js/.exec(await answer.text());
    const asset = await fetch(address + script);
    assert.match(asset.headers.get('cache-control'), /immutable/);
    assert.equal(asset.headers.get('content-encoding'), 'gzip');
    for (const path of ['index.html', 'assets/', 'assets/none.js', '../etc/passwd', '%2e%2e/etc/passwd', 'assets/%2e%2e/index.html'])
      assert.equal((await fetch(address + path)).status, 404, path);
    assert.equal((await fetch(address, { method: 'POST' })).status, 405);
  },

  'axe finds nothing: in a choice in the dark, in what is open in the light': alone(() => axe(['dark'], ['light'])),
};

export const soak = {
  'on a phone no text is cut off, and everything has room for a finger': () => onAPhone(() => true),

  'every game opens, at two sizes, with nothing beside the window': () => opens(() => true),

  'axe finds nothing in the light and in the dark': () => axe(['light', 'dark'], ['light', 'dark']),
};
