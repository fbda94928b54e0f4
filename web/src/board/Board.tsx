// Board.tsx: a board with hands beside it, on which moves are made by pointer, keyboard or both.
//
// It is drawn from a plain view and needs no rules: the possible moves are a tree in the view.  A page that lets its
// reader move pieces freely handles each selection itself (onPoint).

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Colour, Piece } from '../../../src/wasm/shoogi.mjs';
import { Button } from '../design/parts';
import type { View } from '../game';
import { say } from '../liveRegion';
import { readerNotation } from '../notation';
import { other } from '../sides';
import { t } from '../words';
import { boardInWords, choicesInWords, handInWords } from './speech';
import './board.css';
import { carry } from './drag';
import { Choice } from './Choice';
import { labelOf, moverOf } from './pieceSets';
import type { DrawableVariant } from './drawableVariant';
import type { Arrow } from './Arrows';
import { frameOf, Grid, type GridHandle, type Marks } from './Grid';
import { halfMade } from './half';
import { Hand } from './Hand';
import { inGame, naming, useLook, type Look, type Shown } from './look';
import { parse, point, walk, type Outcome, type Step } from './moves';
import { called, squareAt, squareName } from './squares';

export type { Marks } from './Grid';

export interface BoardProps {
  variant: DrawableVariant;
  view: View;
  /** Seen from White's side. */
  turned: boolean;
  /** The sides that may move here: one, both, or none. */
  movers?: readonly Colour[];
  /** Called with the move, in USI. */
  onMove?(usi: string): void;
  /** Instead of moves: called for every selected place, such as "7g", or "P*" in the hand of a colour. */
  onPoint?(place: string, hand: Colour | null): void;
  /** Called when a piece is dragged from a place, of a hand or the board, to a hand, or to a place that is neither. */
  onTakeOff?(place: string, hand: Colour | null, to: Colour | null): void;
  /** Called for the piece under the pointer or the focus. */
  onInspect?(piece: Piece): void;
  /** Announces a text to screen readers; the default is the page's live region. */
  onSay?(text: string): void;
  /** Further marks by square: "picked", "target", "way", "premove", "last" and others. */
  marks?: Marks;
  /** Moves drawn on it. */
  arrows?: readonly Arrow[];
  /** Without the hands, where they never hold anything. */
  handless?: boolean;
  /** A bar beside the board, of the same height. */
  gauge?: ComponentChildren;
  /** The appearance, where it is not the reader's choice. */
  look?: Look | Shown;
}

const NOBODY: readonly Colour[] = [];
const NONE: readonly Arrow[] = [];
const NOTHING: readonly string[] = [];
/** Of a board with more files or ranks the buttons that zoom are always there. */
const SMALL = 13;

