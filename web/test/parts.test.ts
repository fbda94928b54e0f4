// parts.test.ts: every control of the page is a part of design/parts.tsx, which draws its title, its fault and its size.

import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Controls that a file writes by hand, each with the reason. */
const OWN: Readonly<Record<string, string>> = {
  'board/PieceButton.tsx button': 'it is a piece, and as large as one',
  'invent/CodeArea.tsx textarea': 'it is an editor of code, with line numbers and marks',
};

test('no control is written by hand outside the design system', () => {
  const root = path.resolve(__dirname, '../src');
  const files = fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx') && !name.startsWith('design'));
  const found = files.flatMap((file) =>
    [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(/<(select|input|textarea|button)\b/g)].map(([, tag]) => `${file} ${tag}`));
  expect(found.sort()).toEqual(Object.keys(OWN).sort());
});
