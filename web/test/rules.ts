// rules.ts: the module of the same build, with all definitions, for tests.

import fs from 'node:fs';
import path from 'node:path';
import { load, type Shoogi } from '../../src/wasm/shoogi.mjs';
import { sample, texts as all } from './games.mjs';

/** Whether this is script/soak, which runs all. */
export const soak = process.env['SHOOGI_ALL_GAMES'] !== undefined;

/** Files or ranks, which a rule set may inherit from its base. */
function side(text: string, name: 'files' | 'ranks'): number {
  const said = new RegExp(`^${name}=(\\d+)$`, 'm').exec(text);
  return said ? Number(said[1]) : side(all.get(/^base=(\S+)$/m.exec(text)![1]!)!, name);
}

/** The games on boards that the modules support. */
export const definitions = new Map([...all].filter(([, text]) => side(text, 'files') * side(text, 'ranks') <= 256));

/** A sample for tests that take long for each game. */
export const some = new Map([...definitions].filter(([name]) => soak || sample.includes(name)));

export async function open(module = 'libshoogi-page.wasm'): Promise<Shoogi> {
  const shoogi = await load(fs.readFileSync(path.join(process.env['SHOOGI_BUILD_ROOT'] ?? '../build', module)));
  for (const [name, text] of all) shoogi.addDefinition(name, text);
  return shoogi;
}
