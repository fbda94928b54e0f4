// games.mjs: the names of the shipped games, and a sample for tests that take long for each game.

import fs from 'node:fs';
import path from 'node:path';

const root = new URL('../../', import.meta.url);

/** The text of each definition, variants/FAMILY/NAME.variant, by its name. */
export const texts = new Map(fs.readdirSync(new URL('variants', root), { recursive: true }).filter((file) => file.endsWith('.variant'))
  .map((file) => [path.basename(file, '.variant'), fs.readFileSync(new URL(`variants/${file}`, root), 'utf8')]).sort(([a], [b]) => (a < b ? -1 : 1)));

export const shipped = [...texts.keys()];

export const sample = fs.readFileSync(new URL('tests/sample.txt', root), 'utf8').replace(/#.*/g, '').split(/\s+/).filter(Boolean);
