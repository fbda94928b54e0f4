// play_test.mjs: whole games between people at the page as it was built and the server, as they are played.
// Prints TAP; what it saw lies in web-pictures/ of the build directory.

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../tests/tap.mjs';
import { address, end, openAt, picture, PHONE, square, violations, walk } from './browser.mjs';
import { accept, arrived, begin, Caller, leave, moves, offer, person, point, Proxy } from './people.mjs';

const tests = {
  'a game is offered, answered and played, with talk, a draw declined and a resignation': async () => {
    const anna = await person('anna');
    const bert = await person('bert', '', { options: PHONE });
    await begin(anna, bert, { colour: 'black', clock: '10m/30s' });
    await point(anna, '7g7f');
    await arrived(bert, 1);
    await point(bert, '3c3d');
    await arrived(anna, 2);
    await picture(anna, 'play');
    assert.deepEqual(await moves(anna), ['P-7f', 'P-3d']);
    await leave(anna, bert);
  },
};

await run(tests);
await end();
