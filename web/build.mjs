// build.mjs: checks the types of the page and builds it beside libshoogi.wasm.
//
//     node build.mjs      SHOOGI_BUILD_ROOT: where that lies and the page goes, into web/

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = path.dirname(fileURLToPath(import.meta.url));
const types = spawnSync(process.execPath, [path.join(here, 'node_modules/typescript/bin/tsc'), '-p', here], {
  stdio: 'inherit',
});
if (types.status !== 0) process.exit(1);
await build({ root: here, configFile: path.join(here, 'vite.config.ts'), logLevel: 'warn' });
