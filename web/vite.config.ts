import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig } from 'vitest/config';
import { withoutScripts } from './src/noScript';
import { titleIn } from './src/rules/names';

// The directory that the rest of the project is built in; the page is built beside it.
const built = path.resolve(process.env['SHOOGI_BUILD_ROOT'] ?? '../build');

/** The catalogues of all languages.  tools/languages reads all sources for each call, so one call gets them all. */
let found: Record<string, { page: Record<string, unknown>; told: unknown }> | undefined;
const allCatalogues = () => found ??= JSON.parse(execFileSync('/usr/bin/python3', ['-B',
  path.resolve(import.meta.dirname ?? __dirname, '../tools/languages'), '--json'], { encoding: 'utf8', maxBuffer: 1 << 26 })) as NonNullable<typeof found>;

/** Replaces a .po file by the texts of it that the page uses. */
const catalogues = {
  name: 'catalogues',
  transform(_: string, id: string) {
    const [, code, told] = /([a-z]+)\.po(\?told)?$/.exec(id) ?? [];
    if (code === undefined) return null;
    return { code: `export default ${JSON.stringify(allCatalogues()[code]![told ? 'told' : 'page'])}`, map: null };
  },
};

/** Writes into index.html what browsers without scripts show. */
const noScript = {
  name: 'no-script',
  transformIndexHtml: (html: string) => html.replace('<!-- without scripts -->',
    withoutScripts(Object.fromEntries(Object.entries(allCatalogues()).map(([code, { page }]) => [code, page])))),
};

/** Of learned weights and networks the page holds the lines that say for which games they are; see
 * src/engine/evaluation/weights_file.h and src/engine/network/nnue_file.h. */
const heads = {
  name: 'heads',
  enforce: 'pre' as const,
  load(id: string) {
    const [, file] = /^(.*\.(?:weights|network))\?head$/.exec(id) ?? [];
    if (file === undefined) return null;
    const [head] = /^[^]*?\nmoves .*\n(?:features .*\n)?/.exec(fs.readFileSync(file, 'latin1')) ?? [''];
    return `export default ${JSON.stringify(head)}`;
  },
};

/** Of a definition a game is played by all lines but those that tell of it, and comments. */
const played = {
  name: 'played',
  enforce: 'pre' as const,
  load(id: string) {
    const [, file] = /^(.*\.variant)\?played$/.exec(id) ?? [];
    if (file === undefined) return null;
    return `export default ${JSON.stringify(fs.readFileSync(file, 'utf8').replace(/^(?:(?:dispute|history|reading|source)=|[ \t]*#).*\n/gm, ''))}`;
  },
};

/** The library with the texts of all definitions, loaded once for the parts of the page that are made of them.  It knows all
 * definitions, as any may be the base of another. */
let library: ReturnType<typeof loadLibrary> | undefined;
async function loadLibrary() {
  const here = import.meta.dirname ?? __dirname;
  const definition = (name: string) => path.resolve(here, `../variants/${name}/${name}.variant`);
  const { load } = await import(pathToFileURL(path.resolve(here, '../src/wasm/shoogi.mjs')).href) as typeof import('../src/wasm/shoogi.mjs');
  const shoogi = await load(fs.readFileSync(path.join(built, 'libshoogi-page.wasm')));
  const all = fs.readdirSync(path.resolve(here, '../variants')).filter((name) => fs.existsSync(definition(name))).sort();
  const texts = new Map(all.map((name) => [name, fs.readFileSync(definition(name), 'utf8')]));
  for (const [name, text] of texts) shoogi.addDefinition(name, text);
  return { shoogi, texts };
}

/** Small boards are drawn without rules or definitions, from the first position and the kanji of a game: those of tiles.txt,
 * which the lobby shows at once, and those of all others.  `titles` are the titles of those of tiles.txt,
 * which the page shows before the server has sent the titles of its games. */
const starts = {
  name: 'starts',
  enforce: 'pre' as const,
  async load(id: string) {
    const [, file, which] = /^(.*\/tiles\.txt)\?(starts|others|titles)$/.exec(id) ?? [];
    if (file === undefined) return null;
    const { shoogi, texts } = await (library ??= loadLibrary());
    const first = fs.readFileSync(file, 'utf8').trim().split('\n');
    if (which === 'titles') return `export default ${JSON.stringify(Object.fromEntries(first.map((name) => [name, titleIn(texts.get(name)!)])))}`;
    const games = (which === 'starts' ? first : [...texts.keys()].filter((name) => !first.includes(name))).map((name) => {
      const variant = shoogi.variant(texts.get(name)!);
      const position = variant.start(null);
      const [board, turn, hands] = position.sfen().split(' ');
      const sfen = hands === '-' ? board : `${board} ${turn} ${hands}`;
      const kanji = Object.fromEntries(variant.kinds.flatMap((row, kind) => {
        if (!row) return [];
        const [black, white] = (['black', 'white'] as const).map((colour) => [...variant.kindName(kind, colour, 'kanji short')][0] ?? row.id);
        return [[row.id, black!], ...(white === black ? [] : [[row.id.toLowerCase(), white!]])];
      }));
      position.free();
      variant.free();
      return [name, { sfen, kanji }];
    });
    return `export default ${JSON.stringify(Object.fromEntries(games))}`;
  },
};

export default defineConfig({
  plugins: [catalogues, noScript, heads, played, starts],
  resolve: {
    alias: [{ find: /^(libshoogi-(?:page|invent|engine|engine-plain|records)\.wasm)(?=\?|$)/, replacement: path.join(built, '$1') }],
  },
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  // The server holds at most 256 files, and a page waits for each file that it loads: a few lines that several pages share
  // go into a larger file that those pages load, too.
  build: { target: 'es2022', assetsInlineLimit: 0, rollupOptions: { output: { experimentalMinChunkSize: 2000 } } },
  server: { fs: { allow: ['..', built] } },
  worker: { format: 'es', plugins: () => [played] },
  // One thread after another takes up what the one before has loaded: a third of the time.
  test: { pool: 'threads', isolate: false, include: ['test/**/*.test.ts'], testTimeout: 120000, env: { SHOOGI_BUILD_ROOT: built } },
});
