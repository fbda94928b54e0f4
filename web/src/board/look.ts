// look.ts: the appearance of boards: one table of settings, kept in the browser and in links.
//
// Every setting is one of a few words, so that a link (?set=letters&theme=walnut), a form and the stored settings are
// checked in the same way.  The settings of a link apply while its page is open.  They are stored only when the
// reader changes something.

import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { useLayoutEffect, useState } from 'preact/hooks';
import { readerNotation } from '../notation';
import { readStored, store } from '../stored';
import { msg } from '../words';
import type { DrawableVariant } from './drawableVariant';
import { chessFrom, type Coordinates } from './squares';

interface Setting {
  readonly title: string;
  /** The words it may have, each with its label; the first is the default. */
  readonly words: Readonly<Record<string, string>>;
}

const settings = <const T extends Record<string, Setting>>(table: T): T => table;

export const SETTINGS = settings({
  set: {
    title: msg('Pieces'),
    words: {
      kanji: msg('One kanji'), kanji2: msg('Two kanji'), letters: msg('Letters'), symbols: msg('Symbols'), moves: msg('Move diagrams'),
    },
  },
  theme: {
    title: msg('Board'),
    words: {
      own: msg('Game default'), kaya: msg('Kaya wood'), katsura: msg('Katsura wood'), walnut: msg('Walnut'), tatami: msg('Tatami'),
      slate: msg('Slate'), paper: msg('Printed page'), contrast: msg('High contrast'),
    },
  },
  coords: {
    title: msg('Coordinates'),
    words: { own: msg('As in moves'), western: '7f', japanese: '7六', chess: 'c4', none: msg('None') },
  },
  far: { title: msg('Symbols of the other side'), words: { turned: msg('Upside down'), upright: msg('Upright') } },
  turn: { title: msg('Nearest side'), words: { own: msg('My side'), black: msg('Black'), white: msg('White') } },
  checkered: { title: msg('Checkered squares'), words: { own: msg('Game default'), yes: msg('Yes'), no: msg('No') } },
  targets: { title: msg('Show possible moves'), words: { yes: msg('Yes'), no: msg('No') } },
  threats: { title: msg('Show threatened pieces'), words: { no: msg('No'), yes: msg('Yes') } },
  tips: { title: msg('Show square names on hover'), words: { yes: msg('Yes'), no: msg('No') } },
  motion: { title: msg('Animate moves'), words: { yes: msg('Yes'), no: msg('No') } },
});

export type Look = { readonly [K in keyof typeof SETTINGS]: keyof (typeof SETTINGS)[K]['words'] };
export type Theme = Look['theme'];
export type PieceSet = Look['set'];

/** The appearance of a board on the screen: its coordinates are known. */
export type Shown = Omit<Look, 'coords'> & { readonly coords: Coordinates | 'none' };

/** The number of the rank nearest to Black. */
const firstRank = (variant: Pick<DrawableVariant, 'parameter'>): number => Number(variant.parameter('firstRank') ?? 1);

/** By default the squares have the names of the moves beside them; but a diagram with pictures comes from a page whose
 * squares are a1, b2 ..., and so does a definition whose first rank has a number other than 1. */
function coordinatesOf(variant: Pick<DrawableVariant, 'parameter'>): 'western' | 'japanese' | 'chess' {
  if (variant.parameter('graphicsDir') !== null || variant.parameter('whitePrefix') !== null || firstRank(variant) !== 1) return 'chess';
  return readerNotation() === 'japanese' ? 'japanese' : 'western';
}

/** The look of the board of a game. */
export const inGame = (look: Look | Shown, variant: Pick<DrawableVariant, 'parameter'>): Shown =>
  ({ ...look, coords: look.coords === 'own' ? coordinatesOf(variant) : look.coords });

/** The style of square names; where the board shows none, too. */
export function naming(look: Look | Shown, variant: Pick<DrawableVariant, 'parameter'>): Coordinates {
  const { coords } = inGame(look, variant);
  const style = coords === 'none' ? coordinatesOf(variant) : coords;
  return style === 'chess' ? chessFrom(firstRank(variant)) : style;
}

/** Whether moves of the game are written with squares such as a1: then moves are written as on the pages of such games. */
export const inOwnSquares = (variant: Pick<DrawableVariant, 'parameter'>): boolean => look().coords === 'own' && inGame(look(), variant).coords === 'chess';

/** Whether the board is turned, for the player of this side or a spectator. */
export const isTurned = ({ turn }: Look, mine: Colour | null): boolean => (turn === 'own' ? mine : turn) === 'white';

const NAMES = Object.keys(SETTINGS) as (keyof Look)[];

const first = (name: keyof Look): string => Object.keys(SETTINGS[name].words)[0]!;

/** The defaults. */
export const PLAIN = Object.fromEntries(NAMES.map((name) => [name, first(name)])) as Look;

/** The valid settings in a table of words. */
export function known(words: Readonly<Record<string, unknown>>): Partial<Look> {
  return Object.fromEntries(NAMES
    .filter((name) => typeof words[name] === 'string' && Object.hasOwn(SETTINGS[name].words, words[name]))
    .map((name) => [name, words[name]])) as Partial<Look>;
}

// ---- Storage ----

const KEPT = 'shoogi.look';
const PRESETS = 'shoogi.presets';

function stored(key: string): Record<string, unknown> {
  const value = readStored(key);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Record<string, unknown> : {};
}

let current: Look | null = null;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

export function look(): Look {
  return (current ??= {
    ...PLAIN, ...known(stored(KEPT)), ...known(Object.fromEntries(new URLSearchParams(globalThis.location?.search))),
  });
}

/** Changes settings for every board of the page, and stores them. */
export function setLook(changes: Partial<Look>): void {
  current = { ...look(), ...changes };
  store(KEPT, current);
  notify();
}

/** Registers a listener for changes of appearance and presets; returns a function that removes it. */
export function onInspect(listener: () => void): () => void {
  listeners.add(listener);
  return () => { listeners.delete(listener); };
}

/** The appearance; the component renders again when it changes. */
export function useLook(): Look {
  const [seen, see] = useState(look);
  useLayoutEffect(() => onInspect(() => see(look())), []);
  return seen;
}

// ---- Presets: named appearances ----

/** An appearance from its stored form. */
export const preset = (words: unknown): Look => ({ ...PLAIN, ...known(Object(words) as Record<string, unknown>) });

export function presets(): ReadonlyMap<string, Look> {
  return new Map(Object.entries(stored(PRESETS)).map(([name, words]) => [name, preset(words)]));
}

/** Saves the appearance under a name; null deletes the name. */
export function setPreset(name: string, kept: Look | null): void {
  const all = new Map(presets());
  if (kept) all.set(name, kept);
  else all.delete(name);
  store(PRESETS, Object.fromEntries(all));
  notify();
}
