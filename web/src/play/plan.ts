// plan.ts: conditional moves as a tree.

/** The answer to a move of the opponent, and what may follow. */
export interface Answer {
  /** In USI. */
  move: string;
  answer: string;
  then: readonly Answer[];
}

interface Growing extends Answer {
  then: Growing[];
}

/** The tree of lines, each "MOVE ANSWER MOVE ANSWER". */
export function planTree(lines: readonly string[]): readonly Answer[] {
  const root: Growing[] = [];
  for (const line of lines) {
    const moves = line.split(' ');
    let at = root;
    for (let i = 0; i + 1 < moves.length; i += 2) {
      const [move, answer] = [moves[i]!, moves[i + 1]!];
      let step = at.find((one) => one.move === move);
      if (!step) at.push((step = { move, answer, then: [] }));
      at = step.then;
    }
  }
  return root;
}
