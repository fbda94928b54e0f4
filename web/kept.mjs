// kept.mjs: what a test build has made before of the same sources, in the directory of the compiler cache, for other clones.
// Without ccache nothing is kept.

import { execFileSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** A directory for things of a kind, or null. */
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

/** All files of a directory, or the file itself, in one order everywhere. */
function filesOf(name) {
  if (!fs.statSync(name).isDirectory()) return [name];
  return fs.readdirSync(name).sort().flatMap((one) => filesOf(path.join(name, one)));
}

/** The digest of files and directories, by their names from `root` and contents, of words, and of the version of Node.js. */
export function digestOf(root, names, ...words) {
  const sum = crypto.createHash('sha256').update(JSON.stringify([process.version, ...words]));
  for (const file of names.flatMap(filesOf)) {
    const bytes = fs.readFileSync(file);
    sum.update(`${path.relative(root, file)} ${bytes.length}\n`).update(bytes);
  }
  return sum.digest('hex');
}

/** Puts a file or directory into its place at once: nobody sees half of it. */
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

/** Leaves the latest of a directory. */
export function leaveLatest(directory, count) {
  const age = (name) => fs.statSync(path.join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  for (const name of fs.readdirSync(directory).sort((a, b) => age(b) - age(a)).slice(count)) fs.rmSync(path.join(directory, name), { recursive: true, force: true });
}
