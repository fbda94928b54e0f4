// libshoogi.wasm as a page would use it, beside the programs of the same build.  Prints TAP.
//
//     wasm_test.mjs [WORDS]     the cases with these words in their names, with the games of tests/sample.txt
//     wasm_test.mjs --all       with all games that are shipped

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from './tap.mjs';

const root = process.env.SHOOGI_SOURCE_ROOT ?? '.';
const build = process.env.SHOOGI_BUILD_ROOT ?? path.join(root, 'build');
const { load } = await import(pathToFileURL(path.join(root, 'src', 'wasm', 'shoogi.mjs')));

const bytes = fs.readFileSync(path.join(build, 'libshoogi.wasm'));
const pageBytes = fs.readFileSync(path.join(build, 'libshoogi-page.wasm'));
const inventBytes = fs.readFileSync(path.join(build, 'libshoogi-invent.wasm'));
const recordsBytes = fs.readFileSync(path.join(build, 'libshoogi-records.wasm'));
const engineBytes = fs.readFileSync(path.join(build, 'libshoogi-engine.wasm'));
const plainBytes = fs.readFileSync(path.join(build, 'libshoogi-engine-plain.wasm'));
const files = new Map(fs.readdirSync(path.join(root, 'variants'), { recursive: true }).filter((file) => file.endsWith('.variant'))
  .map((file) => [path.basename(file, '.variant'), path.join('variants', file)]).sort(([a], [b]) => (a < b ? -1 : 1)));
const shipped = [...files.keys()];
const definitions = new Map([...files].map(([name, file]) => [name, read(file)]));
const all = process.argv[2] === '--all';
if (all) process.argv.splice(2, 1);
// The games that are gone through: the sample, and kyoto, which cases below speak of.
const sample = read('tests', 'sample.txt').split('\n').filter((line) => line && !line.startsWith('#')).map((line) => line.split(' ')[0]);
const names = all ? shipped : [...new Set([...sample, 'kyoto'])].sort();

function read(...parts) {
  return fs.readFileSync(path.join(root, ...parts), 'utf8');
}

