// engine.worker.ts: answers one question about a position, in a worker that the page may terminate.

import { load, type Engine, type Position } from '../../../src/wasm/shoogi.mjs';
import { endedScore } from './ended';
import type { Evaluation, Question, EngineReply, WeightsRequest } from './engine';

const send = (reply: EngineReply | WeightsRequest) => postMessage(reply);

/** Requests from the page the weights with this header. */
const weightsOf = (head: string) => new Promise<Uint8Array>((have) => {
  onmessage = ({ data }: MessageEvent<Uint8Array>) => have(data);
  send({ head });
});

function evaluate(engine: Engine, position: Position, ply: number, nodes: number): Evaluation {
  const ended = endedScore(position.result().outcome);
  if (ended !== undefined) return { ply, score_cp: ended, line: '' };
  let [score_cp, line]: [number | null, string] = [null, ''];
  engine.search(position, { lines: 1, nodes }, (finding) => { [score_cp, line] = [finding.score_cp, finding.moves.join(' ')]; });
  return { ply, score_cp, line };
}

onmessage = async ({ data }: MessageEvent<Question & { module: WebAssembly.Module }>) => {
  const { module, definition, bases = [], start, moves, ask } = data;
  const shoogi = await load(module);
  for (const [name, text] of bases) shoogi.addDefinition(name, text);
  const variant = shoogi.variant(definition, { lenient: true });
  const position = variant.start(start);
  const engine = variant.engine(await weightsOf(variant.weightsHead()));
  if ('each' in ask) {
    send({ evaluation: evaluate(engine, position, 0, ask.nodes) });
    for (const [i, move] of moves.entries()) {
      position.do(move);
      send({ evaluation: evaluate(engine, position, i + 1, ask.nodes) });
    }
    return send({ move: '' });
  }
  for (const move of moves) position.do(move);
  const move = 'level' in ask ? engine.move(position, ask) : engine.search(position, ask, (finding) => send({ finding }));
  send({ move });
};
