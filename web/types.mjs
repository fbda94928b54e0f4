// types.mjs: checks the types of the page and its tests.  It passes over files that have not changed since the last check; the
// first run of a build directory begins with the state that a check in another clone has kept (kept.mjs).
//
//     node types.mjs FILE      FILE: the state of tsc, with the digests of all files that it has checked

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
