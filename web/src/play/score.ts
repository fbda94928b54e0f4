// score.ts: what the engine thinks of a position, in words.

import { t } from '../words';

/** A forced mate is worth 30000 less the plies until then. */
const MATE_CP = 30000;
const WON_CP = 29000;

/** A score for Black. */
export function scoreInWords(score: number): string {
  const plies = MATE_CP - Math.abs(score);
  if (score > WON_CP) return t('Black wins in {plies} plies', { plies });
  if (score < -WON_CP) return t('White wins in {plies} plies', { plies });
  return `${score > 0 ? '+' : score < 0 ? '−' : ''}${(Math.abs(score) / 100).toFixed(2)}`;
}
