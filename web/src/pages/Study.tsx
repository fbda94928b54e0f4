// Study.tsx: studies: trees of variations that several people edit together.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Piece } from '../../../src/wasm/shoogi.mjs';
import { stateInWords } from '../board/speech';
import type { Arrow } from '../board/Arrows';
import { Board } from '../board/Board';
import { tooLong } from '../api';
import { LookPanel } from '../board/LookPanel';
import { isTurned, useLook } from '../board/look';
import { PieceHelp } from '../board/PieceHelp';
import { TypedMove } from '../board/TypedMove';
import { Area, Button, Text } from '../design/parts';
import { Gauge } from '../engine/Gauge';
import { EngineLines } from '../engine/EngineLines';
import { useEngineAnalysis } from '../engine/engineAnalysis';
import { Game } from '../game';
import { useLoad } from '../load';
import { definitionOf, variantOf, type Definition } from '../play/rules';
import { go, useTitle, type PageProps } from '../navigation';
import { say } from '../liveRegion';
import { PlayerLink } from '../PlayerLink';
import { shownName } from '../playerName';
import { api, inWords, useEvents, useMe } from '../server';
import { useNotation, useSetting } from '../settings';
import { after, chapterOf, isStart, lines, pathTo, studyOf, written, type Done, type Study as Tree, type StudyAnswer } from '../study/tree';
import { listed, t, tx } from '../words';
import type { Variant } from '../library';
import '../setup/setup.css';
import { All } from '../study/All';
import { Book } from '../study/Book';
import { Chapters, titleOf } from '../study/Chapters';
import { GLYPHS, readMarks, toggled, writeMarks, type Marked } from '../study/marks';
import { StudyTools } from '../study/StudyTools';
import { useTreeKeys, Ways } from '../study/Variations';
import '../study/study.css';

export default function Study({ place }: PageProps) {
  const id = Number(place.rest[0] ?? '');
  return id > 0 ? <One id={id} chapter={place.query.get('chapter')} /> : <All asked={place.query} />;
}

function One({ id, chapter }: { id: number; chapter: string | null }) {
  const me = useMe();
  const [study, setStudy] = useState<Tree | null>(null);
  const [fault, setFault] = useState('');
  const fetchIt = () => {
    // A signed-in reader also subscribes to its events.
    const get = () => api.get<StudyAnswer>(`/api/studies/${id}`);
    const asked = me ? api.post<StudyAnswer>(`studies/${id}/watch`, { on: true }).catch((error: unknown) => {
      if (tooLong(error)) return get();
      throw error;
    }) : get();
    asked.then((answer) => setStudy(studyOf(answer)), (error: unknown) => setFault(inWords(error)));
  };
  useEffect(() => {
    if (me === undefined) return undefined;
    fetchIt();
    return () => { if (me) void api.post(`studies/${id}/watch`, { on: false }).catch(() => {}); };
  }, [id, me?.name, me === undefined]);
  useEvents((event) => {
    if (event.event === 'reconnected') return fetchIt();
    if (event.event !== 'study' || event['study'] !== id) return undefined;
    setStudy((before) => {
      const next = before && after(before, event as unknown as Done);
      if (!next) fetchIt();
      return next ?? before;
    });
  }, [id, me?.name]);
  const { value: rules, error } = useLoad(
    () => (study ? Promise.all([variantOf(study.definition), definitionOf(study.definition)]) : new Promise<never>(() => {})), study?.definition);
  useTitle(study?.name ?? t('Study'));
  if (error !== undefined || (fault !== '' && !study))
    return <><h1>{t('Study')}</h1><p role="alert">{fault || inWords(error)}</p></>;
  return study && rules ? <Shown key={study.id} study={study} variant={rules[0]} definition={rules[1]} me={me?.name ?? ''} asked={chapter} /> : <p class="waiting">{t('Loading')}</p>;
}

