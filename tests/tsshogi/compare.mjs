// Records beside tsshogi, another reader and writer: it reads ours, we read its.  Prints TAP.
//
// Games: lines of USI moves, $SHOOGI_TEST_DATA/data/usi/games.txt.  tsshogi is what script/bootstrap installed here.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as tsshogi from 'tsshogi';
import { run } from '../tap.mjs';

const GAMES = 200;
const root = process.env.SHOOGI_SOURCE_ROOT ?? '.';
const program = path.join(process.env.SHOOGI_BUILD_ROOT ?? path.join(root, 'build'), 'shoogi');
const data = process.env.SHOOGI_TEST_DATA ?? path.join(root, '..', 'shared');
const gamesPath = path.join(data, 'data', 'usi', 'games.txt');

/** How tsshogi reads and writes what we call a format. */
const formats = {
  kif: { read: tsshogi.importKIF, write: tsshogi.exportKIF },
  ki2: { read: tsshogi.importKI2, write: tsshogi.exportKI2 },
  csa: { read: tsshogi.importCSA, write: tsshogi.exportCSA },
  csa3: { read: tsshogi.importCSA, write: (record) => tsshogi.exportCSA(record, { v3: { encoding: 'UTF-8' } }) },
  jkf: { read: tsshogi.importJKFString, write: tsshogi.exportJKFString },
  usi: { read: (text) => tsshogi.Record.newByUSI(text.trim()), write: (record) => `${record.usi}\n` },
  usen: { read: (text) => tsshogi.Record.newByUSEN(text.trim()), write: (record) => `${record.usen[0]}\n` },
};

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shoogi-tsshogi-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

/** Turns files into one of a format each; in their order. */
function convert(to, files, extension) {
  const out = fs.mkdtempSync(path.join(folder, `${to}-`));
  const { status, stderr, error } = spawnSync(program, ['convert', '--to', to, '--to-encoding', 'UTF-8', '-o', out, ...files],
    { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(error, undefined);
  assert.ok(status === 0 || status === 1, stderr.slice(0, 1000));
  const named = new Map(fs.readdirSync(out).map((name) => [name.slice(0, name.indexOf('.')), path.join(out, name)]));
  return files.map((file) => fs.readFileSync(named.get(path.basename(file, extension)), 'utf8'));
}

/** Writes each text into a file of its own. */
function put(texts, extension) {
  const place = fs.mkdtempSync(path.join(folder, 'in-'));
  return texts.map((text, i) => {
    const file = path.join(place, `${String(i).padStart(4, '0')}${extension}`);
    fs.writeFileSync(file, text);
    return file;
  });
}

function readTheirs(format, text) {
  const record = formats[format].read(text);
  assert.ok(!(record instanceof Error), `tsshogi refuses our ${format}: ${record.message}\n${text}`);
  return record;
}

/** The moves of a record of tsshogi, in USI, without how the game ended. */
function movesOf(record) {
  return record.moves.map((node) => node.move).filter((move) => move instanceof tsshogi.Move)
    .map((move) => move.usi).join(' ');
}

/** A record of ours without what tsshogi does not keep: bookmarks, fractions, and that a time is not known. */
function plain(text) {
  return text.replace(/^(rules|&) .*\n/gm, '').replace(/^(\d+ .*\d)\.\d{3}$/gm, '$1').replace(/^(\d+ \S+) 0$/gm, '$1');
}

const tests = {};
const tree = path.join(root, 'tests', 'data', 'tree.shoogi');
for (const format of ['kif', 'jkf']) {
  tests[`${format}: headers, comments, times and variations`] = () => {
    const record = readTheirs(format, convert(format, [tree], '.shoogi')[0]);
    const [text] = convert('shoogi', put([formats[format].write(record)], `.${format}`), `.${format}`);
    assert.equal(plain(text), plain(fs.readFileSync(tree, 'utf8')));
  };
}
tests['usen: variations, and variations of them'] = () => {
  const [ours] = convert('usen', [tree], '.shoogi');
  const record = readTheirs('usen', ours);
  // It writes the end of the main line behind every variation.
  const moves = (text) => convert('shoogi', put([text], '.usen'), '.usen')[0].replace(/^\d+ end .*\n/gm, '');
  assert.equal(moves(formats.usen.write(record)), moves(ours));
  assert.match(moves(ours), /^3 8h2b[^]*^2 8c8d\n3 2g2f\n[^]*^3 7i6h$/m);
};
if (!fs.existsSync(gamesPath)) {
  tests[`${GAMES} games # SKIP ${gamesPath} is not there`] = () => {};
} else {
  const lines = fs.readFileSync(gamesPath, 'utf8').split('\n').filter(Boolean).slice(0, GAMES);
  const ours = put(lines.map((line) => `${line}\n`), '.usi');
  for (const [format, theirs] of Object.entries(formats)) {
    tests[`${format}: tsshogi reads ours`] = () => {
      assert.equal(lines.length, GAMES);
      const texts = convert(format, ours, '.usi');
      texts.forEach((text, i) => assert.equal(movesOf(readTheirs(format, text)), lines[i], `game ${i + 1}`));
    };
    tests[`${format}: we read that of tsshogi`] = () => {
      const written = lines.map((line) => theirs.write(tsshogi.Record.newByUSI(`position startpos moves ${line}`)));
      const extension = `.${format === 'csa3' ? 'csa' : format}`;
      const texts = convert('usi', put(written, extension), extension);
      texts.forEach((text, i) => assert.equal(text, `startpos moves ${lines[i]}\n`, `game ${i + 1}`));
    };
  }
}

await run(tests);
