// board_test.mjs: the board by wheel, touch, keyboard and screen reader, in every appearance.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import {
  address, alone, click, close, DESK, open, openAt, PHONE, picture, pictureOf, played, quick, square, until, violations, violationsInSoak, walk,
} from './browser.mjs';

const LION = '&sfen=5k6/12/12/6p5/6p5/6N5/12/12/12/12/12/5K6_b_-_1';
/** A middle game with promoted pieces and pieces in hand. */
const MIDDLE = 'sfen=l%2BR5nl/3g1kg2/p1np1p1pp/2p1p1p2/1p7/2PPP1P2/PPS2P1PP/1B1G1G3/LN2K2%2BbL_b_RSNP2s_1';
const aloud = (page) => page.locator('.sr-only[role="status"]').textContent();
const box = (page, name) => square(page, name).boundingBox();
const middle = async (part) => {
  const { x, y, width, height } = await part.boundingBox();
  return [x + width / 2, y + height / 2];
};
const isZoomed = (page) => page.locator('.port').evaluate((port) => port.hasAttribute('data-zoomed'));

/** Waits until work that waits for a frame, such as an animation, has begun: a timer of that frame starts it. */
const drawn = (page) => page.evaluate(() => new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
}));

/** Gives the page another definition, with a name of its own to tell when the board has followed. */
async function define(page, text) {
  await page.locator('summary', { hasText: 'Definition' }).click();
  await page.locator('textarea').fill(text);
}

/** A board of any size up to 256 squares with pawns and kings. */
const wide = (files, ranks, more = '') => `files=${files}\nranks=${ranks}\nsymmetry=rotate\nfirstRank=1\nholdingsType=0\n${more}` +
  `pawn:P:fW:p:a2-${String.fromCharCode(96 + files)}2\nking:K:K:k:e1\n`;

