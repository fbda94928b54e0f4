// viewport.ts: the arithmetic of zoom and pan.
//
// A board that fits has scale 1 at 0, 0.  A point p of the board at scale 1, in pixels, appears at p * scale + offset.
// Nothing beyond the edges is ever shown.

export interface Viewport {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const WHOLE: Viewport = { scale: 1, x: 0, y: 0 };

/** The size in pixels that a finger can hit. */
export const TARGET = 26;

/** The largest size of a square, in pixels. */
const LARGEST = 128;

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** The largest scale for squares of this width at scale 1. */
export function largest(cell: number): number {
  return Math.max(3, LARGEST / Math.max(cell, 1));
}

/** The nearest viewport that shows nothing beyond the edges. */
export function inside(seen: Viewport, size: Size, most: number): Viewport {
  const scale = between(1, seen.scale, most);
  return {
    scale,
    x: between(size.width * (1 - scale), seen.x, 0),
    y: between(size.height * (1 - scale), seen.y, 0),
  };
}

/** Zooms by a factor around a fixed point. */
export function zoomed(seen: Viewport, size: Size, most: number, factor: number, at: Point): Viewport {
  const scale = between(1, seen.scale * factor, most);
  const grown = scale / seen.scale;
  return inside({ scale, x: at.x - (at.x - seen.x) * grown, y: at.y - (at.y - seen.y) * grown }, size, most);
}

/** Pans by some pixels. */
export function moved(seen: Viewport, size: Size, most: number, by: Point): Viewport {
  return inside({ ...seen, x: seen.x + by.x, y: seen.y + by.y }, size, most);
}

/** The smallest pan that shows a rectangle, given at scale 1, with some room around it. */
export function showing(seen: Viewport, size: Size, most: number, part: Point & Size): Viewport {
  const room = { width: part.width * seen.scale * 0.6, height: part.height * seen.scale * 0.6 };
  const left = part.x * seen.scale + seen.x - room.width;
  const top = part.y * seen.scale + seen.y - room.height;
  const right = left + part.width * seen.scale + 2 * room.width;
  const bottom = top + part.height * seen.scale + 2 * room.height;
  return moved(seen, size, most, {
    x: left < 0 ? -left : right > size.width ? size.width - right : 0,
    y: top < 0 ? -top : bottom > size.height ? size.height - bottom : 0,
  });
}

/** Zooms until a finger can hit squares, around a point given at scale 1. */
export function touchable(size: Size, cell: number, at: Point): Viewport {
  const scale = Math.max(1, TARGET / Math.max(cell, 1));
  return inside({ scale, x: size.width / 2 - at.x * scale, y: size.height / 2 - at.y * scale }, size, largest(cell));
}

/** The width of the ranks' names over a zoomed board, in pixels: 1rem. */
const RULER = 16;

/** The same for a board as it opens, around a point between its halves: no file is cut at the edges. */
export function opened(size: Size, cell: number, files: number, at: Point): Viewport {
  const seen = touchable(size, cell, at);
  if (seen.scale === 1) return seen;
  const width = size.width - RULER;
  const most = Math.max(1, Math.floor(width / TARGET));
  // As many to the left of the middle as to its right.
  const shown = most - ((files - most) & 1) || most;
  const scale = width / (shown * cell);
  return inside({ scale, x: width / 2 - at.x * scale, y: size.height / 2 - at.y * scale }, size, largest(cell));
}
