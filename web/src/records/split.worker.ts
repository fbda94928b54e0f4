// split.worker.ts: reads the games of a text, in a worker that the page may terminate.

import { load } from '../../../src/wasm/shoogi.mjs';
import { decode } from './decode';
// Only types are imported: the module would bring all definitions, and the question has them.
import type { Question, Reading } from './reading';
import { errorOf, split, type FoundGame } from './split';

/** The number of games in a message to the page. */
const AT_ONCE = 20;

const send = (reading: Reading) => postMessage(reading);

onmessage = async ({ data }: MessageEvent<Question>) => {
  try {
    const { module, definitions, source, variant } = data;
    const shoogi = await load(module);
    for (const [name, text] of definitions) shoogi.addDefinition(name, text);
    const text = typeof source === 'string' ? source : decode(new Uint8Array(await source.arrayBuffer()));
    let games: FoundGame[] = [];
    for (const game of split(shoogi, definitions, text, variant)) {
      games.push(game);
      if (games.length === AT_ONCE) {
        send({ games });
        games = [];
      }
    }
    send({ games });
    send({ done: true });
  } catch (error) {
    send({ fault: errorOf(error) });
  }
};
