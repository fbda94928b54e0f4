// MiniBoard.tsx: a small board without rules: the start of a game, or a game of other people.

import { place, placedOf, type Placed } from './placed';
import starts from './tiles.txt?starts';

const [WIDTH, HEIGHT, RIM] = [20, 22, 6];
/** The wedge of a piece around 0, 0. */
const WEDGE = 'M0-9.6 5.6-7.2 7.6 9H-7.6L-5.6-7.2Z';
const TURNED = 'M0 9.6-5.6 7.2-7.6-9H7.6L5.6 7.2Z';

const isWhite = (id: string): boolean => id === id.toLowerCase();

const known: Record<string, FirstPositions[string]> = { ...starts };

/** The games of the lobby, which it can draw at once, in their order. */
export const FIRST: readonly string[] = Object.keys(starts);

/** Loads what it needs to draw all others. */
export const loadOthers = async (): Promise<void> => { Object.assign(known, (await import('./tiles.txt?others')).default); };

/** Whether this can draw a game. */
export const isDrawn = (game: string): boolean => Object.hasOwn(known, game);

export const startOf = (game: string): Placed | null => (isDrawn(game) ? placedOf(known[game]!.sfen) : null);

/** On larger boards the signs of the pieces are too small to be read, and are not drawn. */
const SIGNED_MAX = 19;

const signOf = (game: string, id: string): string => {
  const kanji = known[game]?.kanji ?? {};
  return kanji[id] ?? kanji[id.toUpperCase()] ?? id;
};

/** label: what it shows, for those who do not see it.  last: the squares of the last move. */
export function MiniBoard({ game, placed, label, last = [] }: { game: string; placed: Placed; label?: string; last?: readonly string[] }) {
  const { files, ranks, cells } = placed;
  const [width, height] = [files * WIDTH, ranks * HEIGHT];
  const pieces = cells.flatMap((rank, row) => rank.flatMap((id, column) => (id === null ? [] : [{ id, x: (column + 0.5) * WIDTH, y: (row + 0.5) * HEIGHT }])));
  const lines = [
    ...Array.from({ length: ranks - 1 }, (_, i) => `M0 ${(i + 1) * HEIGHT}H${width}`), ...Array.from({ length: files - 1 }, (_, i) => `M${(i + 1) * WIDTH} 0V${height}`),
  ].join('');
  return (
    <svg class="mini" viewBox={`${-RIM} ${-RIM} ${width + 2 * RIM} ${height + 2 * RIM}`} {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}>
      <rect class="rim" x={-RIM} y={-RIM} width={width + 2 * RIM} height={height + 2 * RIM} rx="3" />
      {last.map((square) => {
        const [rank, column] = place(placed, square);
        return <rect key={square} class="last" x={column * WIDTH} y={rank * HEIGHT} width={WIDTH} height={HEIGHT} />;
      })}
      <path class="grid" d={`M0 0H${width}V${height}H0Z${lines}`} />
      {pieces.map(({ id, x, y }, i) => (
        <g key={i} class={id.startsWith('+') ? 'promoted' : undefined} transform={`translate(${x} ${y})`}>
          <path class="body" d={isWhite(id) ? TURNED : WEDGE} />
          {files <= SIGNED_MAX && <text y="5.2" {...(isWhite(id) && { transform: 'rotate(180)' })}>{signOf(game, id)}</text>}
        </g>
      ))}
    </svg>
  );
}

/** The pieces in hand of a side, as text: "歩2 角". */
export const handText = (game: string, { hands }: Placed, white: boolean): string => Object.entries(hands)
  .filter(([id, count]) => count > 0 && isWhite(id) === white).map(([id, count]) => `${signOf(game, id)}${count > 1 ? count : ''}`).join(' ');

const InHand = ({ game, start, white }: { game: string; start: Placed; white: boolean }) =>
  <span class="in-hand" aria-hidden="true">{white ? '△' : '▲'} {handText(game, start, white)}</span>;

/** The position from which a game begins, with the pieces in hand.  start: null if the page cannot draw the game; picture: the
 * address of a picture for that case, by default of the first position of the game. */
export function FirstPosition({ game, start, picture = `/help/board/${encodeURIComponent(game)}.svg` }: {
  game: string; start: Placed | null; picture?: string;
}) {
  if (!start) return <img class="mini" src={picture} alt="" />;
  if (Object.keys(start.hands).length === 0) return <MiniBoard game={game} placed={start} />;
  return (
    <div class="with-hands">
      <InHand game={game} start={start} white />
      <MiniBoard game={game} placed={start} />
      <InHand game={game} start={start} white={false} />
    </div>
  );
}
