// Playing.tsx: a game on its board, with all that its players and watchers can do.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Colour, Piece, Variant } from '../../../src/wasm/shoogi.mjs';
import { sideOf, type GameAnswer } from '../answers';
import { Refused } from '../api';
import { moveInWords } from '../board/aloud';
import { Board } from '../board/Board';
import { LookPanel } from '../board/LookPanel';
import { isTurned, naming, useLook } from '../board/look';
import { PieceHelp } from '../board/PieceHelp';
import { parse, tree } from '../board/moves';
import { ReadBoard } from '../board/ReadBoard';
import { TypedMove } from '../board/TypedMove';
import { Game, type View } from '../game';
import type { Live } from '../live';
import { resultInWords } from '../result';
import { go } from '../router';
import { say } from '../say';
import { api, inWords, useEvents, useMe } from '../server';
import { useSetting } from '../settings';
import { colourName, other } from '../sides';
import { recall } from '../talk';
import { t } from '../words';
import { Ask, type Question } from './Ask';
import { ClockFace } from './ClockFace';
import { Deeds } from './Deeds';
import { MoveList } from './MoveList';
import { Notes } from './Notes';
import { knock } from './sound';
import { Talk, type Way } from './Talk';
import './play.css';
import { Plan } from './Plan';

export interface PlayingProps {
  live: Live;
  game: GameAnswer;
  variant: Variant;
  asked: URLSearchParams;
}

/** A move that waits: for a second yes, or for the opponent's. */
interface Waiting {
  usi: string;
  /** As people write it, where that is known. */
  text: string;
}

/** So long a premove may take to look for. */
const PREMOVES_MS = 80;

const squaresOf = (usi: string): string[] => parse(usi).path.filter((place) => !place.endsWith('*'));

