// engine.worker.ts: answers one question about a position, in a thread that the page ends when it wants no more of it.

import { load } from '../../../src/wasm/shoogi.mjs';
import type { Question, EngineReply, WeightsRequest } from './engine';

const send = (reply: EngineReply | WeightsRequest) => postMessage(reply);

/** The weights for games that begin so, from the page. */
const weightsOf = (head: string) => new Promise<Uint8Array>((have) => {
  onmessage = ({ data }: MessageEvent<Uint8Array>) => have(data);
  send({ head });
});

onmessage = async ({ data }: MessageEvent<Question & { module: WebAssembly.Module }>) => {
  const { module, definition, bases = [], start, moves, ask } = data;
  const shoogi = await load(module);
  for (const [name, text] of bases) shoogi.addDefinition(name, text);
  const variant = shoogi.variant(definition, { lenient: true, page: /^\s*</.test(definition) });
  const position = variant.start(start);
  for (const move of moves) position.do(move);
  const engine = variant.engine(await weightsOf(variant.weightsHead()));
  const move = 'level' in ask ? engine.move(position, ask) : engine.search(position, ask, (finding) => send({ finding }));
  send({ move });
};
