// latest.ts: the position to which the main line of a study leads.

import { Game } from '../game';
import { variantOf } from '../play/rules';
import { api } from '../server';
import { studyOf, type StudyAnswer } from './tree';

/** The position at the end of the main line of the first chapter, as SFEN.  null: the line has no moves. */
export async function latestOf(id: number): Promise<string | null> {
  const study = studyOf(await api.get<StudyAnswer>(`/api/studies/${id}`));
  const { node: start, start: sfen } = study.chapters[0]!;
  const moves: string[] = [];
  for (let node = study.nodes.get(start); node?.next[0] !== undefined;) {
    node = study.nodes.get(node.next[0]);
    if (node) moves.push(node.usi);
  }
  if (moves.length === 0) return null;
  const game = new Game(await variantOf(study.definition), sfen === '' ? null : sfen);
  try {
    for (const usi of moves) game.play(usi);
    return game.sfen;
  } finally {
    game.free();
  }
}
