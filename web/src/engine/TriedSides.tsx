// TriedSides.tsx: the computer and the reader, whose turn it is, and the reader's clock.

import type { ComponentChildren } from 'preact';
import { Icon } from '../design/Icon';
import { colourName, other } from '../sides';
import { t } from '../words';
import type { EngineSide } from './Opponent';

export interface TriedSidesProps {
  engineSide: EngineSide;
  /** Of the reader: whether it is their turn; null: the game is over. */
  turn: boolean | null;
  /** The reader's clock. */
  children: ComponentChildren;
}

export function TriedSides({ engineSide: { level, colour }, turn, children }: TriedSidesProps) {
  return (
    <ul class="tried-sides">
      <li class={turn === false ? 'turn' : undefined}>
        <Icon name="computer" /> <strong>{t('Computer')}</strong> <span class="quiet">{t('level {level}', { level })}, {colourName(colour)}</span>
        {turn === false && <span class="quiet now">{t('is thinking')}</span>}
      </li>
      <li class={turn === true ? 'turn' : undefined}>
        <Icon name="reader" /> <strong>{t('You')}</strong> <span class="quiet">{colourName(other(colour))}</span>
        {children}
      </li>
    </ul>
  );
}
