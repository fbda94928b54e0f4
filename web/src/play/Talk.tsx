// Talk.tsx: a chat: messages, and a form to send one.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Select, Text } from '../design/parts';
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
  /** Whether the page shows the title above the chat already. */
  titled?: boolean;
  kinds: readonly string[];
  /** null: messages of no game. */
  game: number | null;
  /** The kinds of message that one can send; none for mere readers. */
  ways: readonly Way[];
}

export function Talk({ title, titled = false, kinds, game, ways }: TalkProps) {
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
      {!titled && <h2>{title}</h2>}
      <div class="lines" ref={list} role="log" aria-label={title} tabIndex={0}>
        {lines.map((line) => (
          <p key={line.key} class={line.kind}>
            {line.from !== null && <b><PlayerLink name={line.from} />{line.kind === 'tell' ? ` ${t('to you')}` : ''}: </b>}{line.text}
          </p>
        ))}
      </div>
      {ways.length > 0 && (
        <form class="line" onSubmit={said}>
          {ways.length > 1 && (
            <Select title={t('Send to')} name="to" value={String(way)} options={ways.map(({ name }, i) => [String(i), name])} onChoose={(value) => setWay(Number(value))} />
          )}
          <Text title={t('Message')} name="message" placeholder={ways.length === 1 ? ways[0]!.name : ''} value={text} maxlength={500} spellcheck fault={fault} onChange={setText} />
          <Button type="submit" disabled={!text.trim()}>{t('Send')}</Button>
        </form>
      )}
    </section>
  );
}
