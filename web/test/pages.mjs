// pages.mjs: runs the tests of the page, all files in one browser, one after the other, each with a server of its own.
// Prints TAP: the name of a case begins with that of its file.
//
//     node pages.mjs [--quick|--soak] NAME[:WORDS]...     of NAME_test.mjs the cases with these words in their names, or all
//
// A file exports its cases as `tests`, and as `soak` those for script/soak only; a soak case may replace a shorter case
// of the same name; --soak runs both.  --quick, for script/test, leaves out the cases marked as `alone`.  `serving` holds
// options of its server, and `chromium` the browser it needs, if not the common one.
//
// A line before each result gives the seconds that the case took, and the processor time of the browser, the server and this
// program.
//
// After a case that fails or hangs, or ends the browser or server, the next case gets new ones.

import fs from 'node:fs';
import { closeWindows, launch, quick, quit, serve, serves, soaking, stopServing, whatIsShown } from './browser.mjs';

/** A case that takes longer hangs: each of its steps has its own, shorter timeout. */
const HANGS_MS = 600000;

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));

/** The file, with the wanted cases. */
async function read(word) {
  const [, name, part = ''] = /^(\w+)(?::(.*))?$/.exec(word);
  try {
    const { tests = {}, soak = {}, serving = [], chromium } = await import(`./${name}_test.mjs`);
    const wanted = Object.entries(soaking ? { ...tests, ...soak } : tests)
      .filter(([title, test]) => title.includes(part) && !(quick && test.alone));
    return { name, wanted, serving, chromium };
  } catch (error) {
    return { name, wanted: [['can be read', () => { throw error; }]], serving: [] };
  }
}

/** Ends a hanging case. */
async function inTime(test) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${HANGS_MS / 1000} s`)), HANGS_MS);
  });
  try {
    await Promise.race([test(), late]);
  } finally {
    clearTimeout(timer);
  }
}

let number = 0;

/** The processor time of this process and its descendants so far, in seconds. */
function processorSeconds() {
  const rows = new Map();
  for (const pid of fs.readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    let stat;
    try {
      stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    } catch {
      continue; // the process has ended
    }
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    rows.set(pid, { parent, ticks: rest.slice(9, 13).reduce((sum, n) => sum + Number(n), 0) });
  }
  const below = (pid) => pid === String(process.pid) || (rows.has(pid) && pid !== '1' && below(rows.get(pid).parent));
  let sum = 0;
  for (const [pid, { ticks }] of rows) if (below(pid)) sum += ticks;
  return sum / 100;
}

async function tell(title, test) {
  const begun = performance.now();
  const before = processorSeconds();
  number++;
  try {
    await test();
    console.log(`# ${((performance.now() - begun) / 1000).toFixed(1)} s, ${(processorSeconds() - before).toFixed(1)} s of processors`);
    console.log(`ok ${number} - ${title}`);
  } catch (error) {
    console.log(`not ok ${number} - ${title}`);
    for (const line of [...(error.stack ?? String(error)).split('\n'), ...await whatIsShown()]) console.log(`# ${line}`);
    process.exitCode = 1;
    await quit(); // whatever state it is in
  }
}

const files = [];
for (const word of words) files.push(await read(word));
console.log(`1..${files.reduce((sum, { wanted }) => sum + wanted.length, 0)}`);
for (const { name, wanted, serving, chromium } of files) {
  for (const [i, [title, test]] of wanted.entries())
    await tell(`${name}: ${title}`, async () => {
      await launch(chromium);
      if (!serves()) await serve(...serving);
      await inTime(test);
      await closeWindows();
      if (i === wanted.length - 1 || !serves()) await stopServing();
    });
  if (serves()) await stopServing().catch(() => {}); // the last case has failed already
}
await quit();
process.exit(); // a case that hung may still wait for something
