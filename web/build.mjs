// build.mjs: builds the page beside its modules, libshoogi-page.wasm and others, and packs its files besides.  The test
// web_types checks its types.
//
//     node build.mjs [DEPFILE]      SHOOGI_BUILD_ROOT: where that lies and the page goes, into web/web/
//                                   SHOOGI_FAST: pack large files, which no page loads at first, with less effort, and take
//                                   the page that another clone has made of the same sources (kept.mjs)
//
// The page is made in web/making/ and takes its place when it is whole: a server that starts finds all of a page or none.
// DEPFILE becomes what the page was made of, as ninja reads it: the directories too, so that a new file counts.

import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { digestOf, keptIn, leaveLatest, putInPlace } from './kept.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const made = path.resolve(process.env.SHOOGI_BUILD_ROOT ?? path.join(here, '../build'), 'web');
const out = path.join(made, 'making');
const fast = process.env.SHOOGI_FAST !== undefined;
const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);
/** The number of pages kept for other clones; each takes some megabytes. */
const PAGES_KEPT = 8;
/** The size in bytes from which packing with the most effort takes seconds. */
const LARGE = 300000;

/** Makes the page in `out`. */
async function make() {
  const { build } = await import('vite'); // it takes a second to load
  const { output } = await build({
    root: here, configFile: path.join(here, 'vite.config.ts'), logLevel: 'warn', build: { outDir: out, emptyOutDir: true },
  });

  await Promise.all(output.filter(({ fileName }) => !fileName.endsWith('.woff2')).map(async ({ fileName }) => {
    const file = path.join(out, fileName);
    const bytes = fs.readFileSync(file);
    fs.writeFileSync(`${file}.gz`, await gzip(bytes, { level: 9 }));
    fs.writeFileSync(`${file}.br`, await brotli(bytes, {
      params: {
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        [zlib.constants.BROTLI_PARAM_QUALITY]: fast && bytes.length > LARGE ? 9 : 11,
      },
    }));
  }));

  // The files that a page opened without a network needs: sw.js keeps them.  The engine with its weights and networks,
  // and the writer of records, are fetched when the reader wants them.
  const worker = path.join(out, 'sw.js');
  const kept = ['/', ...fs.readdirSync(out).filter((name) => /\.(svg|webmanifest)$/.test(name)).map((name) => `/${name}`),
    ...output.map(({ fileName }) => fileName).filter((name) => name.startsWith('assets/') && !/\.(?:weights|network)$|libshoogi-(?:engine|records)/.test(name)).map((name) => `/${name}`)].sort();
  const version = crypto.createHash('sha256').update(kept.join()).update(fs.readFileSync(path.join(out, 'index.html'))).digest('hex');
  fs.writeFileSync(worker, fs.readFileSync(worker, 'utf8')
    .replace('FILES = []', `FILES = ${JSON.stringify(kept)}`).replace("VERSION = ''", `VERSION = '${version.slice(0, 16)}'`));
}

/** Copies a kept page to `out`.  Returns false if it is not there. */
function take(page) {
  try {
    fs.rmSync(out, { recursive: true, force: true });
    fs.cpSync(page, out, { recursive: true });
    return true;
  } catch {
    return false; // nobody has made it, or another build removes it at this moment
  }
}

const root = path.join(here, '..');
const inRoot = (names) => names.map((name) => path.join(root, name));
/** The files and directories that the page is made of, but for the modules. */
const sources = ['web/src', 'web/public', 'web/fonts', 'web/build.mjs', 'web/index.html', 'web/package-lock.json', 'web/tsconfig.json', 'web/vite.config.ts',
  'variants', 'languages', 'tools/languages'];
const modules = ['page', 'invent', 'engine', 'engine-plain', 'records'].map((name) => path.join(made, '..', `libshoogi-${name}.wasm`));
const kind = fast ? keptIn('pages') : null;
// tools/languages collects the texts to translate from all sources, so all are in the digest.
const page = kind && path.join(kind, digestOf(root, inRoot([...sources, 'src', 'include']), digestOf(path.join(made, '..'), modules)));
if (page === null || !take(page)) {
  await make();
  if (page !== null) {
    putInPlace(out, page);
    leaveLatest(kind, PAGES_KEPT);
  }
}

const place = path.join(made, 'web');
fs.rmSync(place, { recursive: true, force: true });
fs.renameSync(out, place);

const [depfile] = process.argv.slice(2);
if (depfile) {
  const names = inRoot([...sources, 'web/kept.mjs', 'src/wasm']).flatMap((name) => [
    name,
    ...(fs.statSync(name).isDirectory() ? fs.readdirSync(name, { recursive: true }).map((one) => path.join(name, one)) : []),
  ]);
  fs.writeFileSync(depfile, `web/web: ${names.map((name) => name.replaceAll(' ', '\\ ')).join(' ')}\n`);
}