export function Board(props: BoardProps) {
  const { variant, view, turned, movers = NOBODY, onMove, onPoint, onInspect = () => {}, onSay = say } = props;
  const reader = useLook();
  const asked = props.look ?? reader;
  const look = useMemo(() => inGame(asked, variant), [asked, variant, readerNotation()]);
  const [said, setSaid] = useState<{ view: View; path: readonly string[]; choice: Step | null }>({
    view, path: [], choice: null,
  });
  const mayMove = movers.includes(view.side) && onMove !== undefined;
  const live = mayMove || onPoint !== undefined;
  // A selection made in another position is dropped, and one in a game that has ended meanwhile.
  const { path, choice } = said.view === view && live ? said : { path: NOTHING, choice: null };
  const step = walk(view.moves, path) ?? view.moves;
  const half = useMemo(() => halfMade(view, path), [view, path]);
  const root = useRef<HTMLDivElement>(null);
  const grid = useRef<GridHandle>(null);
  const justCarried = useRef(false);
  const carried = useRef<readonly string[]>(NOTHING);

  const near: Colour = turned ? 'white' : 'black';

  const cancel = () => setSaid({ view, path: NOTHING, choice: null });
  /** Back by one step of a move that has several. */
  const back = () => setSaid({ view, path: path.length > 1 && !choice ? path.slice(0, -1) : NOTHING, choice: null });
  const move = (usi: string) => {
    cancel();
    // Steps that the board shows already need no animation.
    carried.current = justCarried.current ? parse(usi).path : half === view ? NOTHING : path;
    onMove?.(usi);
  };
  const onOutcome = (outcome: Outcome) => {
    switch (outcome.kind) {
      case 'nothing': return cancel();
      case 'on':
        carried.current = justCarried.current ? outcome.path : outcome.path.slice(0, -1);
        return setSaid({ view, path: outcome.path, choice: null });
      case 'choose': return setSaid({ view, path, choice: outcome.step });
      case 'move': return move(outcome.move);
    }
  };
  const inWords = (place: string): string => (place.endsWith('*') ? t('{label} in hand', { label: place.slice(0, -1) })
    : called(place, view.files, view.ranks, naming(look, variant)));
  const pick = (place: string, hand: Colour | null = null, from: readonly string[] = path) => {
    if (onPoint) return onPoint(place, hand);
    if (!mayMove || (hand !== null && hand !== view.side)) return;
    const outcome = point(view.moves, from, place);
    onOutcome(outcome);
    if (outcome.kind === 'on') onSay(choicesInWords(inWords(place), outcome.step.next.size, outcome.step.ends.size > 0));
  };
  const pickByHand = (place: string, hand: Colour | null = null) => { if (!justCarried.current) pick(place, hand); };

  /** The place under a press, and whether its piece may be dragged. */
  const pressed = (event: PointerEvent) => {
    const at = event.target instanceof Element ? event.target.closest<HTMLElement | SVGElement>('[data-square],[data-hand]') : null;
    const [colour, held] = at?.dataset['hand']?.split(' ') ?? [];
    const place = at?.dataset['square'] ?? held;
    if (!at || place === undefined || event.button !== 0 || event.pointerType === 'touch') return null;
    const piece = at.dataset['hand'] ? at.querySelector<SVGGElement>('.piece')
      : root.current?.querySelector<SVGGElement>(`.pieces [data-piece="${place}"]`);
    const hand = (colour as Colour | undefined) ?? null;
    const mine = onPoint !== undefined || (mayMove && view.moves.next.has(place) && (hand === null || hand === view.side));
    // Of a move that has begun, only its piece is dragged on.
    const goesOn = path.length > 1;
    return piece && (goesOn ? mayMove && place === path.at(-1) : mine) ? { at, place, hand, piece, goesOn } : null;
  };
  const onPointerDown = (event: PointerEvent) => {
    justCarried.current = false;
    const press = pressed(event);
    if (!press) return;
    const box = press.at.getBoundingClientRect();
    carry(event, {
      piece: press.piece, width: Math.max(box.width, 40), height: Math.max(box.width, 40) * 1.09, root: root.current!,
      onStart: () => {
        justCarried.current = true;
        if (!press.goesOn) now.current.pick(press.place, press.hand, []);
      },
      onDrop: (over) => {
        const to = over?.closest<SVGElement>('[data-square]')?.dataset['square'];
        setTimeout(() => { justCarried.current = false; });
        if (to && to !== press.place) now.current.pick(to);
        else if (!to) {
          now.current.back();
          const onto = over?.closest<HTMLElement>('[data-side]')?.dataset['side'] as Colour | undefined;
          // Escape cancels a drag.
          if (over) now.current.onTakeOff?.(press.place, press.hand, onto ?? null);
        }
      },
    });
  };
  // A drag ends on the board as it is then, not as it was at the press.
  const now = useRef({ pick, back, onTakeOff: props.onTakeOff });
  now.current = { pick, back, onTakeOff: props.onTakeOff };

  const marks = useMarks(variant, half, path, step, look, props.marks);
  const { width, height } = frameOf(view.files, view.ranks, look);
  const hand = (colour: Colour) => (
    <Hand variant={variant} view={view} look={look} colour={colour} where={colour === near ? 'near' : 'far'}
      picked={colour === view.side ? path[0] : undefined}
      isLive={(place) => onPoint !== undefined || (mayMove && colour === view.side && view.moves.next.has(place))}
      onPick={(place) => pickByHand(place, colour)} onInspect={onInspect}
      onLeave={() => grid.current?.enter(colour === near ? 'near' : 'far')} />
  );
  const hands = props.handless !== true && (view.checks !== undefined || view.hands.black.length + view.hands.white.length > 0 || variant.kinds.some((row) => row && row.handKind !== 0));
  const enterHand = (where: 'near' | 'far') => root.current?.querySelector<HTMLElement>(`.hand.${where} button`)?.focus();

  return (
    <div class={`table${hands ? '' : ' handless'}${Math.max(view.files, view.ranks) > SMALL ? ' large' : ''}`} ref={root} data-board={look.theme} data-set={look.set} data-far={look.far}
      style={{ '--shape': width / height, ...ownColours(variant, look) }}
      onPointerDown={onPointerDown}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || path.length === 0) return;
        event.preventDefault(); // only this, not what the page would cancel
        back();
      }}>
      {hands && hand(other(near))}
      <div class="board-frame">
        {props.gauge}
        <Grid variant={variant} view={half} look={look} turned={turned} marks={marks} arrows={props.arrows ?? NONE} live={live} handle={grid}
          onPick={(at) => pickByHand(at)} onInspect={onInspect} onLeave={enterHand}
          mayCarry={(event) => pressed(event) !== null} carried={carried}
          onRead={(what) => onSay(what === 'hands'
            ? `${handInWords(variant, view, near)}. ${handInWords(variant, view, other(near))}.`
            : boardInWords(variant, view, turned, naming(look, variant))[what] ?? '')} />
        {look.tips === 'yes' && <Tip root={root} variant={variant} view={half} look={look} />}
        {choice && <Choice variant={variant} look={look} step={choice} colour={view.side} kind={moverOf(variant, view, path[0] ?? '')}
          upright={view.side === near} onMove={move} onCancel={cancel} />}
      </div>
      <div class="below">
        <div class="zoom" role="group" aria-label={t('Zoom')}>
          <Button onClick={() => grid.current?.zoom('in')} aria-label={t('Zoom in')}>+</Button>
          <Button onClick={() => grid.current?.zoom('out')} aria-label={t('Zoom out')}>−</Button>
          <Button onClick={() => grid.current?.zoom('whole')} aria-label={t('Show the whole board')}>⤢</Button>
        </div>
        {hands && hand(near)}
      </div>
    </div>
  );
}

