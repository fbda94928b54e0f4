// parts.tsx: the components of all pages.  Their looks are in components.css, and /design shows them in development
// builds.

import type { ComponentChildren, JSX, Ref } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../words';
import { Icon, type IconName } from './Icon';

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'icon' | 'class'> & {
  /** A page has one primary action; a bare button looks like text: a move in a list, a place in a sentence. */
  kind?: 'plain' | 'primary' | 'danger' | 'bare';
  icon?: IconName;
  large?: boolean;
};

const classOf = (kind: string, large: boolean) =>
  [kind === 'bare' ? '' : 'button', kind === 'plain' ? '' : kind, large ? 'large' : ''].filter(Boolean).join(' ');

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
  /** The error in the value; empty: none. */
  fault?: string | undefined;
}

/** A field of a form: its title, the control, a hint, and its fault.  `children` gets the attributes that tie the control to the last two. */
function Field({ title, hint, fault = '', children }: FieldProps & { children(tied: object): ComponentChildren }) {
  const id = useId();
  const noted = hint !== undefined || fault !== '';
  return (
    <div class="field">
      <label>{title} {children({ ...(noted && { 'aria-describedby': id }), ...(fault !== '' && { 'aria-invalid': true }) })}</label>
      {noted && <span class="hint" id={id}>{hint}{fault !== '' && <span class="fault" role="alert">{fault}</span>}</span>}
    </div>
  );
}

interface WritingProps extends FieldProps {
  name?: string;
  value: string;
  onChange?(value: string): void;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  spellcheck?: boolean;
  autocomplete?: string;
  maxlength?: number;
}

export interface TextProps extends WritingProps {
  type?: 'text' | 'password' | 'email' | 'number' | 'date';
  /** For a text to copy: focus selects the whole text. */
  readonly?: boolean;
  inputmode?: string;
  list?: string;
  pattern?: string;
  min?: number;
  max?: number;
  control?: Ref<HTMLInputElement>;
}

/** A field for one line of text, which is read as it stands: no spelling is checked, and nothing filled in. */
export const Text = ({ title, hint, fault, onChange, control, ...more }: TextProps) => (
  <Field {...{ title, hint, fault }}>{(tied) => (
    <input ref={control ?? null} {...{ spellcheck: false, autocomplete: 'off', ...more, ...tied } as JSX.IntrinsicElements['input']}
      onFocus={(event) => { if (more.readonly) event.currentTarget.select(); }}
      onInput={(event) => onChange?.(event.currentTarget.value)} />
  )}</Field>
);

export interface AreaProps extends WritingProps {
  rows: number;
  control?: Ref<HTMLTextAreaElement>;
  onPaste?(event: ClipboardEvent): void;
}

/** A field for several lines of text. */
export const Area = ({ title, hint, fault, onChange, control, ...more }: AreaProps) => (
  <Field {...{ title, hint, fault }}>{(tied) => (
    <textarea ref={control ?? null} {...{ spellcheck: false, autocomplete: 'off', ...more, ...tied } as JSX.IntrinsicElements['textarea']}
      onInput={(event) => onChange?.(event.currentTarget.value)} />
  )}</Field>
);

export interface CountProps extends Pick<FieldProps, 'title'> {
  name?: string;
  value: number;
  min: number;
  max: number;
  onChange(value: number): void;
}

/** A field for a whole number; only numbers between its bounds are passed on. */
export function Count({ title, value, min, max, onChange, ...more }: CountProps) {
  /** The text in the field if it is no such number. */
  const [wrong, setWrong] = useState<string | null>(null);
  useLayoutEffect(() => setWrong(null), [value]);
  return (
    <Field title={title} fault={wrong === null ? '' : t('A whole number from {min} to {max}', { min, max })}>{(tied) => (
      <input type="number" {...more} {...tied} min={min} max={max} value={wrong ?? value} onInput={({ currentTarget: { value: text, valueAsNumber: count } }) => {
        const fits = Number.isInteger(count) && count >= min && count <= max;
        setWrong(fits ? null : text);
        if (fits) onChange(count);
      }} />
    )}</Field>
  );
}

/** A button that opens a file. */
export const File = ({ title, onFile, ...more }: { title: string; name?: string; accept?: string; onFile(file: File): void }) => (
  <label class="button file">{title} <input class="sr-only" type="file" {...more} onChange={({ currentTarget }) => {
    const file = currentTarget.files?.[0];
    if (file) onFile(file);
    // The same file can be opened again.
    currentTarget.value = '';
  }} /></label>
);

interface TickProps {
  name?: string;
  title: ComponentChildren;
  value: boolean;
  /** A switch acts at once; a tick is part of a form. */
  role?: 'switch';
  onChange(value: boolean): void;
}

export const Tick = ({ title, value, onChange, ...more }: TickProps) => (
  <label class="tick"><input type="checkbox" {...more} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} /> {title}</label>
);

/** The field above a list that shows what fits it. */
export const Search = ({ value, onChange }: { value: string; onChange(value: string): void }) => (
  <input type="search" name="sought" value={value} placeholder={t('Search')} aria-label={t('Search')} onInput={(event) => onChange(event.currentTarget.value)} />
);

export interface SelectProps extends FieldProps, Pick<JSX.IntrinsicElements['select'], 'disabled'> {
  name?: string;
  value: string;
  options?: readonly (readonly [value: string, words: string])[] | undefined;
  /** Further options, such as GameOptions. */
  children?: ComponentChildren;
  onChoose(value: string): void;
}

export const Select = ({ title, hint, fault, options = [], children, onChoose, ...more }: SelectProps) => (
  <Field {...{ title, hint, fault }}>{(tied) => (
    <select {...more} {...tied} onChange={(event) => onChoose(event.currentTarget.value)}>
      {options.map(([one, words]) => <option key={one} value={one}>{words}</option>)}
      {children}
    </select>
  )}</Field>
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
