// More.tsx: a button that opens a menu of further actions.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../design/parts';
import { t } from '../words';

export interface MoreItem {
  name: string;
  disabled?: boolean;
  onChoose(): void;
}

/** Escape, a press elsewhere and every choice close it; the arrows move in it. */
export function More({ items, children }: { items: readonly MoreItem[]; children?: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const inside = () => [...root.current!.querySelectorAll<HTMLElement>('.menu :is(button:not(:disabled), input)')];
  useLayoutEffect(() => {
    if (!open) return;
    inside()[0]?.focus();
    const elsewhere = (event: Event) => {
      const at = event.target as Node;
      // A press on a label moves the focus to what is around the menu.
      if (!root.current!.contains(at) && !(event.type === 'focusin' && at.contains(root.current))) setOpen(false);
    };
    addEventListener('pointerdown', elsewhere);
    addEventListener('focusin', elsewhere);
    return () => {
      removeEventListener('pointerdown', elsewhere);
      removeEventListener('focusin', elsewhere);
    };
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!open || (by === undefined && event.key !== 'Escape')) return;
    event.preventDefault();
    if (by === undefined) return close();
    const all = inside();
    all[(all.indexOf(document.activeElement as HTMLElement) + by + all.length) % all.length]?.focus();
  };
  return (
    <div class="more-menu" ref={root} onKeyDown={onKeyDown}>
      <Button ref={opener} aria-expanded={open} onClick={() => setOpen(!open)}>{t('More …')}</Button>
      {open && (
        <div class="menu" role="group" aria-label={t('More actions')}>
          {items.map(({ name, disabled = false, onChoose }) => (
            <Button key={name} disabled={disabled} onClick={() => {
              close();
              onChoose();
            }}>{name}</Button>
          ))}
          {children}
        </div>
      )}
    </div>
  );
}
