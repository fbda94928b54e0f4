// kept.mjs: keeps pages, modules and the state of tsc that test builds make, in the directory of the compiler cache, so that a
// build of another clone with the same sources takes them from there.  Without ccache nothing is kept.

import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** The directory that keeps files of a kind, such as 'pages'; null without ccache. */
export function keptIn(kind) {
  try {
    const cache = execFileSync('ccache', ['--get-config', 'cache_dir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    const directory = path.join(cache, 'shoogi', kind);
    fs.mkdirSync(directory, { recursive: true });
    return directory;
  } catch {
    return null;
  }
}

/** All files of a directory, in an order that does not depend on the file system, or the file itself. */
function filesOf(name) {
  if (!fs.statSync(name).isDirectory()) return [name];
  return fs.readdirSync(name).sort().flatMap((one) => filesOf(path.join(name, one)));
}

/** The digest of files and directories (their contents and their names from `root`), of words, and of the version of Node.js. */
export function digestOf(root, names, ...words) {
  const sum = crypto.createHash('sha256').update(JSON.stringify([process.version, ...words]));
  for (const file of names.flatMap(filesOf)) {
    const bytes = fs.readFileSync(file);
    sum.update(`${path.relative(root, file)} ${bytes.length}\n`).update(bytes);
  }
  return sum.digest('hex');
}

/** Copies a file or directory to its place in one step: another build sees all of it or nothing. */
export function putInPlace(from, to) {
  const making = fs.mkdtempSync(`${to}.`);
  fs.cpSync(from, path.join(making, 'copy'), { recursive: true });
  try {
    fs.renameSync(path.join(making, 'copy'), to);
  } catch {
    // A directory is there: another build has put the same into it.
  }
  fs.rmSync(making, { recursive: true, force: true });
}

/** Removes all entries of a directory but the `count` latest. */
export function leaveLatest(directory, count) {
  const age = (name) => fs.statSync(path.join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (const name of fs.readdirSync(directory).sort((a, b) => age(b) - age(a)).slice(count)) fs.rmSync(path.join(directory, name), { recursive: true, force: true });
}
