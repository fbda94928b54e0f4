// triedRecord.ts: a game of this browser as a record, and its upload as one of the account's.
//
// The module that writes records is large and comes when a record is wanted.

import { openRecords } from '../library';
import type { Written } from '../records/convert';
import { uploadRecord } from '../server';
import { keepTried, triedGames, type Tried } from '../tried';
import { t } from '../words';

const engineName = (level: number): string => t('Computer, level {level}', { level });

/** The ends that are no moves, as USI files have them. */
const ENDS = { resigned: 'resign', time: 'timeout' } as const;

/** The game as one line of USI. */
const usiOf = ({ sfen, moves, end, declared }: Tried): string =>
  `${sfen === null ? 'startpos' : `sfen ${sfen}`} moves ${moves.join(' ')} ${end ? ENDS[end] : declared ? 'declare' : ''}`.trim();

/** The game in a format of formats.ts.  name: of the reader. */
export async function recordOf(game: Tried, format: string, name: string): Promise<Written> {
  if (format === 'usi') return { text: `${usiOf(game)}\n`, losses: [] };
  const { shoogi, definitions } = await openRecords();
  const variant = shoogi.variant(game.text ?? definitions.get(game.variant) ?? '', { lenient: true, name: game.variant });
  const record = variant.record(usiOf(game), { format: 'usi' });
  try {
    const players = { black: name, white: name, ...(game.level > 0 && { [game.colour]: engineName(game.level) }) };
    for (const [side, player] of Object.entries(players)) if (player !== '') record.setHeader(side, player);
    return record.write(format);
  } finally {
    record.free();
    variant.free();
  }
}

/** Stores the game among the reader's records; returns the number of the record. */
export async function upload(game: Tried, name: string): Promise<number> {
  const { text } = await recordOf(game, 'shoogi', name);
  const record = await uploadRecord(text, game.variant);
  keepTried({ ...game, record });
  return record;
}

/** Stores the finished games that this browser has kept; those of an edited definition are left, since the server has
 * none. */
export async function uploadFinished(name: string): Promise<void> {
  for (const game of triedGames())
    if (game.over && game.record === undefined && game.text === undefined) await upload(game, name);
}
