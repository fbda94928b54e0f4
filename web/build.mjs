// build.mjs: checks the types of the page, builds it beside libshoogi-page.wasm, and packs its files besides.
//
//     node build.mjs [DEPFILE]      SHOOGI_BUILD_ROOT: where that lies and the page goes, into web/web/
//
// DEPFILE becomes what the page was made of, as ninja reads it: the directories too, so that a new file counts.

import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
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

// What a page needs that is opened without a network: sw.js keeps it.  The engine and what it has learned come when they are wanted.
const worker = path.join(out, 'sw.js');
const kept = ['/', ...fs.readdirSync(out).filter((name) => /\.(svg|webmanifest)$/.test(name)).map((name) => `/${name}`),
  ...output.map(({ fileName }) => fileName).filter((name) => name.startsWith('assets/') && !/\.weights$|libshoogi-engine/.test(name)).map((name) => `/${name}`)].sort();
const version = crypto.createHash('sha256').update(kept.join()).update(fs.readFileSync(path.join(out, 'index.html'))).digest('hex');
fs.writeFileSync(worker, fs.readFileSync(worker, 'utf8')
  .replace('FILES = []', `FILES = ${JSON.stringify(kept)}`).replace("VERSION = ''", `VERSION = '${version.slice(0, 16)}'`));

const [depfile] = process.argv.slice(2);
if (depfile) {
  const all = ['src', 'public', '../variants', '../src/wasm', '../languages'].map((name) => path.join(here, name)).flatMap((directory) => [
    directory,
    ...fs.readdirSync(directory, { recursive: true }).map((name) => path.join(directory, name)),
  ]);
  const alone = ['../tools/languages', 'build.mjs', 'index.html', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
  const names = [...all, ...alone.map((name) => path.join(here, name))];
  fs.writeFileSync(depfile, `web/web: ${names.map((name) => name.replaceAll(' ', '\\ ')).join(' ')}\n`);
}
