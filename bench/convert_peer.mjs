// convert_peer: KIF files read and written again by tsshogi, for bench/convert.py.
//
//     node bench/convert_peer.mjs FILE...     prints the games, their moves and the seconds they took
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = process.env.SHOOGI_SOURCE_ROOT ?? '.';
const modules = path.join(root, 'tests', 'tsshogi', 'node_modules');
const { importKIF, exportKIF } = await import(pathToFileURL(path.join(modules, 'tsshogi', 'dist', 'esm', 'index.mjs')));

const begin = performance.now();
let games = 0;
let moves = 0;
let bytes = 0;
for (const file of process.argv.slice(2)) {
  const record = importKIF(fs.readFileSync(file, 'utf8'));
  if (record instanceof Error) throw record;
  games++;
  moves += record.length;
  bytes += exportKIF(record).length;
}
if (bytes === 0) throw new Error('nothing was written');
console.log(games, moves, (performance.now() - begin) / 1000);