/** All marks on the squares. */
function useMarks(
  variant: DrawableVariant, view: View, path: readonly string[], step: Step, look: Shown, more: Marks | undefined,
): Marks {
  return useMemo(() => {
    const marks = new Map<string, Set<string>>();
    const add = (name: string, word: string) => {
      const words = marks.get(name);
      if (words) words.add(word);
      else marks.set(name, new Set([word]));
    };
    for (const name of view.last) add(name, 'last');
    const end = [...view.last].at(-1);
    if (end !== undefined) add(end, 'arrived');
    for (const name of view.checkers) add(name, 'checker');
    if (view.checkers.size > 0)
      view.pieces.forEach((line, rank) => line.forEach((piece, file) => {
        if (piece && piece.colour === view.side && variant.kinds[piece.kind]?.royal) add(squareName(file, rank), 'checked');
      }));
    if (look.threats === 'yes') for (const name of view.threatened) add(name, 'threatened');
    const at = path.at(-1);
    if (at !== undefined && !at.endsWith('*')) {
      add(at, 'picked');
      if (step.ends.size > 0) add(at, 'target');
    }
    // A piece that may move anywhere needs no marks.
    if (path.length > 0 && look.targets === 'yes' && step.next.size < view.files * view.ranks - 1)
      for (const [name, next] of step.next) {
        if (next.next.size > 0) add(name, 'way');
        if (next.next.size === 0 || next.ends.size > 0) add(name, path[0]!.endsWith('*') ? 'drop' : 'target');
      }
    for (const [name, words] of more ?? []) for (const word of words) add(name, word);
    return marks;
  }, [variant, view, path, step, look.threats, look.targets, more]);
}

/** The colours of the game's own diagram, if it has any and the reader wants them. */
function ownColours(variant: DrawableVariant, look: Shown): Record<string, string> {
  if (look.theme !== 'own') return {};
  const own = Object.fromEntries([
    ['--field', 'lightShade'], ['--dark-field', 'darkShade'], ['--rim', 'rimColor'], ['--coordinates', 'coordColor'],
  ].flatMap(([name, parameter]) => {
    const colour = variant.parameter(parameter!);
    // A definition may come from anybody: only a plain colour gets into the style.
    return colour !== null && /^(#[0-9a-f]{3,8}|[a-z]{3,20})$/i.test(colour) ? [[name!, colour]] : [];
  }));
  return Object.keys(own).length > 0 ? { '--rim-image': 'none', ...own } : own;
}

/** The time in ms that a pointer rests before the tooltip appears. */
const REST = 450;

/** The label and square under the pointer: "P 7g"; for a piece in hand "P 2 0P". */
function Tip({ root, variant, view, look }: {
  root: { current: HTMLElement | null }; variant: DrawableVariant; view: View; look: Shown;
}) {
  const [shown, show] = useState<{ text: string; x: number; y: number } | null>(null);
  const latest = useRef({ variant, view, look });
  latest.current = { variant, view, look };
  // Set up before the next frame: the pointer may have come to rest by then.
  useLayoutEffect(() => {
    const away = new AbortController();
    const { signal } = away;
    const table = root.current!;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => {
      clearTimeout(timer);
      show(null);
    };
    table.addEventListener('pointermove', ({ pointerType, target, clientX, clientY }) => {
      hide();
      if (pointerType === 'touch') return;
      timer = setTimeout(() => {
        const at = target instanceof Element ? target.closest<HTMLElement | SVGElement>('[data-square],[data-hand]') : null;
        const text = at && tipText(at, latest.current);
        if (text) show({ text, x: clientX, y: clientY });
      }, REST);
    }, { signal });
    table.addEventListener('pointerleave', hide, { signal });
    table.addEventListener('pointerdown', hide, { signal });
    return () => {
      away.abort();
      clearTimeout(timer);
    };
  }, []);
  return shown && (
    <div class="tip" aria-hidden="true" style={{ left: `${shown.x + 14}px`, top: `${shown.y + 18}px` }}>{shown.text}</div>
  );
}

function tipText(at: HTMLElement | SVGElement, { variant, view, look }: { variant: DrawableVariant; view: View; look: Shown }): string {
  const { square, hand } = at.dataset;
  if (square !== undefined) {
    const { file, rank } = squareAt(square);
    const piece = view.pieces[rank]?.[file];
    const name = called(square, view.files, view.ranks, naming(look, variant));
    return piece ? `${labelOf(variant, piece)} ${name}` : name;
  }
  const [colour, place] = (hand ?? '').split(' ') as [Colour, string];
  const held = view.hands[colour].find((one) => one.place === place);
  if (!held) return '';
  const label = labelOf(variant, { kind: held.kind, colour });
  return `${label} ${held.count} 0${label}`;
}
