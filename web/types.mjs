// types.mjs: checks the types of the page and its tests, but for what has not changed since they were checked here or, in the first run
// of a build directory, in another clone.
//
//     node types.mjs FILE      where tsc keeps what it knows: contents of all files, by which it finds what has changed

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { keptIn, putInPlace } from './kept.mjs';

const [info] = process.argv.slice(2);
const here = path.dirname(fileURLToPath(import.meta.url));
const directory = keptIn('types');
const kept = directory && path.join(directory, 'types.tsbuildinfo');
if (kept && !fs.existsSync(info) && fs.existsSync(kept)) fs.copyFileSync(kept, info);
const { status } = spawnSync(process.execPath, [path.join(here, 'node_modules/typescript/bin/tsc'), '-p', here, '--incremental', '--tsBuildInfoFile', info],
  { stdio: 'inherit' });
if (kept && status === 0) putInPlace(info, kept);
process.exitCode = status ?? 1;
