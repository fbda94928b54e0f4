// Grid.tsx: the squares and their pieces in one drawing, for mouse, touch, keyboard and screen readers.
//
// Four layers: the squares, which take pointer, focus and labels; marks under the pieces; the pieces; marks over them.
// A change repaints only the layer and the ranks concerned.

import type { JSX, Ref } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Piece } from '../../../src/wasm/shoogi.mjs';
import type { View } from '../game';
import { listed, t } from '../words';
import { Arrows, type Arrow } from './Arrows';
import { pieceInWords } from './speech';
import type { DrawableVariant } from './drawableVariant';
import { naming, type Shown } from './look';
import { PieceView } from './PieceView';
import { called, CELL, fileLabel, place, rankLabel, squareAt, squareName } from './squares';
import { Zoom } from './zoom';

/** The rim around the board in the drawing. */
const RIM = { narrow: 14, wide: 34 };

/** The marks of each square, such as "picked", "target" and "last". */
export type Marks = ReadonlyMap<string, ReadonlySet<string>>;

/** What a parent can do with a grid. */
export interface GridHandle {
  /** Moves the focus to the square nearest to a hand. */
  enter(from: 'near' | 'far'): void;
  zoom(by: 'in' | 'out' | 'whole'): void;
}

export interface GridProps {
  variant: DrawableVariant;
  view: View;
  look: Shown;
  turned: boolean;
  marks: Marks;
  arrows: readonly Arrow[];
  /** Whether anything can be selected. */
  live: boolean;
  handle: Ref<GridHandle>;
  onPick(at: string): void;
  onInspect(piece: Piece): void;
  /** The focus leaves the board towards a hand. */
  onLeave(to: 'near' | 'far'): void;
  /** Whether this press may drag a piece. */
  mayCarry(event: PointerEvent): boolean;
  /** The squares at which the piece has been shown already, by dragging it or step by step: only the rest is animated. */
  carried: { readonly current: readonly string[] };
  /** Reads a row aloud, counted as the reader sees it, or the hands. */
  onRead(what: number | 'hands'): void;
}

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The edges of the drawing. */
export function frameOf(files: number, ranks: number, look: Shown): Frame {
  const wide = look.coords === 'none' ? RIM.narrow : RIM.wide;
  return {
    x: -RIM.narrow, y: -wide,
    width: files * CELL.width + RIM.narrow + wide, height: ranks * CELL.height + RIM.narrow + wide,
  };
}

const NONE: ReadonlySet<string> = new Set();

const hasSquare = ({ pieces }: View, name: string): boolean => {
  const { file, rank } = squareAt(name);
  return pieces[rank]?.[file] !== undefined;
};

const placeOf = (name: string, { files, ranks }: View, turned: boolean) => {
  const { file, rank } = squareAt(name);
  return place(file, rank, files, ranks, turned);
};

