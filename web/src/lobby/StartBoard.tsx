// StartBoard.tsx: the position from which the game of a challenge begins, as a small board that leads to the editor, where it
// can be read, spoken and changed.

import type { Challenge } from '../answers';
import { useLoad } from '../load';
import { toPicture, toPosition } from '../positions';
import { api } from '../server';
import { t } from '../words';
import { FirstPosition, isDrawn } from './MiniBoard';
import { placedOf } from './placed';
import './start.css';

export function StartBoard({ variant, sfen }: { variant: string; sfen: string }) {
  const picture = <FirstPosition game={variant} start={isDrawn(variant) ? placedOf(sfen) : null} picture={toPicture(variant, sfen)} />;
  return variant.startsWith('@') ? <span class="start-board">{picture}</span>
    : <a class="start-board" href={toPosition('editor', variant, sfen)}><span class="sr-only">{t('The position from which the game begins')}</span>{picture}</a>;
}

/** The start position of a challenge in a list; the page fetches a long one, which lists do not have. */
export function ListedStart({ challenge }: { challenge: Pick<Challenge, 'id' | 'variant' | 'start' | 'long_start'> }) {
  const { id, variant, start, long_start: long } = challenge;
  const asked = useLoad(async () => (long ? (await api.get<Challenge>(`/api/challenges/${id}`)).start : undefined), long ? id : 0).value;
  const sfen = start ?? asked;
  return sfen === undefined ? null : <StartBoard variant={variant} sfen={sfen} />;
}
