// StartBoard.tsx: the position from which the game of a challenge begins, as a small board that leads to the editor, where it
// can be read, spoken and changed.

import { toPicture, toPosition } from '../positions';
import { t } from '../words';
import { FirstPosition, isDrawn } from './MiniBoard';
import { placedOf } from './placed';
import './start.css';

export function StartBoard({ variant, sfen }: { variant: string; sfen: string }) {
  const picture = <FirstPosition game={variant} start={isDrawn(variant) ? placedOf(sfen) : null} picture={toPicture(variant, sfen)} />;
  return variant.startsWith('@') ? <span class="start-board">{picture}</span>
    : <a class="start-board" href={toPosition('editor', variant, sfen)}><span class="sr-only">{t('The position from which the game begins')}</span>{picture}</a>;
}
