// addGames.ts: the games of a text, added to a study.

import { playersOf } from '../recordTitle';
import { readOwn } from '../records/ownText';
import { readRecords } from '../records/reading';
import type { FoundGame } from '../records/split';
import { addChapter, addRecord } from './fromRecord';
import type { Chapter, Study } from './tree';

const read = (source: string, variant: string): Promise<readonly FoundGame[]> => new Promise((done, fail) => {
  const games: FoundGame[] = [];
  readRecords({ source, variant }, (reading) => {
    if ('games' in reading) games.push(...reading.games);
    else if ('fault' in reading) fail(new Error(reading.fault));
    else done(games);
  });
});

/** Adds each game to the chapter if both begin alike, or else as a chapter of its own.  others: the number of games that
 * were not added, since they are of another variant or have faults. */
export async function addGames(study: Study, chapter: Chapter, variant: string, text: string): Promise<{ added: number; others: number }> {
  let [added, others] = [0, 0];
  for (const game of await read(text, variant)) {
    if (game.bad || game.variant !== variant) {
      others++;
      continue;
    }
    const record = readOwn(game.text);
    if ((record.start ?? '') === chapter.start) await addRecord(study.id, record, chapter.node);
    else await addChapter(study.id, playersOf(game) || game.event, record);
    added++;
  }
  return { added, others };
}