/** What these files of the module have outside. */
function exportsOf(...files) {
  return files.flatMap((file) =>
    [...read('src', 'wasm', file).matchAll(/^EXPORT\([^,]*, (\w+),/gm)].map((match) => match[1]));
}

/** What a program of the build prints, whatever it thinks of it. */
function native(program, ...words) {
  const env = { ...process.env, SHOOGI_VARIANTS: path.join(root, 'variants') };
  const { stdout, stderr, error } = spawnSync(path.join(build, program), words, { env, encoding: 'utf8' });
  assert.equal(error, undefined);
  return stdout + stderr;
}

/** What `shoogi usi` prints until the search that the last command began has ended. */
async function untilBestMove(...commands) {
  const child = spawn(path.join(build, 'shoogi'), ['usi'], { env: { ...process.env, SHOOGI_VARIANTS: path.join(root, 'variants') } });
  const closed = once(child, 'close');
  let printed = '';
  child.stdin.write(`${commands.join('\n')}\n`);
  for await (const text of child.stdout) {
    printed += text;
    if (printed.includes('bestmove')) break;
  }
  child.stdin.end();
  await closed;
  return printed.split('\n');
}

/** A module that knows all shipped definitions. */
async function loadAll(module = bytes) {
  const shoogi = await load(module);
  for (const [name, text] of definitions) shoogi.addDefinition(name, text);
  return shoogi;
}

const shoogi = await loadAll();
// A page has a few games at a time: so many are read in one module, whose memory is bounded.
const TOGETHER = 40;
let reader = shoogi;
const variants = new Map();
const tooBig = [];
for (const name of names) {
  const text = definitions.get(name);
  const squares = /^\S+: ok: (\d+)x(\d+)/.exec(native('shoogi', 'check', path.join(root, files.get(name))));
  if (Number(squares[1]) * Number(squares[2]) > 256) {
    tooBig.push(name);
    continue;
  }
  variants.set(name, reader.variant(text));
  if (variants.size % TOGETHER === 0) reader = await loadAll();
}

/** variant, position, depth and count of tests/perft. */
const counts = fs.readdirSync(path.join(root, 'tests', 'perft')).flatMap((file) =>
  read('tests', 'perft', file).split('\n').filter((line) => /^[a-z][^\t]*\t/.test(line)).map((line) => {
    const [game, sfen, depth, count] = line.split('\t');
    const [variant, paths] = game.split(':');
    return { variant, paths: paths === 'paths', sfen, depth: Number(depth), count: BigInt(count) };
  })).filter((row) => variants.has(row.variant));

function count({ variant, paths, sfen, depth }) {
  const position = variants.get(variant).start(sfen);
  const found = position.perft(depth, { paths });
  position.free();
  return found;
}

/** The same numbers in every run, below a bound. */
let seed = 1n;
function random(bound) {
  seed = BigInt.asUintN(64, seed * 6364136223846793005n + 1442695040888963407n);
  return Number((seed >> 33n) % BigInt(bound));
}

// ---- Tests --------------------------------------------------------------------------------------------

const tests = {
  'it is small and needs nothing of the page': async () => {
    const module = await WebAssembly.compile(bytes);
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    // The shipped module has to stay below 248 KiB, as the test package checks.  This build optimises less, and is 7 % larger.
    assert.ok(bytes.length < 260 * 1024, `${bytes.length} bytes`);
    const exported = WebAssembly.Module.exports(module).map((entry) => entry.name).sort();
    assert.deepEqual(exported, ['_initialize', 'memory', ...exportsOf('exchange.c', 'wasm.c', 'questions.c')].sort());
  },

  'the module of the page has all the other has': async () => {
    const module = await WebAssembly.compile(pageBytes);
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    // A first board waits for it, so it has no rules in words and no variants.ini.
    assert.ok(pageBytes.length < 281 * 1024, `${pageBytes.length} bytes`);
    const exported = WebAssembly.Module.exports(module).map((entry) => entry.name).sort();
    assert.deepEqual(exported, ['_initialize', 'memory', ...exportsOf('exchange.c', 'wasm.c', 'moves.c', 'typed.c')].sort());
  },

  'the module of inventors has all that has, and reads variants.ini': async () => {
    const module = await WebAssembly.compile(inventBytes);
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    assert.ok(inventBytes.length < 362 * 1024, `${inventBytes.length} bytes`);
    const exported = WebAssembly.Module.exports(module).map((entry) => entry.name).sort();
    assert.deepEqual(exported, ['_initialize', 'memory', ...exportsOf('exchange.c', 'wasm.c', 'moves.c', 'typed.c', 'rules.c')].sort());
    const [inventor, engine] = [await loadAll(module), await loadAll(engineBytes)];
    const ini = '[tiny:minishogi]\nstartFen = rbsgk/4p/5/P4/KGSBR[-] w 0 1\nnFoldRule = 3\n';
    assert.throws(() => engine.variant(ini));
    // What it has read each module reads in its own words.
    for (const text of [ini, `<p>${definitions.get('mini')}</p>`, definitions.get('chu')]) {
      const invented = inventor.variant(text, { lenient: true });
      const written = invented.text();
      const [read, again] = [engine.variant(written), inventor.variant(written)];
      assert.equal(again.text(), written);
      const positions = [invented, read].map((variant) => variant.start());
      assert.equal(positions[0].sfen(), positions[1].sfen());
      assert.deepEqual(positions[0].moves().sort(), positions[1].moves().sort());
      assert.ok(positions[0].moves().length > 10);
    }
  },

  'the engine finds what there is to find, and asks nothing of the page but to be heard': async () => {
    const module = await WebAssembly.compile(engineBytes);
    assert.deepEqual(WebAssembly.Module.imports(module).map(({ module: from, name }) => `${from}.${name}`), ['page.hear']);
    for (const one of [engineBytes, plainBytes]) assert.ok(one.length < 584 * 1024, `${one.length} bytes`);
    const exported = WebAssembly.Module.exports(module).map((entry) => entry.name).sort();
    assert.deepEqual(exported, ['_initialize', 'memory', ...exportsOf('exchange.c', 'wasm.c', 'engine.c')].sort());
    const lent = await loadAll(module);
    const mate = (sfen, wanted, score) => {
      const variant = lent.variant(definitions.get('shogi'));
      const [position, engine] = [variant.start(sfen), variant.engine()];
      const found = [];
      assert.equal(engine.search(position, { nodes: 5000, lines: 2 }, (finding) => found.push(finding)), wanted);
      const best = found.filter(({ line }) => line === 1).at(-1);
      assert.deepEqual([best.score_cp, best.moves[0]], [score, wanted]);
      assert.ok(best.western[0].startsWith('G*') && found.some(({ line }) => line === 2));
      // Who plays at a level sees it, too, and makes a move of the game in any case.
      assert.equal(engine.move(position, { level: 5, seed: 1, nodes: 0 }), wanted);
      for (let seed = 1; seed <= 20; seed++) assert.equal(position.whyIllegal(engine.move(position, { level: 1, seed, nodes: 0 })), null);
      assert.deepEqual([engine, position, variant].map((one) => one.free()), [undefined, undefined, undefined]);
    };
    mate('4k4/9/4P4/9/9/9/9/9/4K4 b G 1', 'G*5b', 29999);
    mate('4k4/9/9/9/9/9/4p4/9/4K4 w g 1', 'G*5h', -29999);
    // Whoever may declare has nothing to look for, and the other side sees it coming.
    const entered = lent.variant('base=shogi\nimpasseClaim=declare:28:27\n');
    const camp = '+R+R+B+B5/+P+P+P+P5/+P+P2K4/9/9/9/9/9/8k';
    const [declared, own] = [entered.start(`${camp} b GSNLP 1`), entered.engine()];
    const told = [];
    assert.equal(own.search(declared, { nodes: 500, lines: 2 }, (finding) => told.push(finding)), 'win');
    assert.deepEqual(told, [{ line: 1, depth: 1, nodes: 0, score_cp: 29999, moves: ['win'], western: ['win'] }]);
    for (const level of [1, 10]) assert.equal(own.move(declared, { level, seed: 1, nodes: 50 }), 'win');
    const foreseen = entered.start(`${camp} w GSNLP 1`);
    assert.notEqual(own.search(foreseen, { nodes: 500 }, (finding) => told.push(finding)), 'win');
    assert.equal(told.at(-1).score_cp, 29998);
    for (const one of [declared, foreseen, own, entered]) one.free();
    // Every board that fits, with what was learned of its game, or of one with the same pieces.
    const learned = new Map(names.map((name) => path.join(root, 'variants', 'weights', `${name}.weights`)).filter((file) => fs.existsSync(file))
      .map((file) => fs.readFileSync(file)).map((bytes) => [/^[^]*?\nfeatures \d+\n/.exec(bytes.toString('latin1'))[0], bytes]));
    const head = (name) => lent.variant(definitions.get(name)).weightsHead();
    assert.equal(head('chu-lishogi'), head('chu'));
    assert.notEqual(head('mini'), head('shogi'));
    for (const name of names.filter((one) => !tooBig.includes(one))) {
      const variant = lent.variant(definitions.get(name));
      const weights = learned.get(variant.weightsHead());
      assert.ok(weights !== undefined || !fs.existsSync(path.join(root, 'variants', 'weights', `${name}.weights`)), name);
      const [position, engine] = [variant.start(), variant.engine(weights)];
      assert.equal(position.whyIllegal(engine.search(position, { nodes: 50 })), null, name);
      for (const one of [engine, position, variant]) one.free();
    }
    const variant = lent.variant(definitions.get('shogi'));
    assert.throws(() => variant.engine(new TextEncoder().encode('no weights')), /expected .*, found/);
    assert.throws(() => variant.engine(new Uint8Array(), { network: new TextEncoder().encode('no network') }), /expected .*, found/);
    const [over, engine] = [variant.start('4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1'), variant.engine()];
    assert.equal(engine.search(over, { nodes: 50 }), '');
    assert.equal(engine.move(over, { level: 3, seed: 1, nodes: 0 }), '');
  },

  'a network plays alike with SIMD, without, and in the program': async () => {
    const learned = (ending) => fs.readFileSync(path.join(root, 'variants', 'weights', `mini.${ending}`));
    const [weights, network] = [learned('weights'), learned('network')];
    const found = [];
    for (const module of [engineBytes, plainBytes]) {
      const variant = (await loadAll(module)).variant(definitions.get('mini'));
      assert.ok(network.toString('latin1').startsWith(variant.networkHead()));
      const [position, engine] = [variant.start(), variant.engine(weights, { network, table_mib: 16 })];
      let last;
      engine.search(position, { nodes: 20000 }, (finding) => { last = finding; });
      found.push(last);
      // A damaged one is refused, and so is one of another game.
      const damaged = new Uint8Array(network);
      damaged[damaged.length - 1] ^= 1;
      assert.throws(() => variant.engine(weights, { network: damaged }), /checksum/);
      assert.throws(() => variant.engine(weights, { network: network.subarray(0, 9999) }), /expected/);
    }
    assert.deepEqual(found[1], found[0]);
    const { score_cp, depth, nodes, moves } = found[0];
    const lines = (await untilBestMove('setoption name USI_Variant value mini', 'setoption name Threads value 1',
      'setoption name USI_Hash value 16', 'position startpos', 'go nodes 20000')).filter((line) => line.includes(' score '));
    assert.match(lines.at(-1), new RegExp(`^info depth ${depth} .*score cp ${score_cp} nodes ${nodes} .* pv ${moves.join(' ')}$`));
  },

  'rules in words are those of HELP': async () => {
    const help = await loadAll(inventBytes);
    for (const name of all ? ['shogi', 'chu', 'mortal', 'kyoto'] : ['chu']) {
      const variant = help.variant(definitions.get(name));
      const blocks = variant.rules(name);
      for (const { kind, text } of blocks.filter(({ form }) => form === 'moves')) assert.equal(variant.moves()[kind], text);
      assert.equal(blocks.filter(({ form }) => form === 'moves').length, variants.get(name).kinds.length - 1);
      const plain = native('shoogi', 'help', 'game', name).replace(/\[(HELP [^\]]*)\]\([^)]*\)/g, '$1').replaceAll('\\', '').replace(/\s+/g, ' ');
      const told = blocks.filter(({ form }) => form === 'item' || form === 'prose');
      assert.ok(told.length > 20, name);
      // A page has no commands to type.
      const typed = (text) => text.replace('By difference in grade (', 'By difference in grade, as NEW -g gives them (')
        .replace('A challenge can begin with one.', 'HELP HANDICAP explains how to give one.');
      for (const { text } of told) assert.ok(plain.includes(typed(text).replace(/\s+/g, ' ')), `${name}: ${text}`);
    }
    // In other languages there is as much, and none of it in English but for what is not translated yet.
    const catalogues = JSON.parse(execFileSync('/usr/bin/python3', ['-B', path.join(root, 'tools/languages'), '--json'],
      { encoding: 'utf8', maxBuffer: 1 << 26 }));
    for (const language of all ? ['de', 'ja'] : ['ja']) {
      const { page, told, missing: untranslated } = catalogues[language];
      const words = { ...page, ...told };
      const missing = untranslated.filter((text) => /[a-z]{2}/.test(text)).map((text) => text.split(/%[-+0 #]*\d*[a-z]+/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*'));
      const translated = (text) => !missing.some((one) => new RegExp(one, 's').test(text));
      const [english, other] = [{}, words].map((given) => help.variant(definitions.get('chu')).rules('chu', given));
      assert.equal(other.length, english.length);
      assert.deepEqual(other.filter(({ form, text }, i) => ['item', 'prose', 'heading'].includes(form) && text === english[i].text && translated(text)), []);
      const { kind, text } = other.find(({ form }) => form === 'moves');
      assert.equal(help.variant(definitions.get('chu')).moves(words)[kind], text);
      // The formats of translations have their arguments in another order.
      for (const name of ['shogi', 'chu'])
        assert.deepEqual(help.variant(definitions.get(name)).moves(words).filter((one) => /[$%]/.test(one ?? '')), [], language);
    }
    assert.deepEqual(help.variant('files=9\nranks=9\nmaxPromote=0\nman:M:fmWR3DD:m:a1\nking:K:K:k:e1\n').rides(1)
      .filter(({ right, forward }) => right === 0 && forward > 0), [
      { right: 0, forward: 1, reach: 1, move: true, take: false }, { right: 0, forward: 1, reach: 3, move: true, take: true },
      { right: 0, forward: 2, reach: 0, move: true, take: true }]);
    // Names of any length, and one kind with hundreds of forms.
    const ids = Array.from({ length: 200 }, (_, i) => `X${i}`);
    const long = `files=9\nranks=9\npromoteTo=K:${ids.join(',')}\nroyal=1\n${'k'.repeat(5000)}:K:K:k:a1\n${
      ids.map((id) => `${'n'.repeat(90)}:${id}:K:k:`).join('\n')}\n`;
    const blocks = help.variant(long).rules('a\tb');
    assert.ok(blocks.some(({ text }) => text.includes('(X199)')));
    assert.ok(blocks.some(({ text }) => text.includes('k'.repeat(4999))));
  },

  'shoogi.mjs calls every function': () => {
    const text = read('src', 'wasm', 'shoogi.mjs');
    const own = exportsOf('exchange.c', 'wasm.c', 'moves.c', 'typed.c', 'rules.c', 'engine.c', 'questions.c', 'records.c');
    assert.ok(own.length > 20);
    assert.deepEqual(own.filter((name) => !new RegExp(`\\b${name}\\b`).test(text)), []);
  },

  'the modules of the page hold boards of 36 by 36: a random game, beside the program': async () => {
    const file = path.join(root, 'tests', 'data', 'large', 'vast.variant');
    for (const module of [pageBytes, inventBytes, engineBytes, recordsBytes]) {
      const game = (await load(module)).variant(fs.readFileSync(file, 'utf8')).start();
      const moves = [];
      for (let ply = 0; ply < 12; ply++) {
        const legal = game.moves().sort();
        assert.deepEqual(legal, native('shoogi', 'moves', file, '--moves', moves.join(' ')).split('\n').filter(Boolean).sort());
        moves.push(legal[(ply * 7919) % legal.length]);
        game.do(moves.at(-1));
      }
      assert.equal(game.sfen(), native('shoogi', 'show', file, '--style', 'sfen', '--moves', moves.join(' ')).trim());
    }
  },

  'every definition is read': () => {
    assert.ok(variants.size > 10);
    for (const [name, variant] of variants) {
      const said = native('shoogi', 'check', path.join(root, files.get(name)));
      const kinds = variant.kinds.length - 1;
      assert.ok(said.includes(`: ok: ${variant.files}x${variant.ranks}, ${kinds} kinds, `), `${name}: ${said}`);
      assert.deepEqual(variant.faults, []);
    }
    for (const name of tooBig) assert.throws(() => shoogi.variant(definitions.get(name)), /a smaller board/, name);
    const { kinds } = variants.get('shogi');
    assert.deepEqual(kinds.find((kind) => kind?.id === 'S'), {
      id: 'S', name: 'silver general', moves: 'FfW@9', image: 's', royal: false,
      promoted: kinds.findIndex((kind) => kind?.id === '+S'),
      base: kinds.findIndex((kind) => kind?.id === 'S'), handKind: kinds.findIndex((kind) => kind?.id === 'S'),
    });
    assert.deepEqual(kinds.filter((kind) => kind?.royal).map((kind) => kind.name), ['king']);
    assert.ok(variants.get('shogi').hasSquare(8, 8));
    assert.ok(!variants.get('shogi').hasSquare(9, 0));
  },

  'a position is what its SFEN says': () => {
    const variant = variants.get('shogi');
    const position = variant.start('4k4/9/9/9/4P4/9/9/9/4K3+r w 2Pg3l 1');
    const kind = (id) => variant.kinds.findIndex((row) => row?.id === id);
    const pieces = [];
    for (let rank = 0; rank < 9; rank++) {
      for (let file = 0; file < 9; file++) {
        const piece = position.piece(file, rank);
        if (piece) pieces.push([file, rank, variant.kinds[piece.kind].id, piece.colour]);
      }
    }
    assert.deepEqual(pieces, [[4, 0, 'K', 'white'], [4, 4, 'P', 'black'], [0, 8, '+R', 'white'], [4, 8, 'K', 'black']]);
    assert.equal(position.hand('black', kind('P')), 2);
    assert.equal(position.hand('white', kind('P')), 0);
    assert.equal(position.hand('white', kind('L')), 3);
    assert.ok(position.isAttacked(4, 8, 'white'));
    assert.ok(!position.isAttacked(4, 0, 'black'));
    assert.ok(position.isAttacked(4, 3, 'black'));
    position.free();
    assert.equal(variant.kindName(kind('S'), 'black', 'english'), 'Silver (general)');
    assert.equal(variant.kindName(kind('K'), 'black', 'kanji short'), '玉');
    assert.equal(variant.kindName(kind('K'), 'white', 'kanji short'), '王');
  },

  'counts up to 100,000': () => {
    const rows = counts.filter((row) => row.count <= 100000n);
    assert.ok(rows.length > (all ? 200 : 100));
    assert.ok(rows.some((row) => row.paths));
    assert.deepEqual(new Set(rows.map((row) => row.variant)), new Set(counts.map((row) => row.variant)));
    for (const row of rows) assert.equal(count(row), row.count, `${row.variant} ${row.sfen} ${row.depth}`);
  },

  'counts of a million': () => {
    const near = counts.filter((row) => row.count >= 700000n && row.count <= 2000000n);
    for (const game of ['shogi', 'chu-lishogi']) {
      const row = near.find(({ variant }) => variant === game);
      assert.equal(count(row), row.count, game);
    }
  },

  'reasons are those of the native library': () => {
    const reasons = new Set();
    for (const [name, variant] of variants) {
      const rows = counts.filter((row) => row.variant === name);
      const positions = [variant.start().sfen(), ...rows.map((row) => row.sfen)];
      for (let i = 0; i < 6; i++) {
        const sfen = positions[random(positions.length)];
        const position = variant.start(sfen);
        const square = () => `${1 + random(variant.files)}${String.fromCharCode(97 + random(variant.ranks))}`;
        const id = variant.kinds[1 + random(variant.kinds.length - 1)].id;
        const legal = position.moves();
        const some = legal.length > 0 ? legal[random(legal.length)] : square() + square();
        const move = [square() + square(), `${id}*${square()}`, `${square()}${square()}+`, `${some}+`, some][random(5)];
        const fault = position.whyIllegal(move);
        assert.equal(`${fault?.message ?? ''}\n`, native('tests/fairy/reason', name, sfen, move), `${name} ${sfen} ${move}`);
        if (!fault) assert.ok(legal.includes(move) || position.moves({ paths: true }).includes(move), move);
        else reasons.add(fault.message.replace(/[0-9]+[a-z]/g, '').slice(0, 24));
        position.free();
      }
    }
    assert.ok(reasons.size > 15, [...reasons].join('\n'));
  },

  'games are those of the native library': () => {
    for (const name of ['shogi', 'shosu', 'chu', 'kyoto', 'dobutsu']) {
      const position = variants.get(name).start();
      const start = position.sfen();
      let printed = '';
      seed = 3n;
      while (position.result().outcome === 'none' && position.ply() <= 2000) {
        const moves = position.moves();
        const move = moves[random(moves.length)];
        printed += `${position.ply()}. ${position.western(move)}\n`;
        position.do(move);
      }
      const { outcome, reason } = position.result();
      const words = { none: 'unfinished', black: 'Black wins', white: 'White wins', draw: 'draw', 'no contest': 'no contest' };
      assert.equal(`${printed}${words[outcome]}: ${reason}\n`, native('examples/random_game', name, '3'), name);
      assert.equal(position.movesPlayed(), position.ply() - 1);
      let undone = 0;
      while (position.undo()) undone++;
      assert.equal(undone, printed.split('\n').length - 1);
      assert.equal(position.sfen(), start);
      position.free();
    }
  },

  'checks are seen': () => {
    const position = variants.get('shogi').start('4k4/4+R4/9/9/9/9/9/9/4K4 w - 1');
    assert.equal(position.side(), 'white');
    assert.deepEqual(position.checkers(), ['5b']);
    assert.deepEqual(position.moves(), ['5a5b']);
    position.free();
  },

  'questions about a position are answered as by the library': () => {
    const variant = variants.get('shogi');
    const ask = (sfen, ask) => {
      const position = variant.start(sfen);
      const found = ask(position);
      position.free();
      return found;
    };
    assert.deepEqual(ask(null, (p) => [p.attackers(4, 7, 'black'), p.attackers(1, 1, 'white'), p.attackers(6, 5, 'white')]),
      [['2h', '4i', '5i', '6i'], ['3a', '8b'], []]);
    assert.deepEqual(ask('4k4/4p4/9/9/4L4/9/9/9/4K4 b - 1', (p) => [p.givesCheck('5e5b+'), p.captures('5e5b+'), p.givesCheck('5i5h'), p.captures('5i5h')]),
      [true, ['5b'], false, []]);
    assert.throws(() => ask(null, (p) => p.givesCheck('7g7e')), /pawn/);
    // Two kings to and fro, and a rook that gives check all the time.
    const game = variant.start('4k4/9/9/9/9/9/9/4R4/K8 w - 1');
    assert.deepEqual([variant.repetitionCount(), game.occurrences(), game.repetition().outcome], [4, 1, 'none']);
    for (const move of ['5a4a', '5h4h', '4a5a', '4h5h']) game.do(move);
    assert.deepEqual([game.occurrences(), game.perpetualCheck('black'), game.perpetualCheck('white')], [2, true, false]);
    assert.equal(game.repetition().outcome, 'white');
    game.free();
    const [two] = ask('4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1', (p) => p.faults());
    assert.deepEqual([two.colour, two.kind, two.count, two.limit], ['black', variant.kinds.findIndex((kind) => kind?.id === 'P'), 2, 1]);
    assert.match(two.message, /nifu/);
    assert.deepEqual(ask(null, (p) => p.faults()), []);
    assert.deepEqual(['P', 'R', 'K'].map((id) => ask('4k4/9/9/9/4P4/9/9/9/4K4 b R 1', (p) => p.missing(variant.kinds.findIndex((kind) => kind?.id === id)))),
      [17, 1, 0]);
  },

  'records are read, edited, evaluated and written; lines of moves are converted': async () => {
    const module = await WebAssembly.compile(recordsBytes);
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    assert.ok(recordsBytes.length < 560 * 1024, `${recordsBytes.length} bytes`);
    assert.deepEqual(WebAssembly.Module.exports(module).map((entry) => entry.name).sort(),
      ['_initialize', 'memory', ...exportsOf('exchange.c', 'wasm.c', 'questions.c', 'typed.c', 'records.c')].sort());
    const own = await loadAll(module);
    const variant = own.variant(definitions.get('shogi'), { name: 'shogi' });
    const start = variant.start();
    assert.equal(start.line('1. P-7f 3c3d ☗２二角成'), '7g7f 3c3d 8h2b+');
    assert.equal(start.line('7g7f 3c3d 8h2b+', { to: 'japanese' }), '▲７六歩 △３四歩 ▲２二角成');
    assert.equal(start.line('', { from: 'usi', to: 'western' }), '');
    assert.throws(() => start.line('7g7f 7g7f'), (error) => error.line === 1 && error.column === 6);

    const kif = '先手：Ito\n後手：Kato\n   1 ７六歩(77)\n*good\n*#評価値=30\n*#読み筋=△３四歩▲２六歩\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ８四歩(83)\n';
    const record = variant.record(kif);
    assert.deepEqual(record.faults, []);
    assert.deepEqual(record.headers(), [['black', 'Ito'], ['white', 'Kato']]);
    assert.equal(record.nodes(), 5);
    const first = record.node(record.node(0).firstChild);
    assert.deepEqual([first.move, first.ply, first.comment.split('\n')[0], first.outcome], ['7g7f', 1, 'good', 'none']);
    const main = record.node(first.firstChild);
    const end = record.node(main.firstChild);
    assert.deepEqual([main.move, end.move, end.end, end.outcome, end.firstChild], ['3c3d', '', 'resign', 'white', null]);
    assert.equal(record.node(main.nextSibling).move, '8c8d');
    assert.deepEqual(record.evaluations(1), [{ score: 30, mate: false, depth: 0, replaces: false, moves: ['3c3d', '2g2f'] }]);
    assert.deepEqual(record.evaluations(0), []);
    // Nodes are added, ordered, copied, merged and removed.
    record.promote(main.nextSibling);
    assert.equal(record.node(1).firstChild, main.nextSibling);
    record.setVariation(first.firstChild, 0);
    assert.equal(record.node(1).firstChild, first.firstChild);
    const position = record.position(main.nextSibling);
    assert.equal(position.movesPlayed(), 2);
    position.free();
    const added = record.addMove(main.nextSibling, '2g2f');
    assert.equal(record.node(added).parent, main.nextSibling);
    assert.throws(() => record.addMove(added, '2g2f'), /2g/);
    record.addComment(added, 'as usual');
    record.setHeader('event', 'a\ttest');
    assert.deepEqual(record.headers().at(-1), ['event', 'a\ttest']);
    assert.throws(() => record.addComment(added, 'two\nlines'));
    const part = record.copy(main.nextSibling);
    assert.equal(part.nodes(), 2);
    const other = start.record();
    other.addMove(0, '2g2f');
    record.merge(other);
    assert.deepEqual(record.node(record.node(record.node(0).firstChild).nextSibling).move, '2g2f');
    assert.throws(() => part.merge(other));
    const before = record.nodes();
    record.remove(added);
    assert.equal(record.nodes(), before - 1);
    // What is written is what is read, and what a format leaves out is named.
    for (const format of ['shoogi', 'kif', 'jkf']) {
      const { text, losses } = record.write(format);
      const again = variant.record(text);
      assert.deepEqual([again.nodes(), again.faults.length, losses], [record.nodes(), 0, []], format);
      assert.equal(again.write(format).text, text);
      again.free();
    }
    assert.ok(record.write('usi').losses.length > 0);
    assert.throws(() => record.write('none'));
    assert.throws(() => variant.record('hello'), /expected a record/);
    assert.throws(() => variant.record('position startpos moves 7g7f 7g7f'), (error) => error.column === 30 && error.faults.length === 1);
    const partial = variant.record('position startpos moves 7g7f 7g7f', { partial: true });
    assert.deepEqual([partial.nodes(), partial.faults.length], [2, 1]);
    for (const one of [partial, part, other, record, start, variant]) one.free();
  },

  'faults have a place': () => {
    const fault = (call) => {
      try {
        call();
      } catch (error) {
        return `${error.line}:${error.column}: ${error.message}`;
      }
      return null;
    };
    assert.equal(fault(() => shoogi.variant('files=9x\nranks=9\n')),
      '1:8: expected a number from 1 to 36, found "x"');
    assert.equal(fault(() => shoogi.variant('files=3\nbase=nowhere\n')),
      '2:6: expected the name of a definition, found "nowhere"');
    const shogi = variants.get('shogi');
    assert.equal(fault(() => shogi.start('lnsgk')), '1:6: expected 4 more squares on rank a, found end of text');
    const position = shogi.start();
    assert.equal(fault(() => position.do('7g7e')), `1:1: ${position.whyIllegal('7g7e').message}`);
    assert.equal(position.whyIllegal('7g7x').column, 3);
    assert.equal(position.ply(), 1);
    position.free();
    const lenient = shoogi.variant('files=3\nranks=4\nsparkle=\u6b69\nking:K:K:k:b1\nsymmetry=rotate\n', { lenient: true });
    assert.equal(lenient.faults.length, 1);
    assert.match(lenient.faults[0].message, /^warning: .*sparkle=\u6b69/);
    assert.equal(lenient.parameter('sparkle'), '\u6b69');
    assert.equal(lenient.parameter('nothing'), null);
    lenient.free();
    assert.throws(() => shoogi.variant('sparkle=2\nfiles=9x\nranks=y\n'), (error) => {
      assert.deepEqual(error.faults.map((found) => `${found.line}:${found.column}`).slice(0, 3), ['1:1', '2:8', '3:7']);
      return true;
    });
    const page = shoogi.variant('<html><p>\n<div class="idiagram">\nfiles=3<br>\nranks=4<br>\nking:K:K:k:b1<br>\n</div>',
      { page: true });
    assert.equal(page.files, 3);
    page.free();
  },

  'the example of docs/library.md': () => {
    const [, example] = /```js\n.*?arrayBuffer.*?\n(.*?)```/s.exec(read('docs', 'library.md'));
    // Each line with a value behind it is evaluated for that value, all others are run.
    const lines = example.split('\n').map((line) => {
      const told = /^(position\..*); +\/\/ ([\[{'].*)$/.exec(line);
      return told ? `check(${told[1]}, ${told[2].replace(', ...]', ']')});` : line;
    });
    let checked = 0;
    const check = (found, wanted) => {
      checked++;
      assert.deepEqual(Array.isArray(wanted) ? found.slice(0, wanted.length) : found, wanted);
    };
    new Function('shoogi', 'text', 'check', lines.join('\n'))(shoogi, definitions.get('shogi'), check);
    assert.equal(checked, 3);
  },

  'what is freed can be used again': async () => {
    const own = await loadAll();
    const cycle = () => {
      const variant = own.variant(definitions.get('chu'));
      const position = variant.start();
      position.perft(2);
      position.free();
      variant.free();
    };
    // The first two leave holes in the memory that later ones fill.
    cycle();
    cycle();
    const before = own.memoryBytes();
    for (let i = 0; i < 100; i++) cycle();
    assert.equal(own.memoryBytes(), before);
  },
};

await run(tests);