function Shown({ study, variant, definition, me, asked }: { study: Tree; variant: Variant; definition: Definition; me: string; asked: string | null }) {
  /** The chapter in the address; the first chapter if the address names none. */
  const opened = asked === null ? study.chapters[0]!.node : Number(asked);
  const [wanted, want] = useState(opened);
  const known = useRef(asked);
  useLayoutEffect(() => {
    if (known.current !== asked) want(opened);
    known.current = asked;
  }, [asked]);
  const [inspected, setInspected] = useState<Piece | null>(null);
  const [fault, setFault] = useState('');
  const look = useLook();
  const turned = isTurned(look, null);
  // If the current node was removed, its last remaining ancestor is shown; a node not yet known arrives later.
  const [chapter, path, node] = useMemo(() => {
    const found = pathTo(study, wanted);
    const of = chapterOf(study, wanted);
    return [of, found, found.at(-1) ?? study.nodes.get(of.node)!] as const;
  }, [study, wanted]);
  const game = useMemo(() => {
    const begun = new Game(variant, chapter.start === '' ? null : chapter.start);
    for (const { usi } of path) begun.play(usi);
    return begun;
  }, [variant, chapter.start, node.id]);
  useEffect(() => () => game.free(), [game]);
  const begins = useMemo(() => {
    const position = variant.start(null);
    const sfen = position.sfen();
    position.free();
    return sfen;
  }, [variant]);
  const notation = useNotation();
  const texts = useMemo(() => written(study, chapter, variant, notation), [study.nodes, chapter, variant, notation]);
  const analysis = useEngineAnalysis({ definition: definition.text, ...game.asMoves }, game.view.result.outcome);
  const [gauge] = useSetting('gauge');
  const [drawsEngine] = useSetting('arrows');
  const marked = useMemo(() => readMarks(node.comment), [node.comment]);
  /** The square at which an arrow begins; null: none is being drawn; '' before the first. */
  const [from, setFrom] = useState<string | null>(null);
  const mark = (next: Marked) => void act('comment', { node: node.id, text: writeMarks(next) });
  const draw = (place: string) => {
    if (place.endsWith('*')) return;
    if (from === '') {
      setFrom(place);
      return say(t('From {square}', { square: place }));
    }
    mark(toggled(marked, place === from ? place : `${from}${place}`));
    return setFrom('');
  };
  const best = drawsEngine && analysis.on ? analysis.found.flatMap(({ moves }) => (/\d/.test(moves[0] ?? '') ? [moves[0]!] : [])) : [];
  const arrows = useMemo((): Arrow[] => [
    ...marked.arrows.map((usi) => ({ usi, kind: 'drawn' as const })), ...best.map((usi, i) => ({ usi, kind: i === 0 ? 'best' as const : 'other' as const })),
  ], [marked, best.join(' ')]);
  useTreeKeys(study, node.id, want);
  const spoken = useRef(node.id);
  useEffect(() => {
    if (spoken.current !== node.id) say([texts.get(node.id) ?? t('Start'), marked.glyph, marked.words].filter(Boolean).join(' '));
    spoken.current = node.id;
  }, [node.id]);
  /** Resolves to whether the server has done it. */
  const act = async (what: string, fields: Readonly<Record<string, unknown>>): Promise<boolean> => {
    setFault('');
    try {
      const { node: made } = await api.post<{ node?: number }>(`studies/${study.id}`, { do: what, ...fields });
      if (what === 'chapter') go(`/study/${study.id}?chapter=${made}`);
      else if (made !== undefined) want(made);
      return true;
    } catch (error) {
      setFault(inWords(error));
      say(inWords(error));
      return false;
    }
  };
  const play = (usi: string) => {
    const known = node.next.find((id) => study.nodes.get(id)!.usi === usi);
    if (known !== undefined) want(known);
    else if (study.may_edit) void act('move', { node: node.id, text: usi });
    else setFault(t('Only editors of this study can add moves.'));
  };
  return (
    <>
      <h1>{study.name}</h1>
      <p>{tx('By {name}', { name: <PlayerLink name={study.by} /> })}{study.editors.length > 0 && t(', also edited by {names}', { names: listed(study.editors.map(shownName)) })}</p>
      <div class="beside">
        <Board variant={variant} view={game.view} turned={turned} movers={['black', 'white']} onMove={play} onInspect={setInspected} arrows={arrows}
          {...(from !== null && { onPoint: draw, marks: new Map(from === '' ? [] : [[from, new Set(['picked'])]]) })}
          gauge={analysis.on && gauge && <Gauge score={analysis.score} turned={turned} />} />
        <section class="panel" aria-label={t('Study')}>
          <p class="said">{stateInWords(game.view)}</p>
          <TypedMove variant={variant} view={game.view} turned={turned} read={(text) => game.typed(text)} onMove={play} />
          {fault !== '' && <p role="alert" class="fault">{fault}</p>}
          <div class="buttons">
            <Button disabled={isStart(node)} onClick={() => want(chapter.node)} aria-label={t('Go to the start')}>«</Button>
            <Button disabled={isStart(node)} onClick={() => want(node.parent)} aria-label={t('Previous move')}>‹</Button>
            <Button disabled={node.next.length === 0} onClick={() => want(node.next[0]!)} aria-label={t('Next move')}>›</Button>
            {study.may_edit && !isStart(node) && (
              <Button onClick={() => { want(node.parent); void act('remove', { node: node.id }); }}>{t('Delete from here')}</Button>
            )}
          </div>
          <EngineLines analysis={analysis} ply={path.length + 1} over={game.view.result.outcome !== 'none'} write={(line) => game.written(line)} />
          {study.may_edit && (
            <div class="buttons glyphs" role="group" aria-label={t('Mark of the move, and arrows')}>
              {!isStart(node) && GLYPHS.map((glyph) => (
                <Button key={glyph} aria-pressed={marked.glyph === glyph} onClick={() => mark({ ...marked, glyph: marked.glyph === glyph ? '' : glyph })}>{glyph}</Button>
              ))}
              <Button aria-pressed={from !== null} onClick={() => setFrom(from === null ? '' : null)}>{t('Draw arrows')}</Button>
            </div>
          )}
          {from !== null && <p class="quiet">{t('Choose two squares for an arrow, or one twice for a ring; the same again removes it.')}</p>}
          <Comment key={node.id} text={marked.words} may={study.may_edit}
            onSave={(words) => mark({ ...marked, words })} />
          {study.chapters.length > 1 && <h2>{titleOf(study, chapter)}</h2>}
          <nav class="variations" aria-label={t('Variations')}>
            <Ways ways={lines(study, chapter.node)} study={study} texts={texts} at={node.id} onGo={want} />
          </nav>
          <Book study={study} />
          <Chapters study={study} at={chapter} onDo={act} />
          <StudyTools study={study} chapter={{ ...chapter, start: chapter.start === begins ? '' : chapter.start }} definition={definition} board={game} />
          <PieceHelp variant={variant} piece={inspected} />
          {study.by === me && <Editors editors={study.editors} onDo={(what, text) => act(what, { text })} />}
          <LookPanel />
        </section>
      </div>
    </>
  );
}

