// parts.tsx: the components of all pages.  Their looks are in components.css, and /design shows them in development
// builds.

import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../words';
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

interface FieldProps {
  title: ComponentChildren;
  hint?: ComponentChildren;
  children: ComponentChildren;
}

/** A field of a form, under its title. */
const Field = ({ title, hint, hintId, children }: FieldProps & { hintId?: string }) => (
  <div class="field">
    <label>{title} {children}</label>
    {hint !== undefined && <span class="hint" id={hintId}>{hint}</span>}
  </div>
);

export interface TextProps extends Omit<FieldProps, 'children'> {
  name: string;
  value: string;
  onChange(value: string): void;
  type?: 'text' | 'password' | 'email' | 'number' | 'date';
  placeholder?: string;
  required?: boolean;
  spellcheck?: boolean;
  autocomplete?: string;
  inputmode?: string;
  list?: string;
  maxlength?: number;
  min?: number;
  max?: number;
}

/** A field for one line of text, which is read as it stands: no spelling is checked, and nothing filled in. */
export function Text({ title, hint, onChange, ...more }: TextProps) {
  const hintId = useId();
  return (
    <Field title={title} hint={hint} hintId={hintId}>
      <input {...{ spellcheck: false, autocomplete: 'off', ...more } as JSX.IntrinsicElements['input']} aria-describedby={hint === undefined ? undefined : hintId}
        onInput={(event) => onChange(event.currentTarget.value)} />
    </Field>
  );
}

interface TickProps {
  name?: string;
  title: ComponentChildren;
  value: boolean;
  onChange(value: boolean): void;
}

export const Tick = ({ name, title, value, onChange }: TickProps) => (
  <label class="tick"><input type="checkbox" name={name} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} /> {title}</label>
);

/** The field above a list that shows what fits it. */
export const Search = ({ value, onChange }: { value: string; onChange(value: string): void }) => (
  <input type="search" name="sought" value={value} placeholder={t('Search')} aria-label={t('Search')} onInput={(event) => onChange(event.currentTarget.value)} />
);

export interface SelectProps extends Pick<JSX.IntrinsicElements['select'], 'disabled'> {
  title: ComponentChildren;
  name?: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  onChoose(value: string): void;
}

export const Select = ({ title, options, onChoose, ...more }: SelectProps) => (
  <Field title={title}>
    <select {...more} onChange={(event) => onChoose(event.currentTarget.value)}>
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

/** A message at the foot of the window, so that nothing moves under the pointer; it may offer something, but asks for
 * nothing.  The live region is there before its message, or screen readers would not read it. */
export const Toast = ({ children }: { children: ComponentChildren }) => (
  <div class="toasts" role="status">{children && <div class="toast">{children}</div>}</div>
);

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

/** The first letter of a name, where a person stands. */
export const Avatar = ({ name }: { name: string }) => <span class="avatar" aria-hidden="true">{[...name][0]?.toUpperCase() ?? ''}</span>;

/** Nothing here yet, and what to do about it. */
export const Empty = ({ children }: { children: ComponentChildren }) => <div class="empty">{children}</div>;