/** The words of an appearance setting. */
const source = fs.readFileSync(new URL('../src/board/look.ts', import.meta.url), 'utf8');
const words = (setting) => [...new RegExp(`  ${setting}: \\{.*?words: \\{(.*?)\\}`, 's').exec(source)[1].matchAll(/(\w+): msg\(/g)].map(([, word]) => word);
const sets = words('set');
const themes = words('theme');
assert.ok(sets.length >= 5 && themes.length >= 8);

/** Opens the board of a URL and takes a picture of it. */
async function look(page, query, name) {
  await page.goto(`${address}try?${query}`);
  await page.waitForSelector('[data-square]');
  const asked = new URLSearchParams(query);
  const table = page.locator('.table');
  assert.equal(await table.getAttribute('data-set'), asked.get('set'));
  assert.equal(await table.getAttribute('data-board'), asked.get('theme'));
  await page.evaluate(() => document.fonts.ready);
  await pictureOf(table, name);
}

export const tests = {
  'wheel, keys and buttons zoom; the page can always be scrolled': alone(async () => {
    const page = await open('shogi', { viewport: { width: 900, height: 500 } });
    const before = await box(page, '5e');
    await page.mouse.move(...await middle(square(page, '5e')));
    await page.mouse.wheel(0, 120);
    await page.waitForFunction(() => scrollY > 0);
    assert.equal(await isZoomed(page), false);
    await page.evaluate(() => scrollTo(0, 0));
    await page.mouse.move(...await middle(square(page, '5e')));
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await page.waitForFunction(() => document.querySelector('.port[data-zoomed]'));
    const grown = await box(page, '5e');
    assert.ok(grown.width > before.width * 1.5);
    // The point under the pointer stays in place.
    const [x, y] = await middle(square(page, '5e'));
    assert.ok(Math.abs(x - before.x - before.width / 2) < 3 && Math.abs(y - before.y - before.height / 2) < 3);
    // A drag from a square without a piece of one's own pans the board and announces nothing.
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + 60, { steps: 5 });
    await page.mouse.up();
    const moved = await box(page, '5e');
    assert.ok(Math.abs(moved.x - grown.x - 90) < 3 && Math.abs(moved.y - grown.y - 60) < 3);
    assert.equal(await page.locator('.picked').count(), 0);
    await square(page, '5e').focus();
    await page.keyboard.press('0');
    assert.equal(await isZoomed(page), false);
    await page.keyboard.press('+');
    const larger = await box(page, '5e');
    await page.keyboard.press('-');
    assert.ok(larger.width > before.width * 1.4);
    assert.equal(await isZoomed(page), false);
    // The buttons of a small board are there while it is zoomed.
    assert.equal(await page.getByRole('button', { name: 'Zoom in' }).count(), 0);
    await page.keyboard.press('+');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    assert.equal(await isZoomed(page), true);
    // Moving the focus keeps its square in view.
    await square(page, '5e').focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft');
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowUp');
    const port = await page.locator('.port').boundingBox();
    const corner = await box(page, '9a');
    assert.ok(corner.x >= port.x - 1 && corner.y >= port.y - 1 && corner.x + corner.width <= port.x + port.width + 1);
    // So does returning to it, and the labels of files and ranks stay with the board.
    await page.getByRole('button', { name: 'Show the whole board' }).click();
    await square(page, '9a').focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('+');
    await page.getByRole('button', { name: 'Zoom in' }).focus();
    await page.keyboard.press('Shift+Tab');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), '9a');
    const back = await box(page, '9a');
    assert.ok(back.x >= port.x - 1 && back.y >= port.y - 1);
    const [file] = await middle(page.locator('.of-files span', { hasText: '9' }));
    const [, rank] = await middle(page.locator('.of-ranks span', { hasText: 'a' }));
    const [atX, atY] = await middle(square(page, '9a'));
    assert.ok(Math.abs(file - atX) < 2 && Math.abs(rank - atY) < 2, `${file} ${rank}, ${atX} ${atY}`);
    await page.getByRole('button', { name: 'Show the whole board' }).click();
    assert.equal(await isZoomed(page), false);
    assert.equal(await page.locator('.rulers').isVisible(), false);
    await close(page);
  }),

  'a phone: two fingers zoom, one pans a zoomed board and scrolls the page otherwise; squares of 12x12 can be tapped, those of 16x16 after zooming': async () => {
    const page = await open('chu', PHONE);
    const client = await page.context().newCDPSession(page);
    const touch = (type, ...points) => client.send('Input.dispatchTouchEvent', {
      type, touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
    const [x, y] = await middle(page.locator('.port'));
    await touch('touchStart', [x - 20, y], [x + 20, y]);
    for (let i = 1; i <= 8; i++) await touch('touchMove', [x - 20 - 8 * i, y], [x + 20 + 8 * i, y]);
    await touch('touchEnd');
    await until(() => isZoomed(page), true);
    const before = await box(page, '6f');
    assert.ok(before.width > 60, `${before.width}`);
    await touch('touchStart', [x, y]);
    for (let i = 1; i <= 8; i++) await touch('touchMove', [x + 6 * i, y]);
    await touch('touchEnd');
    await until(async () => (await box(page, '6f')).x > before.x + 30, true);
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.equal(await page.locator('.picked').count(), 0);
    await page.getByRole('button', { name: 'Show the whole board' }).click();
    assert.equal(await page.locator('.port').evaluate((port) => getComputedStyle(port).touchAction), 'pan-x pan-y');
    const target = await box(page, '7i');
    assert.ok(target.width >= 26 && target.height >= 26, `${target.width} x ${target.height}`);
    assert.equal(await isZoomed(page), false);
    await square(page, '7i').tap();
    await square(page, '7h').tap();
    await until(() => played(page), ['P-7h']);
    await picture(page, 'board-phone-chu');
    await define(page, wide(16, 16));
    await page.waitForFunction(() => document.querySelectorAll('[data-square]').length === 256);
    await page.waitForFunction(() => document.querySelector('.port[data-zoomed]'));
    const pawn = await box(page, '8o');
    assert.ok(pawn.width >= 25.9 && pawn.height >= 25.9, `${pawn.width} x ${pawn.height}`);
    await page.locator('.port').scrollIntoViewIfNeeded();
    await square(page, '8o').tap();
    await square(page, '8n').tap();
    await until(() => played(page), ['P-8n']);
    await picture(page, 'board-phone-16');
    // The whole board is small; a tap on it only zooms in.
    await page.getByRole('button', { name: 'Show the whole board' }).click();
    assert.equal(await isZoomed(page), false);
    await square(page, '8b').tap();
    await until(() => isZoomed(page), true);
    assert.equal(await page.locator('.picked').count(), 0);
    await square(page, '8b').tap();
    await until(() => page.locator('.picked').count(), 1);
    await close(page);
  },

  'a piece is dragged with the mouse, from the board and from the hand': async () => {
    const page = await open('shogi&sfen=4k4/9/9/9/9/9/2P6/9/4K4_b_G_1');
    const carry = async (from, to) => {
      await page.mouse.move(...await middle(from));
      await page.mouse.down();
      await page.mouse.move(...await middle(to), { steps: 6 });
    };
    await carry(square(page, '7g'), square(page, '7f'));
    assert.equal(await page.locator('.carried').count(), 1);
    assert.equal(await page.locator('.target').count(), 1);
    await picture(page, 'board-carried');
    await page.mouse.up();
    await until(() => played(page), ['P-7f']);
    // The piece is where it was dropped, without another animation.
    await drawn(page);
    assert.equal(await page.locator('.moving .piece').count(), 0);
    assert.equal(await page.locator('.carried').count(), 0);
    await click(page, '5a', '4a');
    await carry(page.locator('[data-hand="black G*"]'), square(page, '5e'));
    await page.mouse.up();
    await until(async () => (await played(page)).slice(2), ['G*5e']);
    await click(page, '4a', '3a');
    // Released beside the board, the piece stays where it was; pressed and released on its own square, it is selected.
    await carry(square(page, '5i'), page.locator('.said'));
    await page.mouse.up();
    assert.equal(await page.locator('.picked').count(), 0);
    await square(page, '5i').click();
    assert.equal(await page.locator('.picked').count(), 1);
    await until(async () => (await played(page)).length, 4);
    await close(page);
  },

  'keyboard alone: moves, hands, a promotion, Escape; and all of it is announced': async () => {
    const page = await open('shogi');
    await square(page, '7g').focus();
    await walk(page, '7g');
    assert.match(await aloud(page), /7g: 1 square/);
    assert.match(await square(page, '7f').getAttribute('aria-label'), /^7f, can be moved to$/);
    assert.equal(await square(page, '7g').getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.picked').count(), 0);
    await walk(page, '7g', '7f');
    assert.match(await aloud(page), /^Black: pawn from 7g to 7f\. White to move/);
    await walk(page, '3c', '3d', '8h', '2b');
    await page.waitForSelector('dialog[open]');
    assert.equal(await page.evaluate(() => document.activeElement.closest('dialog') !== null), true);
    await page.keyboard.press('Enter');
    assert.match(await aloud(page), /^Black: bishop from 8h captures bishop on 2b, promotes to promoted bishop\. White/);
    await walk(page, '3a', '2b');
    // Down from the last rank into the hand, and back.
    await walk(page, '5i');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('data-hand')), 'black B*');
    await page.keyboard.press('Enter');
    assert.match(await aloud(page), /^B in hand: \d+ squares/);
    await page.keyboard.press('ArrowUp');
    await walk(page, '5e');
    await until(async () => (await played(page)).at(-1), 'B*5e');
    assert.match(await aloud(page), /^Black: bishop dropped on 5e/);
    await page.keyboard.press('r');
    assert.match(await aloud(page), /^Rank e: Black bishop on 5e\.$/);
    await page.keyboard.press('h');
    assert.match(await aloud(page), /^Black has no pieces in hand\. White has in hand: bishop\.$/);
    // And up into the other hand.
    await walk(page, '5a');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowUp');
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('data-hand')), 'white B*');
    await close(page);
  },

  "chu's lions by keys: said in words as they are made": async () => {
    const page = await open(`chu${LION}`);
    await square(page, '6f').focus();
    await walk(page, '6f');
    assert.match(await square(page, '6e').getAttribute('aria-label'), /^6e, White pawn, can be captured, the move can continue$/);
    assert.match(await square(page, '6e').getAttribute('class'), /way/);
    await picture(page, 'board-lion');
    await walk(page, '6e');
    assert.match(await aloud(page), /select again to stop here/);
    await walk(page, '6d');
    assert.match(await aloud(page), /^Black: lion from 6f captures pawn on 6e and pawn on 6d\. White to move/);
    await page.getByRole('button', { name: 'Take back' }).press('Enter');
    await square(page, '6f').focus();
    await walk(page, '6f', '6e', '6f');
    assert.match(await aloud(page), /^Black: lion on 6f captures pawn on 6e without moving/);
    await close(page);
  },

  'typed moves in any notation; an open promotion is asked for; the board is read aloud': async () => {
    const page = await open('shogi');
    const field = page.getByLabel('Move', { exact: true });
    const type = async (text) => {
      await field.fill(text);
      await page.keyboard.press('Enter');
    };
    for (const text of ['P-7f', '３四歩', 'B 8h-2b; +B-2b', '同銀', 'B*5e']) await type(text);
    await until(() => played(page), ['P-7f', 'P-3d', 'Bx2b+', 'Sx2b', 'B*5e']);
    for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Take back' }).click();
    await type('Bx2b');
    await page.waitForSelector('dialog[open]');
    assert.equal(await page.getByRole('button', { name: /promote/i }).count(), 2);
    await page.getByRole('button', { name: 'Do not promote' }).press('Enter');
    await until(async () => (await played(page)).at(-1), 'Bx2b=');
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute('name')), 'move');
    await type('5a5c');
    await page.locator('.typed').getByRole('alert').getByText(/5a|5c/).waitFor();
    assert.equal((await played(page)).length, 3);
    await page.locator('.said', { hasText: 'White to move' }).waitFor();
    await page.getByText('Read the board').press('Enter');
    await page.waitForSelector('.read p');
    const lines = await page.locator('.read p').allTextContents();
    assert.match(lines[0], /^Rank a: White lance on 9a; White knight on 8a/);
    assert.match(lines.at(-3), /^Black has in hand: bishop\.$/);
    assert.match(lines.at(-1), /^White to move\.$/);
    assert.deepEqual(await violationsInSoak(page), []);
    await close(page);
  },

  'a resting pointer shows a tooltip with the square': alone(async () => {
    const page = await open('shogi&sfen=4k4/9/9/9/9/9/2P6/9/4K4_b_2P3p_1');
    const tip = page.locator('.tip');
    const told = async (part) => {
      await page.mouse.move(1, 1);
      await page.mouse.move(...await middle(part));
      await tip.waitFor();
      return tip.textContent();
    };
    assert.equal(await told(square(page, '7g')), 'P 7g');
    assert.equal(await told(square(page, '5a')), 'k 5a');
    assert.equal(await told(square(page, '1e')), '1e');
    assert.equal(await told(page.locator('[data-hand="black P*"]')), 'P 2 0P');
    assert.equal(await told(page.locator('[data-hand="white P*"]')), 'p 3 0p');
    await picture(page, 'board-tip');
    await page.goto(`${address}try?variant=shogi&coords=japanese`);
    await page.waitForSelector('[data-square]');
    assert.equal(await told(square(page, '7g')), 'P 7七');
    await page.goto(`${address}try?variant=shogi&coords=chess`);
    await page.waitForSelector('[data-square]');
    assert.equal(await told(square(page, '7g')), 'P c3');
    await close(page);
  }),

  'an appearance is chosen, stored, saved as a preset, and shared by a link': async () => {
    const page = await open('chu&set=letters&theme=walnut&coords=chess&turn=white&far=upright');
    assert.equal(await page.locator('.table').getAttribute('data-board'), 'walnut');
    assert.equal(await page.locator('.pieces .piece text').first().textContent(), 'L');
    assert.ok((await box(page, '1a')).y > (await box(page, '1l')).y);
    await page.locator('summary', { hasText: 'Board appearance' }).click();
    const select = (name) => page.locator(`.look select[name="${name}"]`);
    assert.equal(await select('coords').inputValue(), 'chess');
    await select('set').selectOption('moves');
    await page.getByLabel('Show threatened pieces').check();
    await page.getByLabel('Save as preset').fill('at night');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await select('theme').selectOption('paper');
    assert.deepEqual(await violationsInSoak(page), []);
    await picture(page, 'board-look');
    const link = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue();
    // The browser stores the change and the preset.
    await page.goto(`${address}try?variant=shogi`);
    await page.waitForSelector('[data-square]');
    assert.equal(await page.locator('.table').getAttribute('data-board'), 'paper');
    await page.locator('summary', { hasText: 'Board appearance' }).click();
    await page.locator('select[name="preset"]').selectOption('at night');
    assert.equal(await page.locator('.table').getAttribute('data-board'), 'walnut');
    assert.equal(await page.getByLabel('Show threatened pieces').isChecked(), true);
    await page.getByRole('button', { name: 'Delete preset' }).click();
    assert.equal(await page.locator('select[name="preset"]').count(), 0);
    await close(page);
    // The link shows the same to another reader.
    const other = await openAt(link.slice(address.length));
    await other.waitForSelector('[data-square]');
    assert.equal(await other.locator('.table').getAttribute('data-board'), 'paper');
    assert.equal(await other.locator('.table').getAttribute('data-set'), 'moves');
    assert.equal(await other.locator('[data-square]').count(), 144);
    await close(other);
    const stranger = await open('shogi&set=none&theme=%22%3E%3Cscript%3E&coords=__proto__');
    assert.equal(await stranger.locator('.table').getAttribute('data-board'), 'own');
    await close(stranger);
  },

  'a preset of a signed-in reader is there on another machine': alone(async () => {
    const page = await open('shogi&theme=tatami');
    const login = (from) => from.evaluate(async () => {
      const answer = await fetch('/api/login', {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"guest":true}',
      });
      return answer.status;
    });
    assert.equal(await login(page), 200);
    // The page connects once it knows the reader.
    const line = page.waitForEvent('websocket');
    await page.reload();
    await line;
    await page.locator('summary', { hasText: 'Board appearance' }).click();
    await page.getByLabel('Save as preset').fill('on the mat');
    const kept = page.waitForFunction(async () => 'on the mat' in (await (await fetch('/api/presets')).json()).presets);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await kept;
    const next = await openAt('try?variant=shogi', { ...DESK, storageState: { cookies: await page.context().cookies(), origins: [] } });
    await next.locator('summary', { hasText: 'Board appearance' }).click();
    await next.locator('select[name="preset"]').selectOption('on the mat');
    assert.equal(await next.locator('.table').getAttribute('data-board'), 'tatami');
    await next.getByRole('button', { name: 'Delete preset' }).click();
    await next.waitForFunction(async () => Object.keys((await (await fetch('/api/presets')).json()).presets).length === 0);
    await close(next);
    await close(page);
  }),

  'a link holds every setting of a challenge, and of the appearance': async () => {
    const page = await open('shogi');
    await page.evaluate(() => fetch('/api/login', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"guest":true}',
    }));
    await page.goto(`${address}?offer&variant=chu&school=jcsa&clock=3d&colour=white&rated=no&undo=yes&illegal_loses=yes&privacy=hidden&pattern=b*&move=P-7h&comment=hello&theme=slate`);
    const field = (name) => page.locator(`form [name="${name}"]`);
    await field('school').waitFor();
    const values = async () => ({
      ...Object.fromEntries(await Promise.all(['variant', 'school', 'clock', 'colour', 'privacy', 'pattern', 'move', 'comment']
        .map(async (name) => [name, await field(name).inputValue()]))),
      ...Object.fromEntries(await Promise.all(['rated', 'undo', 'illegal_loses', 'grades']
        .map(async (name) => [name, await field(name).isChecked()]))),
    });
    const told = await values();
    assert.deepEqual(told, {
      variant: 'chu', school: 'jcsa', clock: '3d', colour: 'white', privacy: 'hidden', pattern: 'b*', move: 'P-7h', comment: 'hello',
      rated: false, undo: true, illegal_loses: true, grades: false,
    });
    const link = await page.getByRole('textbox', { name: 'Link to this form', includeHidden: true }).inputValue();
    await page.goto(link);
    await field('school').waitFor();
    assert.deepEqual(await values(), told);
    await close(page);
  },

  "a diagram's colours and symmetry are honoured, its images are not fetched, and nothing else gets into the style": async () => {
    const page = await open('shogi');
    const asked = [];
    const origin = new URL(page.url()).origin;
    // The page's own module that reads definitions comes when it is first needed.
    page.on('request', (request) => request.url().startsWith(`${origin}/assets/libshoogi-`) || asked.push(request.url()));
    const fill = (what) => page.locator(what).evaluate((one) => getComputedStyle(one).fill);
    await define(page, wide(8, 8, 'lightShade=#FFCC99\ndarkShade=#CC9966\nrimColor=#204060\ncoordColor=white\n' +
      'graphicsDir=http://127.0.0.1:9/images/\ngraphicsType=png\n').replace('rotate', 'mirror'));
    await page.waitForSelector('.wood .dark');
    assert.equal(await fill('.surface'), 'rgb(255, 204, 153)');
    // The rim stays on all sides, and the squares have the names of the diagram.
    const [surface, board] = [await page.locator('.surface').boundingBox(), await page.locator('.board').boundingBox()];
    assert.ok(surface.x > board.x && surface.x + surface.width < board.x + board.width, JSON.stringify({ surface, board }));
    assert.match(await square(page, '4h').getAttribute('aria-label'), /^e1, /);
    assert.equal(await fill('.wood .dark'), 'rgb(204, 153, 102)');
    assert.equal(await page.locator('.board').evaluate((board) => getComputedStyle(board).backgroundColor), 'rgb(32, 64, 96)');
    assert.equal(await fill('.coordinates text >> nth=0'), 'rgb(255, 255, 255)');
    // Mirrored, not rotated: both kings are on the file e of the diagram.
    assert.match(await square(page, '4a').getAttribute('aria-label'), /White king/);
    assert.match(await square(page, '4h').getAttribute('aria-label'), /Black king/);
    await pictureOf(page.locator('.table'), 'board-diagram');
    await page.locator('textarea').fill(wide(8, 8, 'lightShade=red;background:url(http://127.0.0.1:9/x)\ndarkShade=expression(1)\n'));
    await page.waitForFunction(() => !/ffcc99/i.test(document.querySelector('.table').getAttribute('style') ?? ''));
    assert.doesNotMatch(await page.locator('.table').getAttribute('style'), /url|expression|red/);
    assert.deepEqual(asked, []);
    await page.locator('summary', { hasText: 'Board appearance' }).click();
    await page.locator('.look select[name="checkered"]').selectOption('yes');
    assert.equal(await page.locator('.wood .dark').count(), 1);
    await close(page);
  },

  'pieces slide when they move, unless the reader turns that off': async () => {
    const slides = async (options, query = '') => {
      const page = await open(`shogi${query}`, { ...DESK, ...options });
      await page.evaluate(() => {
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...args) {
          window.slid = true;
          return animate.apply(this, args);
        };
      });
      await click(page, '2g', '2f');
      await drawn(page);
      const slid = await page.evaluate(() => window.slid === true);
      await page.waitForFunction(() => document.querySelectorAll('.moving .piece, .lifted').length === 0);
      await close(page);
      return slid;
    };
    assert.equal(await slides({ reducedMotion: 'no-preference' }), true);
    assert.equal(await slides({ reducedMotion: 'no-preference' }, '&motion=no'), false);
    if (!quick) assert.equal(await slides({ reducedMotion: 'reduce' }), false);
  },

  'check, threats and the last move have shapes of their own': async () => {
    const page = await open('shogi&threats=yes&sfen=4k4/9/9/9/9/9/9/4r4/4K4_b_-_1');
    assert.match(await square(page, '5i').getAttribute('aria-label'), /in check/);
    assert.match(await square(page, '5h').getAttribute('aria-label'), /gives check, threatened/);
    for (const shape of ['checked', 'checker', 'threatened']) assert.ok(await page.locator(`.shape-${shape}`).count() > 0, shape);
    await pictureOf(page.locator('.table'), 'board-check');
    await click(page, '5i', '5h');
    assert.equal(await page.locator('.shape-arrived').count(), 1);
    assert.match(await square(page, '5h').getAttribute('aria-label'), /last move/);
    await close(page);
  },

  'every piece set and every theme, in pairs, as pictures': alone(async () => {
    const page = await open('shogi');
    for (let i = 0; i < Math.max(sets.length, themes.length); i++) {
      const [set, theme] = [sets[i % sets.length], themes[i % themes.length]];
      const game = i % 2 ? 'variant=chu&coords=western' : `variant=shogi&far=upright&coords=japanese&${MIDDLE}`;
      await look(page, `${game}&set=${set}&theme=${theme}`, `look-${set}-${theme}`);
    }
    await close(page);
  }),

  'axe in the two themes that differ most': alone(async () => {
    const page = await open('shogi');
    for (const theme of ['contrast', 'walnut']) {
      await page.goto(`${address}try?variant=shogi&theme=${theme}`);
      await page.waitForSelector('[data-square]');
      await page.locator('summary', { hasText: 'Pieces' }).click();
      await page.locator('summary', { hasText: 'Board appearance' }).click();
      assert.deepEqual(await violations(page), [], theme);
    }
    await close(page);
  }),
};

export const soak = {
  'every piece set with every theme, for two games, as pictures': async () => {
    const page = await open('shogi');
    for (const set of sets)
      for (const theme of themes) {
        await look(page, `variant=chu&theme=${theme}&set=${set}&coords=western`, `set-${set}-${theme}-chu`);
        await look(page, `variant=shogi&theme=${theme}&set=${set}&far=upright&coords=japanese&${MIDDLE}`, `set-${set}-${theme}-upright`);
      }
    await close(page);
  },
};
