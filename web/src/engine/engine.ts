// engine.ts: the engine beside the page: a worker for each question, which ends with it.
//
// Its module is fetched when it is first wanted and compiled once; workers share it.  What was learned of a game does for
// all with the same pieces on the same board, such as its schools; a game that nobody has learned is guessed from how its pieces
// move.

import type { Finding } from '../../../src/wasm/shoogi.mjs';
import wasm from 'libshoogi-engine.wasm?url';

export interface Question {
  definition: string;
  /** Definitions that it may be based on, by their names. */
  bases?: ReadonlyMap<string, string>;
  start: string;
  /** Made since then, in USI. */
  moves: readonly string[];
  /** So many best lines, or the move of a player of a level. */
  ask: { lines: number; nodes: number } | { level: number; seed: number; nodes: number };
}

/** What it says: what it has found so far; at last its move, '' if there is none, 'win' if it declares, or that it is broken. */
export type EngineReply = { finding: Finding } | { move: string } | { fault: string };

/** What a worker asks for before it begins: the weights that begin so. */
export interface WeightsRequest {
  head: string;
}

const heads = import.meta.glob<string>('../../../variants/weights/*.weights', { query: '?head', import: 'default', eager: true });
const addresses = import.meta.glob<string>('../../../variants/weights/*.weights', { query: '?url', import: 'default', eager: true });
/** Where those are that have been learned, by the lines that say for which games. */
const learned = new Map(Object.entries(heads).map(([file, head]) => [head, addresses[file]!]));

async function bytesAt(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

const known = new Map<string, Promise<Uint8Array>>();

/** Nothing, if nothing has been learned of such a game. */
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

/** Asks a question.  Returns what ends it; then nothing more is reply. */
export function ask(question: Question, send: (reply: EngineReply) => void): () => void {
  let worker: Worker | null = null;
  let over = false;
  const end = () => {
    over = true;
    worker?.terminate();
  };
  const give = (reply: EngineReply) => {
    if (over) return;
    if (!('finding' in reply)) end();
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
