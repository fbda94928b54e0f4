// Confirm.tsx: the confirmation of a move, with an optional comment.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../words';

export interface ConfirmProps {
  /** The move in notation. */
  name: string;
  onSend(comment: string): void;
  onCancel(): void;
}

export function Confirm({ name, onSend, onCancel }: ConfirmProps) {
  const [comment, setComment] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  // At once, so that Enter sends the move.
  useLayoutEffect(() => button.current?.focus(), [name]);
  return (
    <form class="confirm" onSubmit={(event) => {
      event.preventDefault();
      onSend(comment.trim());
    }}>
      <label>{t('Comment (optional)')} <input value={comment} maxlength={500} onInput={(event) => setComment(event.currentTarget.value)} /></label>
      <button type="submit" ref={button}>{t('Send {move}', { move: name })}</button>
      <button type="button" onClick={onCancel}>{t('Cancel')}</button>
    </form>
  );
}
