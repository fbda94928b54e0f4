// Board.tsx: a board, the men in hand beside it, and saying a move by pointer or keyboard.
//
// One drawing for every size.  Who cannot see it has a grid with a name for each square, arrows to walk it and a
// line that says what happened; who has no pointer the same keys.

import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Colour, Piece, Variant } from '../../../src/wasm/shoogi.mjs';
import type { Held, View } from '../game';
import { point, walk, type Outcome, type Step } from './moves';
import { Man, type PieceSet } from './Man';
import { place, rankName, squareName } from './squares';

/** Sizes in the drawing. */
const CELL = { width: 100, height: 109 };
const MARGIN = 34;

export interface BoardProps {
  variant: Variant;
  view: View;
  pieces: PieceSet;
  /** Seen from White's side. */
  turned: boolean;
  /** Who may move here: one side, both, or nobody. */
  movers: readonly Colour[];
  threats: boolean;
  onMove(usi: string): void;
  /** What happened, for the line that is read aloud. */
  onSay(text: string): void;
  /** The man that is pointed at or walked to. */
  onLook(man: Piece): void;
}

const other = (colour: Colour): Colour => (colour === 'black' ? 'white' : 'black');
const side = (colour: Colour): string => (colour === 'black' ? 'Black' : 'White');

export function Board(props: BoardProps) {
  const { variant, view, turned, movers, onMove, onSay } = props;
  const [said, setSaid] = useState<{ view: View; path: readonly string[]; choice: Step | null }>({
    view, path: [], choice: null,
  });
  // What was begun in another position is forgotten.
  const { path, choice } = said.view === view ? said : { path: [] as readonly string[], choice: null };

  const step = walk(view.moves, path) ?? view.moves;

  const mayMove = movers.includes(view.side);
  const move = (usi: string) => {
    setSaid({ view, path: [], choice: null });
    onMove(usi);
  };
  const take = (outcome: Outcome) => {
    switch (outcome.kind) {
      case 'nothing': return setSaid({ view, path: [], choice: null });
      case 'on': return setSaid({ view, path: outcome.path, choice: null });
      case 'choose': return setSaid({ view, path, choice: outcome.step });
      case 'move': return move(outcome.move);
    }
  };
  const pick = (at: string) => {
    if (!mayMove) return;
    const outcome = point(view.moves, path, at);
    take(outcome);
    if (outcome.kind === 'on') {
      const count = outcome.step.next.size;
      const stop = outcome.step.ends.size > 0 ? ', once more to stop here' : '';
      onSay(`${at.replace('*', ' in hand')}: ${count} ${count === 1 ? 'square' : 'squares'}${stop}`);
    }
  };
  const cancel = () => setSaid({ view, path: [], choice: null });

  const columns = view.files;
  const width = columns * CELL.width + MARGIN;
  const height = view.ranks * CELL.height + MARGIN;
  const near: Colour = turned ? 'white' : 'black';

  return (
    <div class="table" style={{ '--shape': width / height }}
      onKeyDown={(event) => { if (event.key === 'Escape') cancel(); }}>
      <Hand {...props} colour={other(near)} near={near} path={path} onPick={pick} />
      <div class="board-frame">
        <Grid {...props} width={width} height={height} path={path} step={step} mayMove={mayMove} onPick={pick} />
        {choice && <Choice variant={variant} pieces={props.pieces} step={choice} view={view} path={path}
          near={near} onMove={move} onCancel={cancel} />}
      </div>
      <Hand {...props} colour={near} near={near} path={path} onPick={pick} />
    </div>
  );
}

interface GridProps extends BoardProps {
  width: number;
  height: number;
  path: readonly string[];
  step: Step;
  mayMove: boolean;
  onPick(at: string): void;
}

function Grid(props: GridProps) {
  const { variant, view, turned, pieces, threats, width, height, path, step, mayMove, onPick, onLook } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [focus, setFocus] = useState({ column: Math.floor(view.files / 2), row: view.ranks - 1 });
  const [walked, setWalked] = useState(false);
  const { files, ranks } = view;

  useLayoutEffect(() => {
    if (walked) svg.current?.querySelector<SVGGElement>('[tabindex="0"]')?.focus();
    setWalked(false);
  }, [focus, walked]);

  const onKeyDown = useCallback((event: KeyboardEvent) => {
    const by: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
      Home: [-files, 0], End: [files, 0], PageUp: [0, -ranks], PageDown: [0, ranks],
    };
    const step = by[event.key];
    if (!step) return;
    event.preventDefault();
    setWalked(true);
    setFocus(({ column, row }) => ({
      column: Math.min(files - 1, Math.max(0, column + step[0])),
      row: Math.min(ranks - 1, Math.max(0, row + step[1])),
    }));
  }, [files, ranks]);

  const rows = Array.from({ length: ranks }, (_, row) => (
    <g role="row" key={row}>
      {Array.from({ length: files }, (__, column) => {
        // The same turn takes squares to the screen and back.
        const { column: c, row: rank } = place(column, row, files, ranks, turned);
        const file = c;
        const man = view.men[rank]?.[file];
        if (man === undefined) return null;
        const name = squareName(file, rank);
        const classes = ['square'];
        if (path.includes(name)) classes.push('picked');
        else if (step.next.has(name) && path.length > 0)
          classes.push((step.next.get(name)?.next.size ?? 0) > 0 ? 'way' : 'target');
        if (view.last.has(name)) classes.push('last');
        if (view.checkers.has(name)) classes.push('checker');
        if (threats && view.threatened.has(name)) classes.push('threatened');
        const focused = focus.column === column && focus.row === row;
        return (
          <g role="gridcell" key={name} class={classes.join(' ')} tabindex={focused ? 0 : -1}
            data-square={name} aria-selected={path.includes(name)}
            aria-label={label(variant, name, man, classes)}
            transform={`translate(${column * CELL.width} ${row * CELL.height})`}
            onFocus={() => { if (!focused) setFocus({ column, row }); if (man) onLook(man); }}
            onPointerEnter={() => { if (man) onLook(man); }}
            onClick={() => onPick(name)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              onPick(name);
            }}>
            <rect width={CELL.width} height={CELL.height} />
            {man && <Man variant={variant} man={man} set={pieces} upright={(man.colour === 'white') === turned}
              x={CELL.width / 2} y={CELL.height / 2} />}
            <circle class="mark" cx={CELL.width / 2} cy={CELL.height / 2} r={man ? 46 : 15} />
          </g>
        );
      })}
    </g>
  ));

  return (
    <svg ref={svg} class={mayMove ? 'board' : 'board still'} role="grid" aria-label="Board"
      aria-rowcount={ranks} aria-colcount={files} viewBox={`0 ${-MARGIN} ${width} ${height}`}
      onKeyDown={onKeyDown}>
      <Coordinates files={files} ranks={ranks} turned={turned} />
      {rows}
    </svg>
  );
}

