// records_test.mjs: records opened, shown, kept, made studies, and written in other formats and as pictures.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { address, alone, beyond, close, openAt, PHONE, picture, quick, until, violations, violationsInSoak } from './browser.mjs';
import { arrived, leave, person } from './people.mjs';

const KIF = ['手合割：平手', '先手：Ito', '後手：Kato', '*before', '   1 ７六歩(77)   ( 0:12/00:00:12)', '*good', '   2 ３四歩(33)', '   3 ２二角成(88)',
  '   4 投了', '', '変化：2手', '   2 ８四歩(83)', '*other', ''].join('\n');
const BAD = KIF.replace('３四歩(33)', '３四歩(35)').replace('Ito', 'Abe');

const field = (page) => page.locator('textarea[name="record"]');
const found = (page) => page.locator('.found > li');

/** Drops a file on the form. */
const drop = async (page, name, text) => {
  const data = await page.evaluateHandle(([file, words]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([words], file));
    return transfer;
  }, [name, text]);
  await page.locator('.import').dispatchEvent('drop', { dataTransfer: data });
};

const download = async (page, name) => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return { name: file.suggestedFilename(), bytes: fs.readFileSync(await file.path()) };
};

export const tests = {
  'records are pasted, dropped and chosen, one or many; each fault has its place; they are shown and kept': async () => {
    const nobody = await openAt('replay', PHONE);
    await field(nobody).fill(`${KIF}\n${BAD}`);
    await found(nobody).nth(1).getByText('Abe against Kato').waitFor();
    const fault = found(nobody).nth(1).getByRole('alert');
    assert.equal(await fault.innerText(), 'Line 21, column 6: move 2: there is no piece on 3e');
    await fault.getByRole('button').click();
    assert.equal(await field(nobody).evaluate((box) => box.value.slice(box.selectionStart, box.selectionEnd)), '３四歩(35)');
    assert.deepEqual(await violationsInSoak(nobody), []);
    assert.deepEqual(await beyond(nobody), []);
    await picture(nobody, 'import');
    // What is no record is refused, whatever it holds.
    await field(nobody).fill('<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "script"</script></svg>');
    await found(nobody).getByRole('alert').getByText('Line 1, column 1: expected a record in a supported format').waitFor();
    assert.doesNotMatch(await nobody.title(), /script/);
    // Four MiB, in the quick run an eighth: the page answers meanwhile, and nothing is lost.
    const line = `startpos moves ${Array.from({ length: 300 }, (_, i) => ['2h3h', '8b7b', '3h2h', '7b8b'][i % 4]).slice(0, 11).join(' ')} ${'x'.repeat(11000)}\n`;
    const games = Math.ceil(((quick ? 0.5 : 4) * 1024 * 1024) / line.length);
    const large = line.repeat(games);
    await field(nobody).evaluate((box, text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, large);
    await nobody.getByText('pasted text').waitFor();
    await found(nobody).nth(Math.min(games, 50) - 1).waitFor();
    await until(() => nobody.getByText(/Reading/).count(), 0);
    await nobody.locator('.import').getByText(`${games} games`).waitFor();
    await nobody.getByRole('button', { name: 'Remove', exact: true }).click();
    // One that is dropped opens on the board, with its comments, its times and a link that holds it.
    await drop(nobody, 'game.kifu', KIF);
    await nobody.getByRole('button', { name: 'Show it on the board' }).click();
    await nobody.getByRole('heading', { name: 'Ito against Kato' }).waitFor();
    await arrived(nobody, 3);
    await nobody.reload();
    await arrived(nobody, 3);
    await nobody.locator('.moves.played button', { hasText: 'P-7f' }).click();
    await nobody.locator('.comment-at').getByText('good', { exact: true }).waitFor();
    await nobody.getByText('The record has variations besides').waitFor();
    assert.deepEqual(await violations(nobody), []);
    assert.deepEqual(await beyond(nobody), []);
    await close(nobody);

    const anna = await person('anna40', 'replay');
    await field(anna).fill(`${KIF}\n${KIF.replace('Ito', 'Abe')}`);
    await anna.getByRole('button', { name: 'Keep all 2 games in my records' }).click();
    await anna.getByText('2 kept').waitFor();
    await found(anna).nth(1).getByRole('link', { name: 'The game is among your records.' }).click();
    await anna.getByRole('heading', { name: 'Abe against Kato' }).waitFor();
    await anna.getByText('Shogi, Black wins', { exact: true }).waitFor();
    for (const _ of [1, 2]) await anna.keyboard.press('ArrowLeft');
    await anna.locator('.moves [aria-current]', { hasText: 'P-7f' }).waitFor();
    await leave(anna);
  },

  'a record becomes a study: its variations, a glyph, an arrow by keyboard, another game, and the whole as KIF': alone(async () => {
    const anna = await person('anna42', 'replay');
    await field(anna).fill(KIF);
    await anna.getByRole('button', { name: 'Keep it in my records' }).click();
    await anna.getByRole('heading', { name: 'Ito against Kato' }).waitFor();
    await anna.locator('.share summary').click();
    await anna.getByRole('button', { name: 'Keep as a study' }).click();
    const tree = anna.locator('.variations button');
    await until(() => tree.allTextContents(), ['1. P-7f', '2. P-3d', '3. Bx2b+', '2. P-8d']);
    await tree.nth(1).click();
    await anna.getByRole('button', { name: '?!', exact: true }).click();
    await until(() => tree.nth(1).innerText(), '2. P-3d ?!');
    await anna.getByRole('button', { name: 'Draw arrows' }).click();
    for (const name of ['8h', '2b']) {
      await anna.locator(`[data-square="${name}"]`).focus();
      await anna.keyboard.press('Enter');
    }
    await anna.locator('.arrow.drawn').waitFor();
    await anna.locator('.share summary').click();
    await anna.getByLabel('Games to add').fill('startpos moves 7g7f 3c3d 2g2f\n');
    await anna.getByRole('button', { name: 'Add', exact: true }).click();
    await anna.getByText('1 game added.').waitFor();
    await until(() => tree.count(), 5);
    const { bytes } = await download(anna, 'Download the record');
    assert.match(bytes.toString(), /\*\?! \[%cal G8h2b\][^]*変化：3手[^]*２六歩[^]*変化：2手/);
    assert.deepEqual(await violations(anna), []);
    await picture(anna, 'study-arrows');
    await leave(anna);
  }),

  'a record of a rule set is analysed by anybody, and its mistakes come one after another': async () => {
    const nobody = await openAt('replay');
    await nobody.getByLabel('Game, if the record does not name it').selectOption('shogi-amateur');
    // A bishop is given away.
    await field(nobody).fill('startpos moves 7g7f 3c3d 8h3c+ 2a3c 2g2f 8c8d\n');
    await found(nobody).getByText('6 moves').waitFor();
    await nobody.getByRole('button', { name: 'Show it on the board' }).click();
    await nobody.getByRole('button', { name: 'Analyse with the engine of this browser' }).click();
    await nobody.getByRole('row', { name: /Black \d+ %/ }).waitFor();
    await nobody.locator('.moves.played .mark', { hasText: '??' }).first().waitFor();
    await nobody.getByRole('button', { name: /^Mistakes of Black/ }).click();
    const question = nobody.locator('.question');
    await question.getByText('Black played 3. Bx3c+ ?? and lost').or(question.getByText('Black played 3. B-3c+ ?? and lost')).waitFor();
    await until(() => nobody.locator('.arrow').count(), 0);
    const answer = async (from, to) => {
      for (const name of [from, to]) {
        await nobody.locator(`[data-square="${name}"]`).focus();
        await nobody.keyboard.press('Enter');
      }
    };
    await answer('8h', '3c');
    await nobody.locator('.choice [data-move="8h3c+"]').click();
    await question.getByText('is not it. Try again.').waitFor();
    await question.getByRole('button', { name: 'Try again' }).click();
    await answer('2g', '2f');
    await question.getByText('P-2f is good.').waitFor();
    await question.getByRole('button', { name: 'Show the best move' }).click();
    await nobody.locator('.arrow.best').waitFor();
    assert.deepEqual(await violationsInSoak(nobody), []);
    await picture(nobody, 'mistakes');
    await question.getByRole('button', { name: 'Close' }).click();
    await question.waitFor({ state: 'detached' });
    await close(nobody);
  },

  'a record is written in other formats, as a picture, and as one that moves; all games of a player come as one file': async () => {
    const anna = await person('anna41', 'replay');
    const [game, title, first, second, files] = quick ? ['chu', 'Chu Shogi', '7i7h', '6d6e', 12] : ['taikyoku', 'Taikyoku', '10z10y', '10k10l', 36];
    await field(anna).fill(`shoogi record 1\ngame ${game}\nblack: anna41\n\n1 ${first}\n2 ${second}\n`);
    await found(anna).getByText(title).first().waitFor();
    await anna.getByRole('button', { name: 'Show it on the board' }).click();
    await anna.locator('.share summary').click();
    for (const [format, wanted] of [['kif', /手合割/], ['psn', new RegExp(first.slice(-2))], ['usi', new RegExp(`${first} ${second}`)], ['shoogi', new RegExp(`game ${game}`)]]) {
      await anna.getByLabel('Format').selectOption(format);
      assert.match((await download(anna, 'Download the record')).bytes.toString(), wanted);
    }
    const still = await download(anna, 'Picture (PNG)');
    assert.equal(still.bytes.toString('latin1', 1, 4), 'PNG');
    const moving = await download(anna, 'Animated picture of the game (GIF)');
    assert.match(moving.name, /\.gif$/);
    const frames = await anna.evaluate(async (bytes) => {
      const decoder = new ImageDecoder({ data: Uint8Array.from(bytes), type: 'image/gif' });
      await decoder.tracks.ready;
      const { image } = await decoder.decode({ frameIndex: decoder.tracks.selectedTrack.frameCount - 1 });
      return [decoder.tracks.selectedTrack.frameCount, image.displayWidth];
    }, [...moving.bytes]);
    assert.ok(frames[0] === 3 && frames[1] > files * 14, `${frames}`);
    assert.deepEqual(await violationsInSoak(anna), []);
    // Kept, it is a record of the server, in whose formats and in whose search it is.
    await anna.getByRole('button', { name: 'Keep it in my records' }).click();
    await anna.waitForURL(/\/records\/\d+$/);
    await anna.locator('.share summary').click();
    await anna.getByLabel('Format').selectOption('csa');
    await anna.getByRole('button', { name: 'Download the record' }).click();
    await anna.locator('.share').getByRole('alert').getByText('cannot be written as csa').waitFor();
    await anna.goto(new URL('/games?in=records&player=anna41', address).href);
    const all = await download(anna, 'Download all found games');
    assert.equal(all.name, 'shoogi-games.kifu');
    assert.match(all.bytes.toString(), /先手：anna41/);
    anna.complaints.splice(0);
    await leave(anna);
  },
};