export function Playing({ live, game, variant, asked }: PlayingProps) {
  const me = useMe();
  const look = useLook();
  const [confirm] = useSetting('confirm');
  const mine = sideOf(game, me?.name);
  const slow = game.clock === null || game.speed === 'correspondence';

  const [flipped, setFlipped] = useState(false);
  const [at, setAt] = useState<number | null>(() => (asked.has('ply') ? Number(asked.get('ply')) : null));
  const [draft, setDraft] = useState<Waiting | null>(null);
  const [premove, setPremove] = useState<Waiting | null>(null);
  /** Conditional moves that are being made, from the position on the board. */
  const [line, setLine] = useState<readonly string[] | null>(null);
  const [fault, setFault] = useState('');
  const [looked, setLooked] = useState<Piece | null>(null);
  const [question, ask] = useState<Question | null>(null);

  // The men as they stand: after the moves the server knows of, then the one that is on its way or being thought over.
  const known = useMemo(() => game.moves.filter(({ kind }) => kind === 'move' || kind === 'handicap')
    .map(({ usi, text }) => ({ usi: usi ?? text, text })), [game.moves]);
  const tip = useBoard(variant, game.start);
  const sketch = useBoard(variant, game.start);
  const latest = at === null || at >= known.length;
  const ahead = live.sent ?? (draft && { usi: draft.usi });
  if (latest) tip.goTo([...known, ...(line?.map((usi) => ({ usi })) ?? (ahead ? [ahead] : []))]);
  else tip.goTo(known.slice(0, at));
  const seen = tip.view;

  const myTurn = mine !== null && game.turn === mine && !game.result && game.adjourned !== 'sealed';
  const mayMove = latest && myTurn && !live.sent && !draft;
  const mayPlan = mine !== null && slow && !game.result && game.turn === other(mine);
  useEffect(() => { if (!mayPlan) setLine(null); }, [mayPlan, known.length]);
  const mayPremove = latest && mine !== null && game.turn === other(mine) && !game.result && !slow;
  const premoves = usePremoves(tip, seen, mayPremove && !premove && !live.sent);
  const view = useMemo<View>(
    () => (premoves && mine ? { ...seen, side: mine, moves: tree(premoves) } : seen), [seen, premoves, mine]);
  const marks = useMemo(() => new Map((premove ? squaresOf(premove.usi) : [])
    .map((name) => [name, new Set(['premove'])])), [premove]);

  const send = async (move: Waiting, fields: Readonly<Record<string, unknown>> = {}) => {
    setFault('');
    setDraft(null);
    try {
      await live.play(move.text, move.usi, fields);
    } catch (error) {
      const asks = error instanceof Refused && error.answer.question;
      if (asks) putQuestion(error.answer, (answers) => void send(move, { ...fields, answers }));
      else setFault(inWords(error));
    }
  };
  const putQuestion = (answer: Refused['answer'], again: (answers: string[]) => void) => ask({
    text: answer.text || answer.question || '',
    choices: choicesOf(answer.question ?? '').map((choice) => ({ answer: choice, name: choiceInWords(choice) })),
    then: (choice) => again([choice]),
  });
  /** True if it was done. */
  const call = async (command: string, fields: Readonly<Record<string, unknown>> = {}): Promise<boolean> => {
    setFault('');
    try {
      const { text } = await live.do(command, fields);
      if (text) say(text);
      return true;
    } catch (error) {
      if (error instanceof Refused && error.answer.question)
        putQuestion(error.answer, (answers) => void call(command, { ...fields, answers }));
      else setFault(inWords(error));
      return false;
    }
  };

  const chosen = (move: Waiting) => {
    if (!myTurn || live.sent) {
      setPremove(move);
      say(t('Your next move, unless it is not possible then: {move}', { move: move.text }));
      return;
    }
    setFault('');
    if (confirm === 'always' || (confirm === 'slow' && slow)) setDraft(move);
    else void send(move);
  };

  /** A move that was said, on the board or in letters. */
  const said = (usi: string) => {
    if (line) return setLine([...line, usi]);
    setAt(null);
    chosen({ usi, text: myTurn && !live.sent ? tip.western(usi) : usi });
  };
  const read = (text: string) => {
    if (line) return tip.typed(text);
    tip.goTo(live.sent ? [...known, live.sent] : known);
    return myTurn && !live.sent ? tip.typed(text) : tip.typedAhead(text, PREMOVES_MS);
  };

  // A move said in advance is made as soon as it can be.
  useEffect(() => {
    if (!premove || !myTurn || live.sent) return;
    setPremove(null);
    tip.goTo(known);
    const why = tip.why(premove.usi);
    if (why === null) void send({ usi: premove.usi, text: tip.western(premove.usi) });
    else {
      setFault(t('Your move in advance was not possible: {why}', { why }));
      say(t('Your move in advance was not possible: {why}', { why }));
    }
  }, [premove, myTurn, known.length]);
  useEffect(() => { if (game.result) setPremove(null); }, [game.result]);
  // A move of the opponent's while one thinks about another position.
  useEffect(() => { if (draft && !myTurn) setDraft(null); }, [draft, myTurn]);

  useSpoken(tip, known, game, mine, naming(look), variant);
  useKeys(known.length, at, setAt, () => {
    setPremove(null);
    setDraft(null);
  });

  const turned = isTurned(look, mine) !== flipped;
  const near: Colour = turned ? 'white' : 'black';
  const strip = (colour: Colour) => (
    <div class={game.turn === colour ? 'player turn' : 'player'}>
      <strong>{game[colour].name}</strong>
      {game[colour].rating !== undefined && <span class="quiet">{game[colour].rating}</span>}
      <span class="quiet">{colourName(colour)}</span>
      {game.clock && <ClockFace clock={game.clock} colour={colour} onFallen={() => void live.fetch()} />}
    </div>
  );
  useTalkOf(game.id, me != null);
  useEvents((happened) => {
    // The same two play on.
    if (game.result && happened.event === 'game' && happened['kind'] === 'begun' && happened['game'] !== game.id)
      go(`/games/${String(happened['game'])}`);
  }, [game.result, game.id]);

  const ways: Way[] = mine !== null
    ? [{ command: 'say', name: t('To your opponent'), fields: { game: game.id } }]
    : me ? [{ command: 'whisper', name: t('To watchers'), fields: { game: game.id } },
      { command: 'kibitz', name: t('To players and watchers'), fields: { game: game.id } }] : [];

  return (
    <div class="beside playing">
      <div class="seat" style={{ '--shape': (view.files * 100) / (view.ranks * 109) }}>
        {strip(other(near))}
        <Board variant={variant} view={view} turned={turned} marks={marks} onLook={setLooked}
          movers={line ? ['black', 'white'] : mine && (mayMove || premoves) ? [mine] : []}
          {...(premove && { onPoint: () => setPremove(null) })}
          onMove={said} />
        {strip(near)}
      </div>
      <section class="panel">
        <h1 class="aloud">{t('{variant}: {black} against {white}', {
          variant: game.variant, black: game.black.name, white: game.white.name,
        })}</h1>
        <p class="quiet">{[t('Game {id}', { id: game.id }), game.variant, game.clock?.text ?? t('no clock'),
          game.rated ? t('rated') : ''].filter(Boolean).join(', ')}</p>
        {game.comment && <p><q>{game.comment}</q></p>}
        {game.result && <p class="result">{resultInWords(game.result)}</p>}
        {!game.result && game.adjourned !== 'sealed' && <p class="said">{standing(seen, mine, game)}</p>}
        {fault && <p role="alert" class="fault">{fault}</p>}
        {draft && <Confirm draft={draft} name={draft.text}
          onSend={(comment) => void send(comment ? { ...draft, text: `${draft.text} // ${comment}` } : draft)} onCancel={() => setDraft(null)} />}
        {premove && (
          <p class="waits">{t('In advance: {move}', { move: premove.text })}{' '}
            <button type="button" onClick={() => setPremove(null)}>{t('Cancel')}</button></p>
        )}
        {mine !== null && !game.result && !draft && (myTurn || line || !slow) && (
          <TypedMove variant={variant} view={view} turned={turned} read={read} onMove={said} onFault={setFault} />
        )}
        <Deeds game={game} mine={mine} at={latest ? null : at} onCall={(command, fields) => void call(command, fields)} onAsk={ask} onFlip={() => setFlipped(!flipped)} />
        {mayPlan && (
          <Plan lines={game.plan ?? []} board={sketch} played={known}
            line={line && tip.played.slice(known.length)}
            onBegin={() => {
              setAt(null);
              setLine([]);
            }}
            onBack={() => setLine((before) => before && before.slice(0, -1))}
            onCancel={() => setLine(null)}
            onKeep={() => {
              const moves = tip.played.slice(known.length).map(({ text }) => text).join(' ');
              void call('cond', { moves }).then((done) => {
                if (!done) return;
                setLine(null);
                void live.fetch();
              });
            }}
            onRemove={(moves) => void call('cond', { clear: true, moves: moves.join(' ') }).then(() => live.fetch())} />
        )}
        <MoveList moves={game.moves} at={latest ? game.moves.length : at} onGo={setAt} />
        <PieceHelp variant={variant} man={looked} />
        <Talk title={mine !== null ? t('Talk with your opponent') : t('Talk')} game={game.id}
          kinds={mine !== null ? ['say'] : ['kibitz', 'whisper']} ways={ways} />
        {game.analysis === false && <p class="quiet">{t('A player asks that this game be not analysed.')}</p>}
        {mine !== null && (
          <details>
            <summary>{t('What watchers say')}</summary>
            <Talk title={t('What watchers say')} game={game.id} kinds={['kibitz']} ways={[]} />
          </details>
        )}
        {me && <Notes game={game.id} />}
        <ReadBoard variant={variant} view={view} turned={turned} />
        <LookPanel />
      </section>
      {question && <Ask question={question} onClose={() => ask(null)} />}
    </div>
  );
}

