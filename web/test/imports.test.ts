// imports.test.ts: no file of the page imports itself through others, types and lazily loaded pages included.

import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** The imports of each file, by name. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** Reads all sources below a directory; imports from elsewhere are ignored. */
function importsBelow(root: string): Imports {
  const files = fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name)).sort();
  const known = new Set(files);
  return new Map(files.map((file) => {
    const { importedFiles } = ts.preProcessFile(fs.readFileSync(path.join(root, file), 'utf8'));
    const names = importedFiles.map(({ fileName }) => path.join(path.dirname(file), fileName));
    return [file, names.flatMap((name) => [name, `${name}.ts`, `${name}.tsx`].filter((candidate) => known.has(candidate)))];
  }));
}

/** Cycles of imports, each as "a.ts > b.ts > a.ts": at least one if there are any, and none twice. */
function circles(imports: Imports): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string) => {
    const start = way.indexOf(file);
    if (start >= 0) found.push([...way.slice(start), file].join(' > '));
    if (start >= 0 || done.has(file)) return;
    way.push(file);
    imports.get(file)?.forEach(visit);
    way.pop();
    done.add(file);
  };
  [...imports.keys()].forEach(visit);
  return found;
}

const root = path.resolve(__dirname, '../src');

test('no file of the page is in a cycle of imports', () => {
  expect(circles(importsBelow(root))).toEqual([]);
});

test('all forms of imports are found', () => {
  const imports = importsBelow(root);
  expect(imports.get('main.tsx')).toContain('Shell.tsx'); // a value
  expect(imports.get('board/reach.ts')).toContain('board/squares.ts'); // from beside it
  expect(imports.get('play/Playing.tsx')).toContain('game.ts'); // a type
  expect(imports.get('routes.ts')).toContain('pages/Lobby.tsx'); // loaded later
});

test('a cycle is named file by file', () => {
  const imports = new Map(importsBelow(root));
  imports.set('navigation.ts', ['routes.ts']);
  expect(circles(imports).filter((circle) => /^navigation.ts > routes.ts > pages\/\w+.tsx > navigation.ts$/.test(circle))).not.toEqual([]);
  expect(circles(new Map([['a.ts', ['b.ts', 'c.ts']], ['b.ts', ['c.ts']], ['c.ts', ['b.ts']]]))).toEqual(['b.ts > c.ts > b.ts']);
  expect(circles(new Map([['a.ts', ['a.ts']]]))).toEqual(['a.ts > a.ts']);
});
