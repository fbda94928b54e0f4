// games.mjs: the names of the games that are shipped, and of those that stand for all where a test costs much for each.

import fs from 'node:fs';

const root = new URL('../../', import.meta.url);

export const shipped = fs.readdirSync(new URL('variants', root))
  .filter((file) => file.endsWith('.variant')).map((file) => file.slice(0, -'.variant'.length)).sort();

export const sample = fs.readFileSync(new URL('tests/sample.txt', root), 'utf8').replace(/#.*/g, '').split(/\s+/).filter(Boolean);
