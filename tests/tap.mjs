// tap.mjs: tests in JavaScript, by their names, printed as TAP.

/** Runs each in turn; one that throws fails, and with it the program. */
export async function run(tests) {
  let number = 0;
  console.log(`1..${Object.keys(tests).length}`);
  for (const [name, test] of Object.entries(tests)) {
    number++;
    try {
      await test();
      console.log(`ok ${number} - ${name}`);
    } catch (error) {
      console.log(`not ok ${number} - ${name}`);
      for (const line of (error.stack ?? String(error)).split('\n')) console.log(`# ${line}`);
      process.exitCode = 1;
    }
  }
}
