// Confirm.tsx: the confirmation of a move, with an optional comment.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, Text } from '../design/parts';
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
    <form class="confirm line" onSubmit={(event) => {
      event.preventDefault();
      onSend(comment.trim());
    }}>
      <Text title={t('Comment (optional)')} name="comment" value={comment} maxlength={500} spellcheck onChange={setComment} />
      <Button kind="primary" type="submit" ref={button}>{t('Send {move}', { move: name })}</Button>
      <Button onClick={onCancel}>{t('Cancel')}</Button>
    </form>
  );
}
