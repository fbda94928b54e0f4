// engine.worker.ts: answers one question about a position, in a thread that the page ends when it wants no more of it.

import { load } from '../../../src/wasm/shoogi.mjs';
import type { Question, Told } from './engine';

const tell = (told: Told) => postMessage(told);

onmessage = async ({ data }: MessageEvent<Question & { module: WebAssembly.Module; weights: Uint8Array }>) => {
  const { module, weights, definition, bases = [], start, moves, ask } = data;
  const shoogi = await load(module);
  for (const [name, text] of bases) shoogi.addDefinition(name, text);
  const variant = shoogi.variant(definition, { lenient: true, page: /^\s*</.test(definition) });
  const position = variant.start(start);
  for (const move of moves) position.do(move);
  const engine = variant.engine(weights);
  const move = 'level' in ask ? engine.move(position, ask) : engine.search(position, ask, (finding) => tell({ finding }));
  tell({ move });
};