function Coordinates({ files, ranks, turned }: { files: number; ranks: number; turned: boolean }) {
  return (
    <g class="coordinates" aria-hidden="true">
      {Array.from({ length: files }, (_, file) => (
        <text key={file} x={(place(file, 0, files, ranks, turned).column + 0.5) * CELL.width} y={-10}>{file + 1}</text>
      ))}
      {Array.from({ length: ranks }, (_, rank) => (
        <text key={rank} x={files * CELL.width + MARGIN / 2}
          y={(place(0, rank, files, ranks, turned).row + 0.5) * CELL.height + 8}>{rankName(rank)}</text>
      ))}
    </g>
  );
}

/** What a square is called aloud. */
function label(variant: Variant, name: string, man: Piece | null, classes: readonly string[]): string {
  const words = [name];
  if (man) words.push(`${side(man.colour)} ${variant.called(man.kind, man.colour, 'english').toLowerCase()}`);
  if (classes.includes('picked')) words.push('picked');
  if (classes.includes('target') || classes.includes('way')) words.push(man ? 'can be taken' : 'can be reached');
  if (classes.includes('checker')) words.push('gives check');
  return words.join(', ');
}

interface HandProps extends BoardProps {
  colour: Colour;
  near: Colour;
  path: readonly string[];
  onPick(at: string): void;
}

function Hand({ variant, view, pieces, colour, near, path, movers, onPick, onLook }: HandProps) {
  const held: readonly Held[] = view.hands[colour];
  const mine = view.side === colour && movers.includes(colour);
  return (
    <div class={`hand ${colour === near ? 'near' : 'far'}`} role="group" aria-label={`${side(colour)}'s men in hand`}>
      {held.map(({ kind, count, place: at }) => {
        const name = variant.called(kind, colour, 'english');
        return (
          <button type="button" key={kind} class={mine && path[0] === at ? 'held picked' : 'held'}
            disabled={!mine || !view.moves.next.has(at)} aria-pressed={mine && path[0] === at}
            data-hand={`${colour} ${at}`}
            onFocus={() => onLook({ kind, colour })} onPointerEnter={() => onLook({ kind, colour })}
            aria-label={`${name}, ${count} in hand`} onClick={() => onPick(at)}>
            <svg viewBox="0 0 100 109" aria-hidden="true">
              <Man variant={variant} man={{ kind, colour }} set={pieces} upright={colour === near} x={50} y={54.5} />
            </svg>
            {count > 1 && <span class="count">{count}</span>}
          </button>
        );
      })}
    </div>
  );
}

interface ChoiceProps {
  variant: Variant;
  pieces: PieceSet;
  view: View;
  step: Step;
  path: readonly string[];
  near: Colour;
  onMove(usi: string): void;
  onCancel(): void;
}

/** Promote, or not, or to what: asked where all else has been said. */
function Choice({ variant, pieces, view, step, path, near, onMove, onCancel }: ChoiceProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => { dialog.current?.showModal(); }, []);
  const from = path[0] ?? '';
  const mover = manAt(variant, view, from);
  const forms = [...step.ends].map(([mark, usi]) => {
    const row = variant.kinds[mover];
    const kind = mark === '' ? mover
      : mark === '+' ? row?.promoted ?? mover
        : variant.kinds.findIndex((other) => other?.id === mark.slice(1));
    const name = variant.called(kind, view.side, 'english');
    return { usi, kind, mark, text: mark === '' ? 'Do not promote' : `Promote: ${name.toLowerCase()}` };
  }).sort((a, b) => Number(a.mark === '') - Number(b.mark === ''));
  return (
    <dialog ref={dialog} class="choice" aria-label="Promote?" onClose={onCancel}>
      {forms.map(({ usi, kind, text }) => (
        <button type="button" key={usi} data-move={usi} onClick={() => onMove(usi)}>
          <svg viewBox="0 0 100 109" aria-hidden="true">
            <Man variant={variant} man={{ kind, colour: view.side }} set={pieces} upright={view.side === near} x={50} y={54.5} />
          </svg>
          {text}
        </button>
      ))}
    </dialog>
  );
}

/** The kind that a move's first place holds. */
function manAt(variant: Variant, view: View, from: string): number {
  if (from.endsWith('*')) return variant.kinds.findIndex((kind) => kind?.id === from.slice(0, -1));
  for (let rank = 0; rank < view.ranks; rank++)
    for (let file = 0; file < view.files; file++)
      if (squareName(file, rank) === from) return view.men[rank]?.[file]?.kind ?? 0;
  return 0;
}
