// pointing.ts: the places to select where pieces are set up or moved by hand, as a tree of moves (board/moves.ts).
//
// Every piece may move to every square: a million moves on a large board.  So the nodes are made on demand.

import type { Step } from '../board/moves';

class Lazy implements ReadonlyMap<string, Step> {
  readonly #keys: ReadonlySet<string>;
  readonly #make: (key: string) => Step;

  constructor(keys: ReadonlySet<string>, make: (key: string) => Step) {
    this.#keys = keys;
    this.#make = make;
  }

  get size(): number {
    return this.#keys.size;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  get(key: string): Step | undefined {
    return this.#keys.has(key) ? this.#make(key) : undefined;
  }

  keys() {
    return this.#keys.values();
  }

  *values() {
    for (const key of this.#keys) yield this.#make(key);
    return undefined;
  }

  *entries() {
    for (const key of this.#keys) yield [key, this.#make(key)] as [string, Step];
    return undefined;
  }

  [Symbol.iterator]() {
    return this.entries();
  }

  forEach(call: (value: Step, key: string, map: ReadonlyMap<string, Step>) => void): void {
    for (const [key, step] of this) call(step, key, this);
  }
}

const none: ReadonlyMap<string, Step> = new Map();
const end = (text: string): Step => ({ next: none, ends: new Map([['', text]]) });

/** A single place. */
export const oneOf = (places: ReadonlySet<string>): Step => ({ next: new Lazy(places, end), ends: new Map() });

/** From one place to another, in USI. */
export const fromTo = (from: ReadonlySet<string>, to: ReadonlySet<string>): Step => ({
  next: new Lazy(from, (start) => {
    const others = new Set(to);
    others.delete(start);
    return { next: new Lazy(others, (place) => end(start + place)), ends: new Map() };
  }),
  ends: new Map(),
});
