// engine.ts: the engine beside the page: one worker for each question.
//
// The module is fetched on first use and compiled once for all workers.  Weights fit all games with the same pieces on
// the same board, such as rule sets of one game.  Without weights the engine estimates piece values from the moves of
// the pieces.

import type { Finding } from '../../../src/wasm/shoogi.mjs';
import wasm from 'libshoogi-engine.wasm?url';

export interface Question {
  definition: string;
  /** The definitions it may be based on, by name. */
  bases?: ReadonlyMap<string, string>;
  start: string;
  /** The moves since then, in USI. */
  moves: readonly string[];
  /** The best lines, the move of a player of a level, or an evaluation of each position of the game. */
  ask: { lines: number; nodes: number } | { level: number; seed: number; nodes: number } | { each: true; nodes: number };
}

/** The evaluation of the position after so many moves. */
export interface Evaluation {
  ply: number;
  /** For Black, in hundredths of a pawn. */
  score_cp: number | null;
  /** The best line, in USI. */
  line: string;
}

/** What has been found so far; at last a move ('' if there is none, 'win' for a declaration) or an error. */
export type EngineReply = { finding: Finding } | { evaluation: Evaluation } | { move: string } | { fault: string };

/** A worker's request for the weights with this header. */
export interface WeightsRequest {
  head: string;
}

const heads = import.meta.glob<string>('../../../variants/weights/*.weights', { query: '?head', import: 'default', eager: true });
const addresses = import.meta.glob<string>('../../../variants/weights/*.weights', { query: '?url', import: 'default', eager: true });
/** The URLs of weights, by the header that names their games. */
const learned = new Map(Object.entries(heads).map(([file, head]) => [head, addresses[file]!]));

async function bytesAt(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

const known = new Map<string, Promise<Uint8Array>>();

/** Empty if there are no weights for such a game. */
function weightsOf(head: string): Promise<Uint8Array> {
  const file = learned.get(head);
  if (file === undefined) return Promise.resolve(new Uint8Array());
  let weights = known.get(file);
  if (!weights) {
    weights = bytesAt(file).then((bytes) => new Uint8Array(bytes));
    weights.catch(() => known.delete(file));
    known.set(file, weights);
  }
  return weights;
}

let compiled: Promise<WebAssembly.Module> | undefined;

function engine(): Promise<WebAssembly.Module> {
  compiled ??= bytesAt(wasm).then((bytes) => WebAssembly.compile(bytes));
  compiled.catch(() => { compiled = undefined; });
  return compiled;
}

/** Asks a question.  Returns a function that ends it; no reply comes after that. */
export function ask(question: Question, send: (reply: EngineReply) => void): () => void {
  let worker: Worker | null = null;
  let over = false;
  const end = () => {
    over = true;
    worker?.terminate();
  };
  const give = (reply: EngineReply) => {
    if (over) return;
    if ('move' in reply || 'fault' in reply) end();
    send(reply);
  };
  const broken = (error: unknown) => give({ fault: String(error) });
  engine().then((module) => {
    if (over) return;
    worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<EngineReply | WeightsRequest>) => {
      if (!('head' in data)) give(data);
      else weightsOf(data.head).then((weights) => { if (!over) worker?.postMessage(weights); }, broken);
    };
    worker.onerror = ({ message }) => give({ fault: message });
    worker.postMessage({ ...question, module });
  }).catch(broken);
  return end;
}
