// keptAnalyses.ts: the analyses that the engine in this browser has made, for readers who come back.
//
// Each is kept under its whole game, so that a game with another move has none.

import type { Evaluation } from '../engine/engine';
import { readStored, store } from '../stored';

const KEY = 'shoogi.analyses';
/** The limits of the store, in analyses and in characters; the oldest are dropped first. */
const KEPT_MAX = 20;
const CHARACTERS_MAX = 600_000;

type Kept = [game: string, positions: readonly Evaluation[]];

/** A short name for a text: two hashes (FNV-1a) of 32 bits. */
function named(text: string): string {
  const hash = (seed: number) => {
    let sum = seed;
    for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 16777619);
    return (sum >>> 0).toString(36);
  };
  return `${hash(2166136261)} ${hash(84696351)} ${text.length}`;
}

const isEvaluation = (one: unknown): one is Evaluation => {
  const { ply, score_cp, line } = (one ?? {}) as Record<string, unknown>;
  return typeof ply === 'number' && (score_cp === null || typeof score_cp === 'number') && typeof line === 'string';
};

/** All kept analyses, the oldest first; the store may hold anything. */
function read(): Kept[] {
  const all = readStored(KEY);
  return Array.isArray(all) ? all.filter((one): one is Kept =>
    Array.isArray(one) && typeof one[0] === 'string' && Array.isArray(one[1]) && one[1].every(isEvaluation)) : [];
}

/** The analyses made on this page, which may not fit into the storage of the browser. */
const here = new Map<string, readonly Evaluation[]>();

/** The analysis of a game; empty if there is none. */
export function keptAnalysis(game: string): readonly Evaluation[] {
  if (game === '') return [];
  const name = named(game);
  return here.get(name) ?? read().find(([one]) => one === name)?.[1] ?? [];
}

export function keepAnalysis(game: string, positions: readonly Evaluation[]): void {
  const name = named(game);
  here.set(name, positions);
  const all = [...read().filter(([one]) => one !== name), [name, positions] as Kept].slice(-KEPT_MAX);
  while (JSON.stringify(all).length > CHARACTERS_MAX && all.shift());
  store(KEY, all);
}
