// reading.ts: reads records beside the page, in a worker of its own for each text.

import recording from 'libshoogi-records.wasm?url';
import { definitions, fetchDefinition } from '../definitions';
import { errorOf, type FoundGame } from './split';

export interface Request {
  /** A file is decoded in the worker. */
  source: string | Blob;
  /** The game that a record without a name is of. */
  variant: string;
}

/** The message to the worker. */
export interface Question extends Request {
  module: WebAssembly.Module;
  definitions: ReadonlyMap<string, string>;
}

export type Reading = { games: readonly FoundGame[] } | { done: true } | { fault: string };

let module: Promise<WebAssembly.Module> | undefined;

function compiled(): Promise<WebAssembly.Module> {
  module ??= fetch(recording).then(async (answer) => {
    if (!answer.ok) throw new Error(`the reader of records could not be fetched: ${answer.status}`);
    return WebAssembly.compile(await answer.arrayBuffer());
  });
  module.catch(() => { module = undefined; });
  return module;
}

/** The shipped definitions, and that of a game which only this server has. */
async function definitionsWith(name: string): Promise<ReadonlyMap<string, string>> {
  if (definitions.has(name)) return definitions;
  const text = await fetchDefinition(name);
  return text === null ? definitions : new Map([...definitions, [name, text]]);
}

/** Reads all games of a text.  Returns a function that ends it; nothing is heard after that. */
export function readRecords(request: Request, hear: (reading: Reading) => void): () => void {
  let worker: Worker | null = null;
  let over = false;
  const end = () => {
    over = true;
    worker?.terminate();
  };
  const give = (reading: Reading) => {
    if (over) return;
    if (!('games' in reading)) end();
    hear(reading);
  };
  Promise.all([compiled(), definitionsWith(request.variant)]).then(([module, definitions]) => {
    if (over) return;
    worker = new Worker(new URL('./split.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Reading>) => give(data);
    worker.onerror = ({ message }) => give({ fault: message || 'error' });
    worker.postMessage({ ...request, module, definitions } satisfies Question);
  }).catch((error: unknown) => give({ fault: errorOf(error) }));
  return end;
}
