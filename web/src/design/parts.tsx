// parts.tsx: the components of all pages.  Their looks are in components.css, and /design shows them in development
// builds.

import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './Icon';

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'icon' | 'class'> & {
  /** A page has one primary action. */
  kind?: 'plain' | 'primary' | 'danger';
  icon?: IconName;
  large?: boolean;
};

const classOf = (kind: string, large: boolean) => ['button', kind === 'plain' ? '' : kind, large ? 'large' : ''].filter(Boolean).join(' ');

export const Button = ({ kind = 'plain', icon, large = false, children, ...more }: ButtonProps) => (
  <button type="button" class={classOf(kind, large)} {...more}>{icon && <Icon name={icon} />}{children}</button>
);

type ButtonLinkProps = Pick<ButtonProps, 'kind' | 'icon' | 'large'> & { href: string; onClick?(event: MouseEvent): void; children: ComponentChildren };

/** A link that looks like a button, because it begins something. */
export const ButtonLink = ({ kind = 'plain', icon, large = false, children, ...more }: ButtonLinkProps) => (
  <a class={classOf(kind, large)} {...more}>{icon && <Icon name={icon} />}{children}</a>
);

export const Field = ({ name, hint, children }: { name: ComponentChildren; hint?: ComponentChildren; children: ComponentChildren }) => (
  <label class="field">{name} {children}{hint !== undefined && <span class="hint">{hint}</span>}</label>
);

export interface SelectProps {
  name: ComponentChildren;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  onChoose(value: string): void;
}

export const Select = ({ name, value, options, onChoose }: SelectProps) => (
  <Field name={name}>
    <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      {options.map(([one, words]) => <option key={one} value={one}>{words}</option>)}
    </select>
  </Field>
);

/** A modal dialog, open while it is rendered; Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ComponentChildren }) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current!;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog ref={box} class="dialog" aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}

/** A message that asks for nothing. */
export const Toast = ({ children }: { children: ComponentChildren }) => <p class="toast" role="status">{children}</p>;

export interface TabsProps {
  title: string;
  chosen: string;
  tabs: readonly (readonly [name: string, words: string])[];
  onChoose(name: string): void;
}

/** The arrow keys choose, as they do in other programs. */
export function Tabs({ title, chosen, tabs, onChoose }: TabsProps) {
  const at = tabs.findIndex(([name]) => name === chosen);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const to = (at + by + tabs.length) % tabs.length;
    onChoose(tabs[to]![0]);
    (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };
  return (
    <div role="tablist" aria-label={title} onKeyDown={onKeyDown}>
      {tabs.map(([name, words]) => (
        <button type="button" role="tab" key={name} aria-selected={name === chosen} tabIndex={name === chosen ? 0 : -1} onClick={() => onChoose(name)}>{words}</button>
      ))}
    </div>
  );
}

export const Card = ({ children, ...more }: JSX.IntrinsicElements['section']) => <section class="card" {...more}>{children}</section>;
export const List = ({ children }: { children: ComponentChildren }) => <ul class="list">{children}</ul>;
export const Badge = ({ kind = '', children }: { kind?: '' | 'live' | 'warns'; children: ComponentChildren }) => <span class={`badge ${kind}`.trim()}>{children}</span>;

export const Table = ({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly ComponentChildren[])[] }) => (
  <div class="table-wide">
    <table class="grid">
      <thead><tr>{heads.map((head) => <th key={head} scope="col">{head}</th>)}</tr></thead>
      <tbody>{rows.map((row, i) => <tr key={i}>{row.map((cell, j) => <td key={j}>{cell}</td>)}</tr>)}</tbody>
    </table>
  </div>
);

/** The first letter of a name, where a person stands. */
export const Avatar = ({ name }: { name: string }) => <span class="avatar" aria-hidden="true">{[...name][0]?.toUpperCase() ?? ''}</span>;

/** Nothing here yet, and what to do about it. */
export const Empty = ({ children }: { children: ComponentChildren }) => <div class="empty">{children}</div>;