export function Grid(props: GridProps) {
  const { variant, view, look, turned, marks, arrows, live, handle, onPick, onInspect, onLeave, mayCarry, carried, onRead } = props;
  const { files, ranks } = view;
  const frame = frameOf(files, ranks, look);
  const port = useRef<HTMLDivElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const zoom = useRef<Zoom | null>(null);
  const [focused, setFocus] = useState<string | null>(null);
  // After a change of board the square may not exist.
  const focus = focused !== null && hasSquare(view, focused) ? focused : nearest(view, turned, Math.floor(files / 2), ranks - 1);
  const carrying = useRef(mayCarry);
  carrying.current = mayCarry;

  const cellPart = CELL.width / frame.width;
  useLayoutEffect(() => {
    const one = new Zoom({
      frame: port.current!, content: svg.current!, cell: cellPart, files, home: { x: ((files / 2) * CELL.width - frame.x) / frame.width, y: 1 },
      owned: (event) => carrying.current(event),
    });
    zoom.current = one;
    return () => {
      one.free();
      zoom.current = null;
    };
  }, [files, ranks, cellPart]);

  const partOf = (name: string) => {
    const { column, row } = placeOf(name, view, turned);
    return {
      x: (column * CELL.width - frame.x) / frame.width, y: (row * CELL.height - frame.y) / frame.height,
      width: CELL.width / frame.width, height: CELL.height / frame.height,
    };
  };

  const cellOf = (name: string) => svg.current?.querySelector<SVGGraphicsElement>(`[data-square="${name}"]`);
  const show = (name: string) => {
    zoom.current?.reveal(partOf(name));
    cellOf(name)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  const walkTo = (name: string) => {
    cellOf(name)?.focus({ preventScroll: true });
    show(name);
  };
  useImperativeHandle(handle, () => ({
    enter: (from) => walkTo(nearest(view, turned, placeOf(focus, view, turned).column, from === 'near' ? ranks - 1 : 0)),
    zoom: (by) => (by === 'whole' ? zoom.current?.whole() : zoom.current?.by(by === 'in' ? 1.5 : 1 / 1.5)),
  }), [view, turned, focus]);

  // The last move is scrolled into view, and its piece slides along its path.
  const path = [...view.last];
  const played = path.join(' ');
  const start = useRef(view);
  useEffect(() => {
    const end = path.at(-1);
    if (start.current === view || end === undefined) return;
    start.current = view;
    zoom.current?.reveal(partOf(end));
    const shown = carried.current;
    const rest = shown.length > 1 && shown.every((name, i) => path[i] === name) ? path.slice(shown.length - 1) : path;
    if (look.motion === 'yes') slide(svg.current!, rest.map((name) => placeOf(name, view, turned)), end);
  }, [view, played]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { column, row } = placeOf(focus, view, turned);
    const to = (toColumn: number, toRow: number) => walkTo(nearest(view, turned, toColumn, toRow));
    const keys: Record<string, () => void> = {
      ArrowLeft: () => to(step(view, turned, column, row, -1, 0), row),
      ArrowRight: () => to(step(view, turned, column, row, 1, 0), row),
      ArrowUp: () => (row === 0 ? onLeave('far') : to(column, step(view, turned, column, row, 0, -1))),
      ArrowDown: () => (row === ranks - 1 ? onLeave('near') : to(column, step(view, turned, column, row, 0, 1))),
      Home: () => to(0, row),
      End: () => to(files - 1, row),
      PageUp: () => to(column, 0),
      PageDown: () => to(column, ranks - 1),
      Enter: () => onPick(focus),
      ' ': () => onPick(focus),
      '+': () => zoom.current?.by(1.5),
      '=': () => zoom.current?.by(1.5),
      '-': () => zoom.current?.by(1 / 1.5),
      0: () => zoom.current?.whole(),
      r: () => onRead(row),
      h: () => onRead('hands'),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const squareUnder = (event: Event): string | undefined =>
    (event.target as Element).closest<SVGElement>('[data-square]')?.dataset['square'];
  const lookAt = (event: Event) => {
    const { file, rank } = squareAt(squareUnder(event) ?? '');
    const piece = view.pieces[rank]?.[file];
    if (piece) onInspect(piece);
  };

  const pieces = useMemo(() => (
    <g class="pieces" aria-hidden="true">
      {each(view, turned, (piece, name, x, y) => piece && (
        <PieceView key={name} variant={variant} piece={piece} set={look.set} upright={(piece.colour === 'white') === turned}
          readable={look.far === 'upright'} at={name} x={x + CELL.width / 2} y={y + CELL.height / 2} />
      ))}
    </g>
  ), [variant, view.pieces, look.set, look.far, turned]);

  const style = naming(look, variant);
  return (
    <div class="port" ref={port}>
      <svg ref={svg} class={live ? 'board' : 'board still'} role="grid" aria-label={t('Board')}
        aria-description={t('Arrow keys move, Enter selects, Escape cancels. R reads the rank, H the pieces in hand. Plus, minus and 0 zoom.')}
        aria-rowcount={ranks} aria-colcount={files}
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const name = squareUnder(event);
          if (!name || zoom.current?.panned) return;
          // A tap that cannot hit one square zooms in first.
          if (zoom.current?.small && (event as unknown as PointerEvent).pointerType === 'touch')
            return zoom.current.approach(event.clientX, event.clientY);
          onPick(name);
        }}
        onPointerOver={lookAt}
        onFocusIn={(event) => {
          const name = squareUnder(event);
          if (name && name !== focus) setFocus(name);
          // Tab returns to the last focused square, which may be out of view.
          if (name && (event.target as Element).matches(':focus-visible')) show(name);
          lookAt(event);
        }}>
        <Wood view={view} turned={turned} checkered={isCheckered(variant, look)} />
        {look.coords !== 'none' && <Coordinates files={files} ranks={ranks} turned={turned} style={style} />}
        {Array.from({ length: ranks }, (_, row) => {
          const { row: rank } = place(0, row, files, ranks, turned);
          return (
            <Row key={rank} variant={variant} view={view} rank={rank} row={row} turned={turned} style={style}
              focus={squareAt(focus).rank === rank ? focus : ''} marks={marks} />
          );
        })}
        <g class="under" aria-hidden="true">{shapes(view, turned, marks, UNDER)}</g>
        {pieces}
        <g class="moving" aria-hidden="true" />
        <g class="over" aria-hidden="true">{shapes(view, turned, marks, OVER)}</g>
        {arrows.length > 0 && <Arrows arrows={arrows} variant={variant} view={view} turned={turned} set={look.set} />}
      </svg>
      {look.coords !== 'none' && <Rulers files={files} ranks={ranks} turned={turned} style={style} frame={frame} />}
    </div>
  );
}

/** Calls make for each square of the board. */
function each<T>(
  view: View, turned: boolean, make: (piece: Piece | null, name: string, x: number, y: number) => T,
): T[] {
  return view.pieces.flatMap((line, rank) => line.flatMap((piece, file) => {
    if (piece === undefined) return [];
    const { column, row } = place(file, rank, view.files, view.ranks, turned);
    return [make(piece, squareName(file, rank), column * CELL.width, row * CELL.height)];
  }));
}

const pieceAt = (view: View, turned: boolean, column: number, row: number): Piece | null | undefined => {
  const { column: file, row: rank } = place(column, row, view.files, view.ranks, turned);
  return view.pieces[rank]?.[file];
};

/** The square at a column and row, else the nearest of its row, else of any row. */
function nearest(view: View, turned: boolean, column: number, row: number): string {
  const columns = Array.from({ length: view.files }, (_, i) => i).sort((a, b) => Math.abs(a - column) - Math.abs(b - column));
  const rows = Array.from({ length: view.ranks }, (_, i) => i).sort((a, b) => Math.abs(a - row) - Math.abs(b - row));
  for (const r of rows)
    for (const c of columns)
      if (pieceAt(view, turned, c, r) !== undefined) {
        const { column: file, row: rank } = place(c, r, view.files, view.ranks, turned);
        return squareName(file, rank);
      }
  return '1a';
}

/** The next column or row with a square in a direction; the current one if there is none. */
function step(view: View, turned: boolean, column: number, row: number, right: number, down: number): number {
  const here = right !== 0 ? column : row;
  for (let c = column + right, r = row + down; c >= 0 && r >= 0 && c < view.files && r < view.ranks; c += right, r += down)
    if (pieceAt(view, turned, c, r) !== undefined) return right !== 0 ? c : r;
  return here;
}

interface RowProps {
  variant: DrawableVariant;
  view: View;
  rank: number;
  row: number;
  turned: boolean;
  style: ReturnType<typeof naming>;
  /** The focused square, if it is on this rank. */
  focus: string;
  marks: Marks;
}

/** A rank of squares, rendered again only if something in it has changed. */
function Row({ variant, view, rank, row, turned, style, focus, marks }: RowProps): JSX.Element {
  const { files, ranks } = view;
  const words = Array.from({ length: files }, (_, file) => [...marks.get(squareName(file, rank)) ?? NONE].join(' '));
  return useMemo(() => (
    <g role="row" aria-rowindex={row + 1}>
      {Array.from({ length: files }, (_, column) => {
        const { column: file } = place(column, 0, files, ranks, turned);
        const piece = view.pieces[rank]?.[file];
        if (piece === undefined) return null;
        const name = squareName(file, rank);
        const mark = words[file] ?? '';
        return (
          <rect key={name} role="gridcell" class={mark === '' ? 'square' : `square ${mark}`} tabindex={focus === name ? 0 : -1}
            data-square={name} aria-selected={/\bpicked\b/.test(mark)}
            aria-label={label(variant, called(name, files, ranks, style), piece, mark)}
            x={column * CELL.width} y={row * CELL.height} width={CELL.width} height={CELL.height} />
        );
      })}
    </g>
  ), [variant, view.pieces, rank, row, turned, style, focus, words.join()]);
}

/** The label of a square for screen readers. */
function label(variant: DrawableVariant, square: string, piece: Piece | null, mark: string): string {
  const words = [square];
  const has = (word: string) => mark.split(' ').includes(word);
  if (piece) words.push(pieceInWords(variant, piece));
  if (has('picked')) words.push(t('selected'));
  if (has('picked') && has('target')) words.push(t('select again to stop here'));
  else if (has('target') || has('drop') || has('way')) words.push(piece ? t('can be captured') : t('can be moved to'));
  if (has('way')) words.push(t('the move can continue'));
  if (has('checker')) words.push(t('gives check'));
  if (has('checked')) words.push(t('in check'));
  if (has('threatened')) words.push(t('threatened'));
  if (has('last')) words.push(t('last move'));
  return listed(words);
}

// ---- Marks ----

type Shape = (occupied: boolean) => JSX.Element;

const CORNERS = 'M-46-34V-50.5H-30M30-50.5H46V-34M46 34V50.5H30M-30 50.5H-46V34';
const FRAME = <rect x="-46" y="-50.5" width="92" height="101" rx="4" />;
const BURST = Array.from({ length: 24 }, (_, i) => {
  const far = i % 2 === 0 ? 58 : 43;
  return `${(Math.sin((i * Math.PI) / 12) * far).toFixed(1)} ${(-Math.cos((i * Math.PI) / 12) * far).toFixed(1)}`;
}).join('L');

/** Marks differ in shape, so that colour alone carries no meaning. */
const UNDER: Readonly<Record<string, Shape>> = {
  checked: () => <path class="shape-checked" d={`M${BURST}Z`} />,
};
const OVER: Readonly<Record<string, Shape>> = {
  arrived: () => <path class="shape-arrived" d={CORNERS} />,
  checker: () => <g class="shape-checker">{FRAME}</g>,
  threatened: () => <path class="shape-threatened" d="M30-50 46-50V-34Z" />,
  picked: () => <g class="shape-picked">{FRAME}</g>,
  premove: () => <g class="shape-premove">{FRAME}</g>,
  drop: () => <circle class="shape-drop" r="10" />,
  target: (occupied) => (occupied ? <circle class="shape-target ring" r="44" /> : <circle class="shape-target" r="14" />),
  way: (occupied) => (occupied ? <path class="shape-way" d="M0-50 46 0 0 50-46 0Z" /> : <path class="shape-way" d="M0-22 20 0 0 22-20 0Z" />),
};

function shapes(view: View, turned: boolean, marks: Marks, of: Readonly<Record<string, Shape>>): JSX.Element[] {
  return [...marks].flatMap(([name, words]) => {
    const drawn = [...words].flatMap((word) => of[word] ?? []);
    if (drawn.length === 0) return [];
    const { column, row } = placeOf(name, view, turned);
    const occupied = Boolean(pieceAt(view, turned, column, row));
    return [
      <g key={name} transform={`translate(${(column + 0.5) * CELL.width} ${(row + 0.5) * CELL.height})`}>
        {drawn.map((shape) => shape(occupied))}
      </g>,
    ];
  });
}

// ---- The board ----

/** Whether the squares are checkered: by the reader's choice, else as in the game's own diagram. */
function isCheckered(variant: DrawableVariant, { checkered }: Shown): boolean {
  if (checkered !== 'own') return checkered === 'yes';
  const [light, dark] = [variant.parameter('lightShade'), variant.parameter('darkShade')];
  return (light !== null || dark !== null) && (light ?? '#FFFFFF').toLowerCase() !== (dark ?? '#E0E0E0').toLowerCase();
}

/** The lines, the darker squares, the holes and the stars. */
function Wood({ view, turned, checkered }: { view: View; turned: boolean; checkered: boolean }) {
  const { files, ranks, pieces } = view;
  return useMemo(() => {
    const [width, height] = [files * CELL.width, ranks * CELL.height];
    const cell = (column: number, row: number) => `M${column * CELL.width} ${row * CELL.height}h100v109h-100Z`;
    const places = Array.from({ length: files * ranks }, (_, i) => [i % files, Math.floor(i / files)] as const);
    const has = ([column, row]: readonly [number, number]) => pieceAt(view, turned, column, row) !== undefined;
    const holes = places.filter((at) => !has(at));
    const whole = [
      ...Array.from({ length: ranks + 1 }, (_, i) => `M0 ${i * CELL.height}H${width}`),
      ...Array.from({ length: files + 1 }, (_, i) => `M${i * CELL.width} 0V${height}`),
    ];
    const [third, rank] = [Math.round(files / 3), Math.round(ranks / 3)];
    const stars = files >= 9 && ranks >= 9
      ? [third, files - third].flatMap((column) => [rank, ranks - rank].map((row) => [column, row] as const)) : [];
    return (
      <g class="wood" aria-hidden="true">
        <rect class="surface" width={width} height={height} />
        {checkered && <path class="dark" d={places.filter(([column, row]) => has([column, row]) && (column + row + files + ranks) % 2 === 1)
          .map(([column, row]) => cell(column, row)).join('')} />}
        <path class="lines" d={(holes.length === 0 ? whole : places.filter(has).map(([column, row]) => cell(column, row))).join('')} />
        {holes.length > 0 && <path class="hole" d={holes.map(([column, row]) => cell(column, row)).join('')} />}
        {stars.map(([column, row]) => <circle key={`${column} ${row}`} class="star" cx={column * CELL.width} cy={row * CELL.height} r="7" />)}
      </g>
    );
  }, [files, ranks, turned, checkered, pieces.map((line) => line.map((piece) => (piece === undefined ? '-' : '')).join()).join('/')]);
}

interface Named {
  files: number;
  ranks: number;
  turned: boolean;
  style: ReturnType<typeof naming>;
}

/** The same labels along the edges of the visible part of a zoomed board; zoom.ts sets its place. */
function Rulers({ files, ranks, turned, style, frame }: Named & { frame: Frame }) {
  return useMemo(() => (
    <div class="rulers" aria-hidden="true">
      <div class="of-files">
        {Array.from({ length: files }, (_, file) => (
          <span key={file} style={{ '--at': ((place(file, 0, files, ranks, turned).column + 0.5) * CELL.width - frame.x) / frame.width }}>
            {fileLabel(file, files, style)}
          </span>
        ))}
      </div>
      <div class="of-ranks">
        {Array.from({ length: ranks }, (_, rank) => (
          <span key={rank} style={{ '--at': ((place(0, rank, files, ranks, turned).row + 0.5) * CELL.height - frame.y) / frame.height }}>
            {rankLabel(rank, ranks, style)}
          </span>
        ))}
      </div>
    </div>
  ), [files, ranks, turned, style]);
}

function Coordinates({ files, ranks, turned, style }: Named) {
  return useMemo(() => (
    <g class="coordinates" aria-hidden="true" font-size={Math.min(28, 17 + Math.max(files, ranks) / 2)}>
      {Array.from({ length: files }, (_, file) => (
        <text key={file} x={(place(file, 0, files, ranks, turned).column + 0.5) * CELL.width} y={-10}>
          {fileLabel(file, files, style)}
        </text>
      ))}
      {Array.from({ length: ranks }, (_, rank) => {
        const y = (place(0, rank, files, ranks, turned).row + 0.5) * CELL.height;
        const text = rankLabel(rank, ranks, style);
        // A number of two kanji is written downwards in a narrow rim.
        return [...(style === 'japanese' ? text : [text])].map((line, i, lines) => (
          <text key={`${rank} ${i}`} x={files * CELL.width + RIM.wide / 2} y={y + 8 + (i - (lines.length - 1) / 2) * 22}>{line}</text>
        ));
      })}
    </g>
  ), [files, ranks, turned, style]);
}

/** Slides a copy of the piece along the path of its move. */
function slide(svg: SVGSVGElement, path: readonly { column: number; row: number }[], end: string): void {
  const piece = svg.querySelector<SVGGElement>(`.pieces [data-piece="${end}"]`);
  const to = path.at(-1);
  if (!piece || !to || path.length < 2 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const copy = piece.cloneNode(true) as SVGGElement;
  svg.querySelector('.moving')!.append(copy);
  piece.classList.add('lifted');
  const animation = copy.animate(path.map(({ column, row }) => ({
    translate: `${(column - to.column) * CELL.width}px ${(row - to.row) * CELL.height}px`,
  })), { duration: 120 + 60 * (path.length - 1), easing: 'ease-out' });
  animation.onfinish = animation.oncancel = () => {
    copy.remove();
    piece.classList.remove('lifted');
  };
}
