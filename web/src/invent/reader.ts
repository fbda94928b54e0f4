// reader.ts: reads definitions in a worker, each within a time limit.
//
// One text is read at a time, then the latest of those that came meanwhile.  A worker that exceeds DEADLINE_MS is
// terminated, and so is a module that runs out of memory (128 MiB, src/wasm/meson.build).

import type { Trial } from './trial';

export const DEADLINE_MS = 4000;

export type Reading =
  | { state: 'read'; text: string; trial: Trial }
  | { state: 'late' | 'broken'; text: string };

export type WorkerLike = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

const start = (): WorkerLike => new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' });

export class Reader {
  readonly #report: (reading: Reading) => void;
  readonly #start: () => WorkerLike;
  #worker: WorkerLike | null = null;
  #ready = false;
  #reading: string | null = null;
  #waiting: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(report: (reading: Reading) => void, make: () => WorkerLike = start) {
    this.#report = report;
    this.#start = make;
  }

  read(text: string): void {
    this.#waiting = text;
    this.#next();
  }

  close(): void {
    this.#end();
    this.#waiting = null;
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
    this.#reading = null;
  }

  #next(): void {
    if (this.#waiting === null || this.#reading !== null) return;
    if (!this.#worker) this.#begin();
    if (!this.#ready) return;
    const text = this.#waiting;
    this.#waiting = null;
    this.#reading = text;
    this.#timer = setTimeout(() => this.#done({ state: 'late', text }), DEADLINE_MS);
    this.#worker!.postMessage(text);
  }

  #begin(): void {
    const worker = (this.#worker = this.#start());
    worker.onmessage = ({ data }: MessageEvent<'ready' | Trial>) => {
      if (worker !== this.#worker) return;
      if (data === 'ready') this.#ready = true;
      else if (this.#reading !== null) this.#done({ state: 'read', text: this.#reading, trial: data });
      this.#next();
    };
    worker.onerror = () => {
      if (worker === this.#worker) this.#done({ state: 'broken', text: this.#reading ?? this.#waiting ?? '' });
    };
  }

  #done(reading: Reading): void {
    clearTimeout(this.#timer);
    if (reading.state === 'read') this.#reading = null;
    else {
      this.#end();
      if (this.#waiting === reading.text) this.#waiting = null;
    }
    this.#report(reading);
    this.#next();
  }
}

/** Reads one text. */
export function readOnce(text: string): Promise<Reading> {
  return new Promise((resolve) => {
    const reader = new Reader((reading) => {
      reader.close();
      resolve(reading);
    });
    reader.read(text);
  });
}
