// tap.mjs: tests in JavaScript, by their names, printed as TAP.

/** Runs each in turn; one that throws fails, and with it the program.  An argument of the program is words of the names
 * of those that are wanted. */
export async function run(tests) {
  const wanted = Object.entries(tests).filter(([name]) => name.includes(process.argv[2] ?? ''));
  let number = 0;
  console.log(`1..${wanted.length}`);
  for (const [name, test] of wanted) {
    const begun = performance.now();
    number++;
    try {
      await test();
      console.log(`# ${((performance.now() - begun) / 1000).toFixed(1)} s`);
      console.log(`ok ${number} - ${name}`);
    } catch (error) {
      console.log(`not ok ${number} - ${name}`);
      for (const line of (error.stack ?? String(error)).split('\n')) console.log(`# ${line}`);
      process.exitCode = 1;
    }
  }
}
