// build.mjs: checks the types of the page, builds it beside libshoogi.wasm, and packs its files besides.
//
//     node build.mjs      SHOOGI_BUILD_ROOT: where that lies and the page goes, into web/web/

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { build } from 'vite';

const here = path.dirname(fileURLToPath(import.meta.url));
const types = spawnSync(process.execPath, [path.join(here, 'node_modules/typescript/bin/tsc'), '-p', here], {
  stdio: 'inherit',
});
if (types.status !== 0) process.exit(1);
const { output } = await build({ root: here, configFile: path.join(here, 'vite.config.ts'), logLevel: 'warn' });

const out = path.resolve(process.env.SHOOGI_BUILD_ROOT ?? path.join(here, '../build'), 'web/web');
for (const { fileName } of output) {
  const file = path.join(out, fileName);
  if (!fileName.endsWith('.woff2')) fs.writeFileSync(`${file}.gz`, zlib.gzipSync(fs.readFileSync(file), { level: 9 }));
}
