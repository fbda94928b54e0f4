// engine.ts: the engine beside the page: one worker for each question.
//
// The module is fetched on first use and compiled once for all workers.  Weights and networks fit all games with the same
// pieces on the same board, such as rule sets of one game.  Without weights the engine estimates piece values from the
// moves of the pieces.

import type { Finding } from '../../../src/wasm/shoogi.mjs';
import plain from 'libshoogi-engine-plain.wasm?url';
import simd from 'libshoogi-engine.wasm?url';
import { hasSimd } from './simd';

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

/** A worker's request for the weights and the network with these headers. */
export interface LearnedRequest {
  heads: { weights: string; network: string };
}

/** The bytes of a game's weights and network; empty if there are none. */
export interface Learned {
  weights: Uint8Array;
  network: Uint8Array;
}

const heads = import.meta.glob<string>('../../../variants/weights/*.{weights,network}', { query: '?head', import: 'default', eager: true });
const addresses = import.meta.glob<string>('../../../variants/weights/*.{weights,network}', { query: '?url', import: 'default', eager: true });
/** The URLs of weights and networks, by the header that names their games. */
const learned = new Map(Object.entries(heads).map(([file, head]) => [head, addresses[file]!]));

async function bytesAt(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}

const known = new Map<string, Promise<Uint8Array>>();

/** The file with this header; empty if there is none. */
function fileOf(head: string): Promise<Uint8Array> {
  const file = learned.get(head);
  if (file === undefined) return Promise.resolve(new Uint8Array());
  let content = known.get(file);
  if (!content) {
    content = bytesAt(file).then((bytes) => new Uint8Array(bytes));
    content.catch(() => known.delete(file));
    known.set(file, content);
  }
  return content;
}

/** The network with this header; empty without SIMD, where a network costs three quarters of the nodes, more than it gains, and if it
 * cannot be fetched. */
async function networkOf(head: string): Promise<Uint8Array> {
  try {
    return hasSimd() ? await fileOf(head) : new Uint8Array();
  } catch (fault) {
    console.warn(`The engine plays without the network: ${String(fault)}`);
    return new Uint8Array();
  }
}

async function learnedOf({ heads: wanted }: LearnedRequest): Promise<Learned> {
  const [weights, network] = await Promise.all([fileOf(wanted.weights), networkOf(wanted.network)]);
  return { weights, network };
}

let compiled: Promise<WebAssembly.Module> | undefined;

function engine(): Promise<WebAssembly.Module> {
  compiled ??= bytesAt(hasSimd() ? simd : plain).then((bytes) => WebAssembly.compile(bytes));
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
    worker.onmessage = ({ data }: MessageEvent<EngineReply | LearnedRequest>) => {
      if (!('heads' in data)) give(data);
      else learnedOf(data).then((files) => { if (!over) worker?.postMessage(files); }, broken);
    };
    worker.onerror = ({ message }) => give({ fault: message });
    worker.postMessage({ ...question, module });
  }).catch(broken);
  return end;
}
