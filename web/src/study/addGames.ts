// addGames.ts: the games of a text as variations of a study.

import { readOwn } from '../records/ownText';
import { readRecords } from '../records/reading';
import type { FoundGame } from '../records/split';
import { addRecord } from './fromRecord';
import type { Study } from './tree';

const read = (source: string, variant: string): Promise<readonly FoundGame[]> => new Promise((done, fail) => {
  const games: FoundGame[] = [];
  readRecords({ source, variant }, (reading) => {
    if ('games' in reading) games.push(...reading.games);
    else if ('fault' in reading) fail(new Error(reading.fault));
    else done(games);
  });
});

/** others: those of another game or start, or with a fault. */
export async function addGames(study: Study, variant: string, text: string): Promise<{ added: number; others: number }> {
  let [added, others] = [0, 0];
  for (const game of await read(text, variant)) {
    const record = readOwn(game.text);
    if (game.bad || game.variant !== variant || (record.start ?? '') !== study.start) {
      others++;
      continue;
    }
    await addRecord(study.id, record);
    added++;
  }
  return { added, others };
}
