// Talk.tsx: a chat: messages, and a form to send one.

import { useEffect, useRef, useState } from 'preact/hooks';
import { api, inWords, useMe } from '../server';
import { PlayerLink } from '../PlayerLink';
import { add, useTalk } from '../talk';
import { t } from '../words';
import './play.css';

export interface Way {
  command: string;
  name: string;
  fields: Readonly<Record<string, unknown>>;
}

export interface TalkProps {
  title: string;
  kinds: readonly string[];
  /** null: messages of no game. */
  game: number | null;
  /** The kinds of message that one can send; none for mere readers. */
  ways: readonly Way[];
}

export function Talk({ title, kinds, game, ways }: TalkProps) {
  const me = useMe();
  const lines = useTalk((line) => kinds.includes(line.kind) && line.game === game);
  const [way, setWay] = useState(0);
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => { if (list.current) list.current.scrollTop = list.current.scrollHeight; }, [lines.length]);

  const said = (event: Event) => {
    event.preventDefault();
    const chosen = ways[way] ?? ways[0];
    if (!chosen || !text.trim()) return;
    setFault('');
    setText('');
    api.post(chosen.command, { ...chosen.fields, text }).then(
      () => add({ kind: chosen.command, from: me?.name ?? '', text, game }),
      (error: unknown) => {
        setFault(inWords(error));
        setText(text);
      },
    );
  };
  return (
    <section class="talk" aria-label={title}>
      <h2>{title}</h2>
      <div class="lines" ref={list} role="log" aria-label={title} tabIndex={0}>
        {lines.map((line) => (
          <p key={line.key} class={line.kind}>
            {line.from !== null && <b><PlayerLink name={line.from} />{line.kind === 'tell' ? ` ${t('to you')}` : ''}: </b>}{line.text}
          </p>
        ))}
      </div>
      {ways.length > 0 && (
        <form onSubmit={said}>
          {ways.length > 1 && (
            <select aria-label={t('Send to')} value={String(way)} onChange={(event) => setWay(Number(event.currentTarget.value))}>
              {ways.map(({ name }, i) => <option key={name} value={String(i)}>{name}</option>)}
            </select>
          )}
          <input aria-label={t('Message')} placeholder={ways[way]?.name} value={text} maxlength={500} autocomplete="off"
            onInput={(event) => setText(event.currentTarget.value)} />
          <button type="submit" disabled={!text.trim()}>{t('Send')}</button>
        </form>
      )}
      {fault && <p role="alert" class="fault">{fault}</p>}
    </section>
  );
}
