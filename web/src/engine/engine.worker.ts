// engine.worker.ts: answers one question about a position, in a worker that the page may terminate.

import { load, type Engine, type Position, type Variant } from '../../../src/wasm/shoogi.mjs';
import { endedScore } from './ended';
import type { Evaluation, Question, EngineReply, Learned, LearnedRequest } from './engine';

/** MiB of the transposition table: for an analysis, which may go on for minutes, and for other questions. */
const TABLE_LONG = 64;
const TABLE_SHORT = 16;

const send = (reply: EngineReply | LearnedRequest) => postMessage(reply);

/** Requests the weights and the network of the game from the page. */
const learnedOf = (variant: Variant) => new Promise<Learned>((have) => {
  onmessage = ({ data }: MessageEvent<Learned>) => have(data);
  send({ heads: { weights: variant.weightsHead(), network: variant.networkHead() } });
});

/** An engine that plays by the network, or by the weights if the network is missing or broken. */
function engineOf(variant: Variant, { weights, network }: Learned, table_mib: number): Engine {
  try {
    return variant.engine(weights, { network, table_mib });
  } catch (fault) {
    if (network.length === 0) throw fault;
    console.warn(`The engine plays without the network: ${String(fault)}`);
    return variant.engine(weights, { table_mib });
  }
}

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
  const engine = engineOf(variant, await learnedOf(variant), 'lines' in ask ? TABLE_LONG : TABLE_SHORT);
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