/** A board of this game, from its start on. */
function useBoard(variant: Variant, start: string | null): Game {
  const kept = useRef<{ variant: Variant; start: string | null; game: Game } | null>(null);
  if (kept.current?.variant !== variant || kept.current.start !== start) {
    kept.current?.game.free();
    kept.current = { variant, start, game: new Game(variant, start) };
  }
  useEffect(() => () => {
    kept.current?.game.free();
    kept.current = null;
  }, []);
  return kept.current.game;
}

/** What a question may be answered with: "Promote <y,n>". */
function choicesOf(question: string): string[] {
  const list = /<([^>]*)>/.exec(question)?.[1]?.split(',') ?? ['y', 'n'];
  // The board is there to be looked at.
  return list.filter((choice) => choice !== 'p' && choice !== 'o');
}

/** Answers a server may ask for, in words. */
function choiceInWords(choice: string): string {
  const words: Record<string, string> = { y: t('Yes'), yes: t('Yes'), n: t('No'), no: t('No') };
  return words[choice] ?? choice;
}

/** Whose turn it is. */
function standing(view: View, mine: Colour | null, game: GameAnswer): string {
  const check = view.checkers.size > 0 ? `${t('Check.')} ` : '';
  if (mine !== null && game.turn === mine) return `${check}${t('It is your turn.')}`;
  return `${check}${t('{colour} to move.', { colour: colourName(game.turn ?? view.side) })}`;
}