function Comment({ text, may, onSave }: { text: string; may: boolean; onSave(text: string): void }) {
  // The reader's own text stays while others edit.
  const [begun, setBegun] = useState<string | null>(null);
  const typed = begun ?? text;
  useEffect(() => { if (begun === text) setBegun(null); }, [begun, text]);
  if (!may) return text === '' ? null : <p class="comment">{text}</p>;
  return (
    <form class="line" onSubmit={(event) => {
      event.preventDefault();
      setBegun(typed.trim());
      onSave(typed.trim());
    }}>
      <Area title={t('Comment on this position')} name="comment" rows={2} value={typed} maxlength={1000} spellcheck onChange={setBegun} />
      <Button type="submit" disabled={typed.trim() === text}>{t('Save')}</Button>
    </form>
  );
}

function Editors({ editors, onDo }: { editors: readonly string[]; onDo(what: 'invite' | 'dismiss', name: string): Promise<boolean> }) {
  const [name, setName] = useState('');
  return (
    <details>
      <summary>{t('Editors')}</summary>
      <ul>{editors.map((one) => (
        <li key={one}>{one} <Button onClick={() => void onDo('dismiss', one)}>{t('Remove {name}', { name: one })}</Button></li>
      ))}</ul>
      <form class="line" onSubmit={(event) => {
        event.preventDefault();
        void onDo('invite', name.trim()).then((done) => { if (done) setName(''); });
      }}>
        <Text title={t('Name')} name="editor" value={name} required onChange={setName} />
        <Button type="submit">{t('Invite')}</Button>
      </form>
    </details>
  );
}
