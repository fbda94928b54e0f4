// answers.ts: the shapes of what the server answers; docs/api tells what they mean.

import type { Colour } from '../../src/wasm/shoogi.mjs';

export interface Player {
  name: string;
  /** The level of one that is an engine; 0: it is none. */
  engine?: number;
  rating?: number;
}

export interface Result {
  outcome: 'black' | 'white' | 'draw' | 'no-contest';
  reason: string;
}

/** What one player's clock shows. */
export interface Reading {
  grace_ms?: number;
  bank_ms: number;
  period_ms?: number;
  period_moves?: number;
  periods?: number;
  vacation_until_ms?: number;
  /** What this side spends goes into the other's bank. */
  hourglass?: boolean;
}

export interface Clock {
  text: string;
  running: Colour | null;
  /** Until when that is so if nothing happens: then a weekend begins or ends, or a vacation is over. */
  until_ms?: number;
  black: Reading;
  white: Reading;
  /** When it showed that. */
  at_ms: number;
}

/** What games and challenges have in common. */
export interface Options {
  time_control: string | null;
  /** "correspondence", "blitz" and others. */
  speed: string;
  rated: boolean;
  undo: boolean;
  illegal_loses: boolean;
  /** "1500-1800": of whom it is for; null: of anybody. */
  ratings?: string | null;
}

/** Words that stay beside a move. */
export interface Remark {
  by: Colour;
  text: string;
}

export interface Played {
  /** Of its event. */
  number: number;
  kind: string;
  by: Colour;
  usi?: string;
  text: string;
  think_ms?: number;
  comments?: readonly Remark[];
}

export interface GameAnswer extends Options {
  id: number;
  variant: string;
  definition: number;
  black: Player;
  white: Player;
  /** null: as the variant has it. */
  start: string | null;
  sfen: string;
  turn: Colour | null;
  moves: readonly Played[];
  /** There are more behind the last of these. */
  more: boolean;
  events: number;
  seen: Readonly<Record<Colour, number>>;
  offers: Readonly<Record<Colour, readonly string[]>>;
  /** Which move, counted from 1, one wants to go back to, where "takeback" is offered. */
  takeback?: Readonly<Record<Colour, number | null>>;
  /** One's own: whether the rules let one end it as an impasse. */
  impasse?: boolean;
  /** One's own conditional moves: lines in USI, each "MOVE ANSWER MOVE ANSWER". */
  plan?: readonly string[];
  result: Result | null;
  clock: Clock | null;
  /** "agreed": the next move is to be sealed; "sealed": it is, and the clocks stand still. */
  adjourned?: 'agreed' | 'sealed' | null;
  /** Neither player has asked that it be not analysed. */
  analysis?: boolean;
  /** One's own: whether one has asked that. */
  no_analysis?: boolean;
  /** Of a protected game. */
  key?: string;
  comment: string;
  created_ms: number;
  latest_ms: number;
  settled: boolean;
}

export interface GameRow extends Options {
  id: number;
  variant: string;
  black: Player;
  white: Player;
  moves: number;
  turn: Colour | null;
  result: Result | null;
  created_ms: number;
  ended_ms?: number;
}

export interface Challenge extends Options {
  id: number;
  by: string;
  variant: string;
  colour: string;
  grades: boolean;
  pattern: string;
  move: string | null;
  /** By which it is answered, where it stands in no list; one's own alone. */
  key?: string;
  /** The game that is to be played again; absent otherwise. */
  again?: number;
  comment: string;
  /** When it goes, if a day was said. */
  until_ms?: number;
  /** Not in events, which are the same for all. */
  mine?: boolean;
  can_answer?: boolean;
}

/** Whose pieces somebody has in a game; null if nobody's. */
export function sideOf(game: { black: Player; white: Player }, name: string | undefined): Colour | null {
  return name === undefined ? null : game.black.name === name ? 'black' : game.white.name === name ? 'white' : null;
}

/** The event of a game's latest move: what a move that has not been made comes behind; 0 at the start. */
export function latestOf(game: GameAnswer): number {
  return game.moves.at(-1)?.number ?? 0;
}
