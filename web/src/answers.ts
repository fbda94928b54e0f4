// answers.ts: the types of the server's answers; docs/api describes them.

import type { Colour } from '../../src/wasm/shoogi.mjs';

export interface Player {
  name: string;
  /** The level of an engine; 0: not an engine. */
  engine?: number;
  /** When the game began, such as "1500?"; in the answer about one game. */
  rating?: string;
  /** Set once the game has counted for ratings. */
  rating_before?: string;
  rating_after?: string;
}

export interface Result {
  outcome: 'black' | 'white' | 'draw' | 'no-contest';
  reason: string;
}

/** The reading of one player's clock. */
export interface Reading {
  grace_ms?: number;
  bank_ms: number;
  period_ms?: number;
  period_moves?: number;
  periods?: number;
  vacation_until_ms?: number;
  /** The time this side uses goes to the other's bank. */
  hourglass?: boolean;
}

export interface Clock {
  text: string;
  running: Colour | null;
  /** Until when this is valid without an event: then a weekend begins or ends, or a vacation ends. */
  until_ms?: number;
  black: Reading;
  white: Reading;
  /** The time of this reading. */
  at_ms: number;
}

/** The fields common to games and challenges. */
export interface Options {
  time_control: string | null;
  /** "correspondence", "blitz" and others. */
  speed: string;
  rated: boolean;
  undo: boolean;
  illegal_loses: boolean;
  /** The ratings that may accept: "1500-1800"; null: all. */
  ratings?: string | null;
}

/** A comment on a move. */
export interface Remark {
  by: Colour;
  text: string;
}

export interface Played {
  /** The number of its event. */
  number: number;
  kind: string;
  by: Colour;
  usi?: string;
  text: string;
  think_ms?: number;
  comments?: readonly Remark[];
}

/** Whether an entry of the moves changes the board; a resignation does not. */
export const changesBoard = ({ kind }: Played): boolean => kind === 'move' || kind === 'handicap';

export interface GameAnswer extends Options {
  id: number;
  variant: string;
  definition: number;
  black: Player;
  white: Player;
  /** null: the start of the variant. */
  start: string | null;
  sfen: string;
  turn: Colour | null;
  moves: readonly Played[];
  /** More moves follow. */
  more: boolean;
  events: number;
  seen: Readonly<Record<Colour, number>>;
  offers: Readonly<Record<Colour, readonly string[]>>;
  /** The move, counted from 1, to go back to, where "takeback" is offered. */
  takeback?: Readonly<Record<Colour, number | null>>;
  /** The sides whose royals have all entered the promotion zone. */
  entered: readonly Colour[];
  /** For players: whether the rules have an impasse. */
  impasse?: boolean;
  /** For players: one's own conditional moves, lines in USI, each "MOVE ANSWER MOVE ANSWER". */
  plan?: readonly string[];
  result: Result | null;
  clock: Clock | null;
  /** "agreed": the next move will be sealed; "sealed": it is, and the clocks stand still. */
  adjourned?: 'agreed' | 'sealed' | null;
  /** False if a player has asked that the game not be analysed. */
  analysis?: boolean;
  /** For players: whether one has asked that oneself. */
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
  /** The position from which the game begins; absent: the first position of its game. */
  start?: string;
  /** Set in lists and events in place of a long `start`, which only the answer for the challenge has. */
  long_start?: boolean;
  /** The key to accept an unlisted challenge; the owner alone sees it. */
  key?: string;
  /** The game without a winner that this would replay; otherwise absent. */
  again?: number;
  /** The game of which this is a rematch; otherwise absent. */
  rematch_of?: number;
  comment: string;
  /** When it expires, if at all. */
  until_ms?: number;
  /** Absent from events, which are the same for all. */
  mine?: boolean;
  can_answer?: boolean;
}

/** The side that a player has in a game; null for others. */
export function sideOf(game: { black: Player; white: Player }, name: string | undefined): Colour | null {
  return name === undefined ? null : game.black.name === name ? 'black' : game.white.name === name ? 'white' : null;
}

/** Whether it is a player's turn. */
export function isTurnOf(game: GameRow, name: string | undefined): boolean {
  const side = sideOf(game, name);
  return side !== null && game.turn === side;
}

/** The address of a challenge, for the opponent; an unlisted one has a key. */
export const linkTo = ({ id, key }: Pick<Challenge, 'id' | 'key'>): string => `${location.origin}/?${key ? `key=${key}` : `challenge=${id}`}`;

/** Whether a name is that of one of the server's engines, which no player can have. */
export const isEngine = (name: string): boolean => /^engine\d+$/i.test(name.trim());

/** The event of the latest move, after which the next move comes; 0 at the start. */
export function latestOf(game: GameAnswer): number {
  return game.moves.at(-1)?.number ?? 0;
}
