// rules.ts: the module of the same build, with all definitions, for tests.

import fs from 'node:fs';
import path from 'node:path';
import { load, type Shoogi } from '../../src/wasm/shoogi.mjs';

const folder = new URL('../../variants/', import.meta.url);

export const definitions = new Map(
  fs.readdirSync(folder).filter((file) => file.endsWith('.variant'))
    .map((file) => [file.replace(/\.variant$/, ''), fs.readFileSync(new URL(file, folder), 'utf8')]),
);

export async function open(module = 'libshoogi-page.wasm'): Promise<Shoogi> {
  const shoogi = await load(fs.readFileSync(path.join(process.env['SHOOGI_BUILD_ROOT'] ?? '../build', module)));
  for (const [name, text] of definitions) shoogi.addDefinition(name, text);
  return shoogi;
}
