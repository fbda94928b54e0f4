// engine.mjs: how much slower the engine searches in a browser than as a program.
//
//     script/bench engine [GAME...]
//
// Searches the first position of each game, with its weights and network, by `shoogi usi` in one thread and by the module of the
// page, with SIMD and without, in the JavaScript engine of Chromium (node has the same).  All three search the same nodes and
// find the same move.  Prints the nodes a second of processor time, and each module's share of the program's: at least a third.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { load } from '../../src/wasm/shoogi.mjs';

const ROUNDS = 5;
const NODES = 100_000;
const TABLE_MIB = 16;
const TICKS = 100; // a second, of /proc
const built = process.env.SHOOGI_BUILD_ROOT;
const variants = path.join(process.env.SHOOGI_SOURCE_ROOT, 'variants');
const names = process.argv.length > 2 ? process.argv.slice(2) : ['shogi', 'mini', 'chu'];
const learned = (name, ending) => {
  const file = path.join(variants, 'weights', `${name}.${ending}`);
  return fs.existsSync(file) ? fs.readFileSync(file) : new Uint8Array();
};

/** The program; search() resolves to { move, seconds }. */
function program(name) {
  const child = spawn(path.join(built, 'shoogi'), ['usi'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const tell = (...commands) => child.stdin.write(commands.map((command) => `${command}\n`).join(''));
  const until = async (word) => {
    for (;;) {
      const { value, done } = await lines.next();
      assert.ok(!done, `${name}: the program ended`);
      if (value.startsWith(word)) return value;
    }
  };
  const seconds = () => {
    const [user, system] = fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13);
    return (Number(user) + Number(system)) / TICKS;
  };
  tell('usi', `setoption name USI_Variant value ${name}`, 'setoption name Threads value 1', `setoption name USI_Hash value ${TABLE_MIB}`);
  return {
    async search() {
      tell('usinewgame', 'position startpos', 'isready');
      await until('readyok');
      const began = seconds();
      tell(`go nodes ${NODES}`);
      const [, move] = (await until('bestmove')).split(' ');
      return { move, seconds: seconds() - began };
    },
    end: () => child.kill(),
  };
}

/** A module of the page. */
async function module(file, name) {
  const shoogi = await load(fs.readFileSync(path.join(built, file)));
  for (const other of fs.readdirSync(variants)) {
    const definition = path.join(variants, other, `${other}.variant`);
    if (fs.existsSync(definition)) shoogi.addDefinition(other, fs.readFileSync(definition, 'utf8'));
  }
  const variant = shoogi.variant(fs.readFileSync(path.join(variants, name, `${name}.variant`), 'utf8'));
  return {
    search() {
      const engine = variant.engine(learned(name, 'weights'), { network: learned(name, 'network'), table_mib: TABLE_MIB });
      const position = variant.start();
      const began = process.cpuUsage();
      const move = engine.search(position, { nodes: NODES });
      const { user, system } = process.cpuUsage(began);
      for (const one of [engine, position]) one.free();
      return { move, seconds: (user + system) / 1e6 };
    },
    end() {},
  };
}

for (const name of names) {
  const players = {
    program: program(name), module: await module('libshoogi-engine.wasm', name), 'without SIMD': await module('libshoogi-engine-plain.wasm', name),
  };
  const rates = Object.fromEntries(Object.keys(players).map((player) => [player, []]));
  for (const player of Object.values(players)) await player.search(); // the modules are compiled once more while they run
  for (let round = 0; round < ROUNDS; round++) {
    const moves = new Set();
    for (const [player, { search }] of Object.entries(players)) {
      const { move, seconds } = await search();
      moves.add(move);
      rates[player].push(NODES / seconds);
    }
    assert.equal(moves.size, 1, `${name}: different moves, ${[...moves].join(', ')}`);
  }
  for (const { end } of Object.values(players)) end();
  console.log(`${name}${learned(name, 'network').length > 0 ? ' with its network' : ''}: ${NODES} nodes`);
  for (const [player, all] of Object.entries(rates)) {
    const ratios = all.map((rate, round) => rate / rates.program[round]).sort((a, b) => a - b);
    const median = [...all].sort((a, b) => a - b)[ROUNDS >> 1];
    console.log(`  ${player.padEnd(12)} ${median.toFixed(0).padStart(8)} nodes/s, ${ratios[ROUNDS >> 1].toFixed(2)}x +- ${((ratios[ROUNDS - 1] - ratios[0]) / 2).toFixed(2)} the program`);
  }
}
