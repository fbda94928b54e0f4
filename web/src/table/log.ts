// log.ts: a game on a free board: its settings and moves, as values and as one text.
//
//     title=Shogi
//     signs=shogi
//     coordinates=shogi
//     captures=hand
//     labels=P,L,N,S,G,B,R,K,+P
//     start=lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -
//     P 7g-7f // the usual one
//     p 3c-3d
//
// The lines before the first move are settings; each line after that is a move.

import { Fault } from '../textFault';
import { read, type Done, type Table } from './courier';
import { readSetup, writeSetup, type Setup } from './setup';
import { LABEL, other, spaces, translated, turnedTo, type Coordinates, type Side } from './spaces';

export interface Settings {
  readonly title: string;
  /** The shipped game whose faces the pieces have; '': letters. */
  readonly signs: string;
  readonly coordinates: Coordinates;
  readonly captures: Table['captures'];
  /** Of the first side. */
  readonly labels: readonly string[];
  readonly start: Setup;
}

export interface Log extends Settings {
  /** The table of these settings. */
  readonly table: Table;
  readonly moves: readonly Done[];
}

/** The longest log: a text from outside must end. */
export const MOVES_MAX = 5000;

export const defaultSettings: Settings = {
  title: '', signs: '', coordinates: 'chess', captures: 'gone', labels: [], start: readSetup('8/8/8/8/8/8/8/8'),
};

/** The labels of the first side: those given, those on the board and in hand.  Without given labels, the promotions of all
 * these, too. */
export function labelsOf({ labels, start }: Pick<Settings, 'labels' | 'start'>): readonly string[] {
  const seen = [...start.position.cells.filter((cell): cell is string => !!cell), ...start.position.hands.keys()];
  const all = new Set([...labels, ...seen.map((label) => turnedTo(label, 'first'))]);
  if (labels.length > 0) return [...all];
  return [...all].flatMap((label) => [label, ...(label.startsWith('+') || all.has(`+${label}`) ? [] : [`+${label}`])]);
}

function tableOf(settings: Settings): Table {
  const { width, height } = settings.start.position;
  const labels = labelsOf(settings);
  return {
    spaces: spaces(width, height, settings.coordinates),
    labels: new Set([...labels, ...labels.map((label) => turnedTo(label, 'second'))]),
    captures: settings.captures,
  };
}

/** The side to move after a number of moves. */
export const turn = ({ start }: Settings, moves: number): Side => (moves % 2 === 0 ? start.side : other(start.side));

export const latest = (log: Log): Setup => ({
  position: log.moves.at(-1)?.position ?? log.start.position, side: turn(log, log.moves.length),
});

/** A move of this log; its spaces may have names of the other style, as in the logs of other pages. */
function readMove(table: Table, position: Setup['position'], side: Side, text: string): Done {
  try {
    return read(table, position, side, text);
  } catch (fault) {
    const [, moves = '', comment = ''] = /^(.*?)(\/\/.*)?$/s.exec(text) ?? [];
    const same = translated(table.spaces, moves);
    if (same === moves) throw fault;
    try {
      return read(table, position, side, same + comment);
    } catch {
      throw fault;
    }
  }
}

/** The log with one more move; throws a Fault if that is impossible. */
export function play(log: Log, text: string): Log {
  if (log.moves.at(-1)?.end) throw new Fault(1, 1, `expected no move, as the game has ended, found "${text.slice(0, 40)}"`);
  if (log.moves.length >= MOVES_MAX) throw new Fault(1, 1, `expected at most ${MOVES_MAX} moves, found one more`);
  const { position, side } = latest(log);
  return { ...log, moves: [...log.moves, readMove(log.table, position, side, text)] };
}

/** The log with its first moves only. */
export const back = (log: Log, moves: number): Log => ({ ...log, moves: log.moves.slice(0, moves) });

export const begin = (settings: Settings): Log => ({ ...settings, table: tableOf(settings), moves: [] });

const line = ({ text, comment }: Done): string => (comment === '' ? text : `${text} // ${comment}`);

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export function write(log: Log): string {
  const { title, signs, coordinates, captures, labels, start, moves } = log;
  const settings = [
    ['title', oneLine(title)], ['signs', signs], ['coordinates', coordinates], ['captures', captures],
    ['labels', labels.join(',')], ['start', writeSetup(start)],
  ];
  return [...settings.map(([name, value]) => `${name}=${value}`), ...moves.map(line)].map((text) => `${text}\n`).join('');
}

const words = <T extends string>(...all: T[]) => (value: string): T => {
  if ((all as string[]).includes(value)) return value as T;
  throw new Fault(1, 1, `expected ${all.join(' or ')}, found "${value.slice(0, 40)}"`);
};

function readLabels(value: string): string[] {
  if (value === '') return [];
  return value.split(',').map((label, i, all) => {
    if (LABEL.test(label)) return turnedTo(label, 'first');
    throw new Fault(1, all.slice(0, i).join(',').length + (i > 0 ? 2 : 1), `expected a label, found "${label.slice(0, 40)}"`);
  });
}

function readName(value: string): string {
  if (/^[\w-]{0,40}$/.test(value)) return value;
  throw new Fault(1, 1, `expected the name of a game, found "${value.slice(0, 40)}"`);
}

/** The parser of each setting. */
const settings: { [name in keyof Settings]: (value: string) => Settings[name] } = {
  title: oneLine, signs: readName, coordinates: words('shogi', 'chess'), captures: words('hand', 'gone'), labels: readLabels, start: readSetup,
};

/** Reads a log.  An impossible move ends it: the moves before it are in .log of the Fault. */
export function readLog(text: string): Log {
  const found: Partial<Record<keyof Settings, unknown>> = {};
  const lines = text.split(/\r?\n/);
  /** Runs a task on a line from a column on, and moves its errors there. */
  const at = <T>(number: number, column: number, task: () => T): T => {
    try {
      return task();
    } catch (error) {
      if (error instanceof Fault) throw new Fault(number, error.column + column, error.message);
      throw error;
    }
  };
  let [i, log] = [0, null as Log | null];
  const started = () => begin({ ...defaultSettings, ...found } as Settings);
  for (const row of lines) {
    i++;
    if (row.trim() === '') continue;
    const [, name, value = ''] = (!log && /^(\w+)=(.*)$/.exec(row)) || [];
    if (name !== undefined) {
      if (!(name in settings))
        throw new Fault(i, 1, `expected a setting of a free board, found "${name.slice(0, 40)}"`);
      const key = name as keyof Settings;
      found[key] = at(i, name.length + 1, () => settings[key](value));
      continue;
    }
    log ??= started();
    const before = log;
    try {
      log = at(i, 0, () => play(before, row));
    } catch (error) {
      throw Object.assign(error as Fault, { log });
    }
  }
  return log ?? started();
}
