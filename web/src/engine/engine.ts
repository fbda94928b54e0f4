// engine.ts: the engine beside the page: a worker for each question, which ends with it.
//
// Its module is fetched when it is first wanted and compiled once; workers share it.  The weights of a game lie beside its
// definition, learned under its name; a game without any is guessed from how its men move.

import type { Finding } from '../../../src/wasm/shoogi.mjs';
import wasm from 'libshoogi-engine.wasm?url';

export interface Question {
  /** What the game is called, for its weights. */
  name: string;
  definition: string;
  /** Definitions that it may be based on, by their names. */
  bases?: ReadonlyMap<string, string>;
  start: string;
  /** Made since then, in USI. */
  moves: readonly string[];
  /** So many best lines, or the move of a player of a level. */
  ask: { lines: number; nodes: number } | { level: number; seed: number; nodes: number };
}

/** What it says: what it has found so far; at last its move, '' if there is none, or that it is broken. */
export type Told = { finding: Finding } | { move: string } | { fault: string };

/** Where those are that have been learned. */
const learned = import.meta.glob<string>('../../../variants/*.weights', { query: '?url', import: 'default', eager: true });

async function bytesAt(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

let compiled: Promise<WebAssembly.Module> | undefined;

function engine(): Promise<WebAssembly.Module> {
  compiled ??= bytesAt(wasm).then((bytes) => WebAssembly.compile(bytes));
  compiled.catch(() => { compiled = undefined; });
  return compiled;
}

const known = new Map<string, Promise<Uint8Array>>();

/** Nothing, if nothing has been learned of the game. */
function weightsOf(name: string): Promise<Uint8Array> {
  const file = learned[`../../../variants/${name}.weights`];
  if (!file) return Promise.resolve(new Uint8Array());
  let weights = known.get(name);
  if (!weights) {
    weights = bytesAt(file).then((bytes) => new Uint8Array(bytes));
    weights.catch(() => known.delete(name));
    known.set(name, weights);
  }
  return weights;
}

/** Asks a question.  Returns what ends it; then nothing more is told. */
export function ask(question: Question, tell: (told: Told) => void): () => void {
  let worker: Worker | null = null;
  let over = false;
  const end = () => {
    over = true;
    worker?.terminate();
  };
  const give = (told: Told) => {
    if (over) return;
    if (!('finding' in told)) end();
    tell(told);
  };
  Promise.all([engine(), weightsOf(question.name)]).then(([module, weights]) => {
    if (over) return;
    worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Told>) => give(data);
    worker.onerror = ({ message }) => give({ fault: message });
    worker.postMessage({ ...question, module, weights });
  }).catch((error: unknown) => give({ fault: String(error) }));
  return end;
}
