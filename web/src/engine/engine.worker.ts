// engine.worker.ts: answers one question about a position, in a worker that the page may terminate.

import { load } from '../../../src/wasm/shoogi.mjs';
import type { Question, EngineReply, WeightsRequest } from './engine';

const send = (reply: EngineReply | WeightsRequest) => postMessage(reply);

/** Requests from the page the weights with this header. */
const weightsOf = (head: string) => new Promise<Uint8Array>((have) => {
  onmessage = ({ data }: MessageEvent<Uint8Array>) => have(data);
  send({ head });
});

onmessage = async ({ data }: MessageEvent<Question & { module: WebAssembly.Module }>) => {
  const { module, definition, bases = [], start, moves, ask } = data;
  const shoogi = await load(module);
  for (const [name, text] of bases) shoogi.addDefinition(name, text);
  const variant = shoogi.variant(definition, { lenient: true });
  const position = variant.start(start);
  for (const move of moves) position.do(move);
  const engine = variant.engine(await weightsOf(variant.weightsHead()));
  const move = 'level' in ask ? engine.move(position, ask) : engine.search(position, ask, (finding) => send({ finding }));
  send({ move });
};