/** Fetches what was said at a game, and again after a gap. */
function useTalkOf(game: number, known: boolean) {
  useEffect(() => {
    if (!known) return;
    const fetch = () => void api.post<{ talk: Parameters<typeof recall>[1] }>('talk', { game })
      .then(({ talk }) => recall(game, talk ?? []), () => {});
    fetch();
    return api.on(({ event }) => { if (event === 'back') fetch(); });
  }, [game, known]);
}

/** Moves that may be said in advance, once there was time to look for them. */
function usePremoves(game: Game, view: View, wanted: boolean): readonly string[] | null {
  const [found, setFound] = useState<{ view: View; moves: readonly string[] } | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => { if (game.view === view) setFound({ view, moves: game.premoves(PREMOVES_MS) }); }, 30);
    return () => clearTimeout(timer);
  }, [game, view, wanted]);
  return wanted && found?.view === view ? found.moves : null;
}

/** Says each new move and the end, and sounds them. */
function useSpoken(tip: Game, known: readonly { usi: string }[], game: GameAnswer, mine: Colour | null,
  style: ReturnType<typeof naming>, variant: Variant) {
  const heard = useRef(known.length);
  useEffect(() => {
    const before = heard.current;
    heard.current = known.length;
    if (known.length !== before + 1) return;
    knock();
    const last = known.at(-1)!;
    const { view: after } = tip;
    if (tip.played.length !== known.length) return;
    const earlier = tip.before();
    const words = earlier && !last.usi.startsWith('HANDICAP:') ? moveInWords(variant, earlier, after, last.usi, style) : last.usi;
    say(`${words}. ${game.result ? resultInWords(game.result) : standing(after, mine, game)}`);
  }, [known.length]);
  const ended = useRef(game.result !== null);
  useEffect(() => {
    if (game.result && !ended.current) say(resultInWords(game.result));
    ended.current = game.result !== null;
  }, [game.result]);
}

/** Keys that work wherever one is: "," and "." go through the moves, Escape takes back what was not sent. */
function useKeys(count: number, at: number | null, go: (at: number | null) => void, escape: () => void) {
  // Not after the next frame: a key may come before it, and would go on from where one was.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') return escape();
      if ((event.target as Element).closest('input, textarea, select, dialog')) return;
      const now = at ?? count;
      if (event.key === ',') go(Math.max(0, now - 1));
      else if (event.key === '.') go(now + 1 >= count ? null : now + 1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

interface ConfirmProps {
  draft: Waiting;
  name: string;
  onSend(comment: string): void;
  onCancel(): void;
}

/** In games that take days a move is looked at once more. */
function Confirm({ draft, name, onSend, onCancel }: ConfirmProps) {
  const [comment, setComment] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), [draft]);
  return (
    <form class="confirm" onSubmit={(event) => {
      event.preventDefault();
      onSend(comment.trim());
    }}>
      <label>{t('A comment with it')} <input value={comment} maxlength={500} onInput={(event) => setComment(event.currentTarget.value)} /></label>
      <button type="submit" ref={button}>{t('Send {move}', { move: name })}</button>
      <button type="button" onClick={onCancel}>{t('Cancel')}</button>
    </form>
  );
}
