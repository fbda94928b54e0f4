// variants_test.mjs: every game on the page's board: ten moves by either side (in script/test four), by mouse and by keys in turn, and a picture.
// Pictures go to web-pictures/ of the build directory.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { alone, built, close, open, played, pictureOf, quick, square, until } from './browser.mjs';
import { shipped } from './games.mjs';
import { point } from './people.mjs';

const PLIES = quick ? 8 : 20;

/** Games with drops and promotion by every move, with pieces of several steps, and on a large board. */
const SOME = ['kyoto', 'chu', 'tenjiku'];

/** The legal moves after others, from the built program. */
function legal(name, moves) {
  try {
    return execFileSync(path.join(built, 'shoogi'), ['moves', name, '--moves', moves.join(' ')], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n').filter(Boolean);
  } catch {
    return []; // the game was over before
  }
}

/** A random game that is not over too early. */
function game(name) {
  for (let seed = 1; seed < 200; seed++) {
    const moves = [];
    let chance = seed;
    while (moves.length < PLIES) {
      const all = legal(name, moves);
      if (all.length === 0) break;
      chance = (chance * 48271) % 2147483647;
      moves.push(all[chance % all.length]);
    }
    if (moves.length === PLIES && legal(name, moves).length > 0) return moves;
  }
  throw new Error(`no game of ${name} lasts ${PLIES} moves`);
}

/** The occupied squares of an SFEN, with kinds of one letter or, between commas, of several. */
function piecesOf(sfen) {
  return sfen.split(' ')[0].split('/').flatMap((row, rank) => {
    const items = row.includes(',') ? row.split(',') : row.match(/\d+|\+?[a-z]/gi);
    const files = items.flatMap((item) => (/^\d/.test(item) ? Array(Number(item)).fill(false) : [true]));
    return files.flatMap((piece, column) => (piece ? [squareName(files.length - 1 - column, rank)] : []));
  });
}

const letters = (rank) => (rank < 26 ? '' : letters(Math.floor(rank / 26) - 1)) + String.fromCharCode(97 + (rank % 26));
const squareName = (file, rank) => `${file + 1}${letters(rank)}`;

/** Moves the focus to a square with the arrow keys, one press per square, and presses Enter. */
async function walkTo(page, name) {
  for (let i = 0; i < 100; i++) {
    const [dx, dy] = await page.evaluate((wanted) => {
      const at = document.activeElement;
      const to = document.querySelector(`[data-square="${wanted}"]`);
      if (at === to) return [0, 0];
      const number = (one, side) => Number(one.getAttribute(side));
      return ['x', 'y'].map((side) => number(to, side) - number(at, side));
    }, name);
    if (dx === 0 && dy === 0) break;
    await page.keyboard.press(dx !== 0 ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp');
  }
  await page.keyboard.press('Enter');
}

/** Makes a move by keys alone. */
async function type(page, usi) {
  const [, drop, squares] = /^([^\d*]+)?\*?((?:\d+[a-z]+)+)/.exec(usi);
  const path = squares.match(/\d+[a-z]+/g);
  if (drop) {
    const hand = page.locator(`[data-hand$=" ${drop}*"]:not([aria-disabled="true"])`);
    await hand.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press((await hand.evaluate((one) => one.closest('.near') !== null)) ? 'ArrowUp' : 'ArrowDown');
  } else {
    await page.locator('[data-square][tabindex="0"]').focus();
  }
  for (const name of path) await walkTo(page, name);
  const choice = page.locator(`.choice [data-move="${usi}"]`);
  if ((await choice.count()) > 0) {
    await choice.focus();
    await page.keyboard.press('Enter');
  }
}

/** A move may end where another continues: selecting the square again ends it there.  The selection is on the screen two
 * frames later; before that an open move and a finished one look alike. */
async function ends(page, usi, count) {
  await page.evaluate(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
  const last = usi.match(/\d+[a-z]+/g).at(-1);
  if ((await played(page)).length < count && (await page.locator('dialog[open]').count()) === 0) await square(page, last).press('Enter');
  await page.waitForFunction((wanted) => document.querySelectorAll('.moves li').length === wanted, count);
}

const cases = (names, mark = (test) => test) => Object.fromEntries(names.map((name) => [`${name}: ${PLIES / 2} moves by either side, by mouse and by keys`, mark(async () => {
  const moves = game(name);
  const page = await open(name);
  // A huge board opens zoomed; the mouse finds all squares on the whole one.
  await page.locator('[data-square][tabindex="0"]').press('0');
  for (const [i, usi] of moves.entries()) {
    // Each side has both: two by mouse, two by keys.
    await (i % 4 < 2 ? point : type)(page, usi);
    await ends(page, usi, i + 1);
  }
  await until(async () => (await played(page)).length, PLIES);
  const sfen = execFileSync(path.join(built, 'shoogi'), ['show', name, '--style', 'sfen', '--moves', moves.join(' ')], { encoding: 'utf8' });
  const shown = await page.locator('.pieces [data-piece]').evaluateAll((all) => all.map((one) => one.getAttribute('data-piece')));
  assert.deepEqual(shown.sort(), piecesOf(sfen).sort());
  await pictureOf(page.locator('.table'), `variant-${name}`);
  await close(page);
})]));

export const tests = { ...cases(SOME.slice(0, 1)), ...cases(SOME.slice(1), alone) };
export const soak = cases(shipped.filter((name) => !SOME.includes(name)));
