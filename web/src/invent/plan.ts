// plan.ts: a game put together from known pieces, and its definition.

import { called, squareAt, squareName } from '../board/squares';

/** A known piece: its moves in XBetza, without rules for drops, and its promoted form, if it has one. */
interface Known {
  id: string;
  name: string;
  moves: string;
  promoted?: { name: string; moves: string };
  /** The ranks at the far end from which it never moves again. */
  dead?: number;
}

export const KING = 'K';

/** In the order in which they are offered.  Names, ids and moves are those of Shogi and Chu Shogi; where both use a letter,
 * Shogi has it. */
export const KNOWN: readonly Known[] = [
  { id: KING, name: 'king', moves: 'K' },
  { id: 'P', name: 'pawn', moves: 'fW', promoted: { name: 'tokin', moves: 'WfF' }, dead: 1 },
  { id: 'L', name: 'lance', moves: 'fR', promoted: { name: 'promoted lance', moves: 'WfF' }, dead: 1 },
  { id: 'N', name: 'knight', moves: 'fN', promoted: { name: 'promoted knight', moves: 'WfF' }, dead: 2 },
  { id: 'S', name: 'silver general', moves: 'FfW', promoted: { name: 'promoted silver', moves: 'WfF' } },
  { id: 'G', name: 'gold general', moves: 'WfF' },
  { id: 'B', name: 'bishop', moves: 'B', promoted: { name: 'dragon horse', moves: 'BW' } },
  { id: 'R', name: 'rook', moves: 'R', promoted: { name: 'dragon king', moves: 'RF' } },
  { id: 'Q', name: 'queen', moves: 'Q' },
  { id: 'Z', name: 'lion', moves: 'KNADcaKcabKmabK' },
  { id: 'I', name: 'go-between', moves: 'vW', promoted: { name: 'drunk elephant', moves: 'FfsW' } },
  { id: 'C', name: 'copper general', moves: 'fFvW', promoted: { name: 'side mover', moves: 'sRvW' } },
  { id: 'F', name: 'ferocious leopard', moves: 'FvW', promoted: { name: 'bishop', moves: 'B' } },
  { id: 'T', name: 'blind tiger', moves: 'FbsW', promoted: { name: 'flying stag', moves: 'vRsWF' } },
  { id: 'E', name: 'drunk elephant', moves: 'FfsW' },
  { id: 'O', name: 'kirin', moves: 'FD', promoted: { name: 'lion', moves: 'KNADcaKcabKmabK' } },
  { id: 'X', name: 'phoenix', moves: 'WA', promoted: { name: 'queen', moves: 'Q' } },
  { id: 'A', name: 'reverse chariot', moves: 'vR', promoted: { name: 'whale', moves: 'vRbB' } },
  { id: 'M', name: 'side mover', moves: 'sRvW', promoted: { name: 'free boar', moves: 'BsR' } },
  { id: 'V', name: 'vertical mover', moves: 'vRsW', promoted: { name: 'flying ox', moves: 'BvR' } },
  { id: 'H', name: 'dragon horse', moves: 'BW' },
  { id: 'D', name: 'dragon king', moves: 'RF' },
  { id: 'Y', name: 'cannon', moves: 'mRcpR' },
];

export const SIDE_LEAST = 3;
export const SIDE_MOST = 16;

export interface Plan {
  title: string;
  files: number;
  ranks: number;
  /** Whether captured pieces go to the hand of the player who captures them. */
  hand: boolean;
  /** The ranks of the promotion zone; 0: nothing promotes. */
  zone: number;
  /** Black's pieces, by square as 7g; White's are the same, seen from the other side. */
  pieces: ReadonlyMap<string, string>;
}

/** The pieces of Shogi: something to begin with. */
export function firstPlan(): Plan {
  const rows = { g: 'PPPPPPPPP', h: '.B.....R.', i: 'LNSGKGSNL' };
  return {
    title: '', files: 9, ranks: 9, hand: true, zone: 3,
    pieces: new Map(Object.entries(rows).flatMap(([rank, row]) => [...row].flatMap((id, column): [string, string][] =>
      (id === '.' ? [] : [[`${9 - column}${rank}`, id]])))),
  };
}

/** The same square as the other side sees it. */
export function opposite({ files, ranks }: Pick<Plan, 'files' | 'ranks'>, square: string): string {
  const { file, rank } = squareAt(square);
  return squareName(files - 1 - file, ranks - 1 - rank);
}

/** The plan with a piece of Black's on a square; null removes what stands there, of either side. */
export function withPiece(plan: Plan, square: string, id: string | null): Plan {
  const pieces = new Map(plan.pieces);
  pieces.delete(square);
  pieces.delete(opposite(plan, square));
  // On the middle of the board both sides' pieces would stand.
  if (id !== null && opposite(plan, square) !== square) pieces.set(square, id);
  return { ...plan, pieces };
}

/** The plan on a board of another size: the pieces keep their distance from Black's edge, and stay in the middle. */
export function resized(plan: Plan, files: number, ranks: number): Plan {
  const [right, down] = [Math.round((files - plan.files) / 2), ranks - plan.ranks];
  let next: Plan = { ...plan, files, ranks, zone: Math.min(plan.zone, Math.floor(ranks / 2)), pieces: new Map() };
  for (const [square, id] of plan.pieces) {
    const at = squareAt(square);
    const [file, rank] = [at.file + right, at.rank + down];
    if (file >= 0 && file < files && rank >= Math.floor(ranks / 2) && rank < ranks) next = withPiece(next, squareName(file, rank), id);
  }
  return next;
}

/** The definition.  all: with all known pieces, on the board or not. */
export function definitionOf(plan: Plan, all = false): string {
  const { title, files, ranks, hand, zone } = plan;
  const used = new Set(plan.pieces.values());
  const kinds = KNOWN.filter(({ id }) => all || used.has(id));
  const promotes = kinds.filter(({ promoted }) => promoted && zone > 0);
  const others = kinds.filter((kind) => !promotes.includes(kind) && kind.id !== KING);
  const drops = ({ id, dead = 0 }: Known) => (!hand ? '' : id === 'P' ? `f@${ranks - dead}` : dead > 0 ? `@${ranks - dead}` : '');
  // Definitions name squares as on a chessboard: c1.
  const squares = (id: string) => [...plan.pieces].filter(([, one]) => one === id).map(([square]) => called(square, files, ranks, 'chess')).sort().join(',');
  // A pawn's drop has the letter f for nifu: not two on a file.
  const line = (kind: Known) => `${kind.name}:${kind.id}:${kind.moves}${drops(kind)}:${kind.id.toLowerCase()}:${squares(kind.id)}`;
  const lines = [
    ...(title.trim() === '' ? [] : [`title=${title.trim().slice(0, 60)}`]),
    `files=${files}`, `ranks=${ranks}`, 'firstRank=1', 'symmetry=rotate', `holdingsType=${hand ? -1 : 0}`,
    ...(hand && used.has('P') ? ['dropMate=P'] : []),
    ...(promotes.length > 0 ? [`promoZone=${zone}`, `maxPromote=${promotes.length}`, `promoOffset=${promotes.length + others.length}`, 'promoChoice=+'] : ['maxPromote=0']),
    'stalemate=win', 'check=strict',
    ...promotes.map(line), ...others.map(line),
    ...promotes.map(({ id, promoted }) => `${promoted!.name}:+${id}:${promoted!.moves}:${id.toLowerCase()}2:`),
    ...kinds.filter(({ id }) => id === KING).map(line),
  ];
  return lines.map((text) => `${text}\n`).join('');
}
