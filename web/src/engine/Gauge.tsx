// Gauge.tsx: an evaluation bar beside the board, filled by Black's winning chances.

import { chanceOf, percentOf, scoreInWords } from '../play/score';
import { t } from '../words';
import './engine.css';

/** score: for Black; null while unknown.  turned: the board is seen from White's side. */
export function Gauge({ score, turned }: { score: number | null; turned: boolean }) {
  const known = score ?? 0;
  return (
    <div class={turned ? 'gauge turned' : 'gauge'} role="meter" aria-label={t("Black's winning chances")}
      aria-valuemin={0} aria-valuemax={100} aria-valuenow={percentOf(known)}
      aria-valuetext={score === null ? t('The engine is thinking.') : scoreInWords(known)} title={score === null ? undefined : scoreInWords(known)}>
      <div style={{ blockSize: `${(100 * chanceOf(known)).toFixed(1)}%` }} />
      <b aria-hidden="true">{percentOf(known)}</b>
    </div>
  );
}
