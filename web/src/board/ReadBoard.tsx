// ReadBoard.tsx: a board in sentences, for readers who cannot see it.

import { useState } from 'preact/hooks';
import type { View } from '../game';
import { t } from '../words';
import { boardInWords } from './speech';
import type { DrawableVariant } from './drawableVariant';
import { naming, useLook } from './look';

export function ReadBoard({ variant, view, turned }: { variant: DrawableVariant; view: View; turned: boolean }) {
  const look = useLook();
  const [open, setOpen] = useState(false);
  return (
    <details class="read" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Read the board')}</summary>
      {open && boardInWords(variant, view, turned, naming(look, variant)).map((line, i) => <p key={i}>{line}</p>)}
    </details>
  );
}
