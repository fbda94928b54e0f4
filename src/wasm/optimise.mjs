// optimise.mjs: runs wasm-opt, or takes what it has made of the same module in another clone: web/kept.mjs.
//
//     node optimise.mjs WASM_OPT INPUT OUTPUT OPTION...

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { digestOf, keptIn, leaveLatest, putInPlace } from '../../web/kept.mjs';

const KEPT = 40; // half a megabyte each
const [program, input, output, ...options] = process.argv.slice(2);
const directory = keptIn('modules');
const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
const kept = directory && path.join(directory, digestOf(path.dirname(input), [input], version, options));
if (kept && fs.existsSync(kept)) fs.copyFileSync(kept, output);
else {
  execFileSync(program, [...options, input, '-o', output], { stdio: 'inherit' });
  if (kept) {
    putInPlace(output, kept);
    leaveLatest(directory, KEPT);
  }
}
