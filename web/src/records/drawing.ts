// drawing.ts: draws positions on a canvas, for pictures of them and of whole games.

import type { Colour, Piece, Variant } from '../../../src/wasm/shoogi.mjs';
import { face, isPromoted } from '../board/pieceSets';
import { WEDGE } from '../board/PieceView';
import { CELL, fileLabel, place, rankLabel, squareAt, type Coordinates } from '../board/squares';
import type { View } from '../game';
import { other, signOf } from '../sides';

const COLOURS = {
  paper: '#faf7f1', field: '#e6bd76', line: '#4a3010', last: '#f2d75f', body: '#f8e3b4', other: '#f8e3b4', edge: '#6f4a18', sign: '#17120d', promoted: '#a5120c',
  words: '#221d17', quiet: '#665d51',
};
/** As in the fonts of board.css. */
const KANJI = '"Shogi Pieces", "Shogi Pieces Other", "Shogi Pieces Large", serif';
const LETTERS = 'Georgia, "Noto Serif", "DejaVu Serif", serif';
const WORDS = 'system-ui, sans-serif';
const TALL = CELL.height / CELL.width;

export interface DrawingOptions {
  variant: Variant;
  /** The width of a square in pixels. */
  cell: number;
  turned: boolean;
  names: Readonly<Record<Colour, string>>;
  coordinates: Coordinates;
}

export class Drawing {
  readonly canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  readonly #sprites = new Map<string, HTMLCanvasElement>();
  readonly #wedge = new Path2D(WEDGE);
  readonly #rim: number;
  readonly #strip: number;

  constructor(readonly options: DrawingOptions) {
    const { cell, variant } = options;
    this.#rim = Math.max(6, Math.round(cell * 0.4));
    this.#strip = Math.max(24, Math.round(cell * 1.05));
    this.canvas.width = variant.files * cell + 2 * this.#rim;
    this.canvas.height = Math.round(variant.ranks * cell * TALL) + 2 * this.#rim + 2 * this.#strip;
    this.#context = this.canvas.getContext('2d', { willReadFrequently: true })!;
  }

  /** Draws a position. */
  draw(view: View): void {
    const { cell, variant: { files, ranks }, turned, coordinates } = this.options;
    const context = this.#context;
    const { width, height } = this.canvas;
    const [left, top] = [this.#rim, this.#strip + this.#rim];
    const tall = cell * TALL;
    context.fillStyle = COLOURS.paper;
    context.fillRect(0, 0, width, height);
    context.fillStyle = COLOURS.field;
    context.fillRect(0, this.#strip, width, height - 2 * this.#strip);
    const near: Colour = turned ? 'white' : 'black';
    this.#hand(view, other(near), 0);
    this.#hand(view, near, height - this.#strip);
    context.fillStyle = COLOURS.last;
    const corner = (name: string): [number, number] => {
      const { file, rank } = squareAt(name);
      const { column, row } = place(file, rank, files, ranks, turned);
      return [left + column * cell, top + row * tall];
    };
    for (const name of view.last) context.fillRect(...corner(name), cell, tall);
    context.strokeStyle = COLOURS.line;
    context.lineWidth = Math.max(1, cell / 50);
    view.pieces.forEach((line, rank) => line.forEach((piece, file) => {
      if (piece === undefined) return;
      const { column, row } = place(file, rank, files, ranks, turned);
      context.strokeRect(Math.round(left + column * cell) + 0.5, Math.round(top + row * tall) + 0.5, cell, Math.round(tall));
      if (piece) this.#piece(piece, left + (column + 0.5) * cell, top + (row + 0.5) * tall, cell, (piece.colour === 'white') === turned);
    }));
    if (cell < 20) return;
    context.fillStyle = COLOURS.line;
    context.font = `600 ${Math.round(this.#rim * 0.7)}px ${WORDS}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (let file = 0; file < files; file++)
      context.fillText(fileLabel(file, files, coordinates), left + (place(file, 0, files, ranks, turned).column + 0.5) * cell, top - this.#rim / 2);
    for (let rank = 0; rank < ranks; rank++)
      context.fillText(rankLabel(rank, ranks, coordinates), width - this.#rim / 2, top + (place(0, rank, files, ranks, turned).row + 0.5) * tall, this.#rim);
  }

  /** The name of a side and its pieces in hand. */
  #hand(view: View, colour: Colour, y: number): void {
    const context = this.#context;
    const size = Math.min(18, this.#strip * 0.4);
    context.fillStyle = COLOURS.words;
    context.font = `600 ${size}px ${WORDS}`;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    const name = `${signOf(colour)} ${this.options.names[colour]}`;
    const half = this.canvas.width / 2;
    context.fillText(name, this.#rim, y + this.#strip / 2, half - this.#rim);
    const pieces = view.hands[colour].filter(({ face: form }) => !form);
    const step = Math.min(this.#strip * 0.95, (half - this.#rim) / Math.max(1, pieces.length));
    pieces.forEach(({ kind, count }, i) => {
      const x = half + (i + 0.5) * step;
      this.#piece({ kind, colour }, x - step * 0.1, y + this.#strip / 2, Math.min(this.#strip * 0.85, step), true);
      if (count === 1) return;
      context.fillStyle = COLOURS.quiet;
      context.font = `600 ${Math.round(size * 0.8)}px ${WORDS}`;
      context.fillText(String(count), x + step * 0.22, y + this.#strip * 0.78, step * 0.35);
    });
  }

  #piece(piece: Piece, x: number, y: number, cell: number, upright: boolean): void {
    const sprite = this.#sprite(piece, Math.max(8, Math.round(cell)));
    const context = this.#context;
    context.save();
    context.translate(Math.round(x), Math.round(y));
    if (!upright) context.rotate(Math.PI);
    context.drawImage(sprite, -sprite.width / 2, -sprite.height / 2);
    context.restore();
  }

  /** A piece that points up. */
  #sprite(piece: Piece, cell: number): HTMLCanvasElement {
    const key = `${piece.kind} ${piece.colour} ${cell}`;
    const known = this.#sprites.get(key);
    if (known) return known;
    const sprite = document.createElement('canvas');
    sprite.width = 2 * Math.ceil(cell / 2);
    sprite.height = 2 * Math.ceil((cell * TALL) / 2);
    const context = sprite.getContext('2d')!;
    context.translate(sprite.width / 2, sprite.height / 2);
    context.scale(cell / CELL.width, cell / CELL.width);
    context.fillStyle = COLOURS.body;
    context.fill(this.#wedge);
    context.strokeStyle = COLOURS.edge;
    context.lineWidth = 3;
    context.stroke(this.#wedge);
    const shown = face(this.options.variant, piece, 'kanji');
    if (shown.kind === 'text') {
      context.fillStyle = isPromoted(this.options.variant, piece.kind) ? COLOURS.promoted : COLOURS.sign;
      context.font = `${shown.latin ? '700 ' : ''}${shown.size}px ${shown.latin ? LETTERS : KANJI}`;
      context.textAlign = 'center';
      shown.lines.forEach((line, i) => context.fillText(line, 0, 5 + shown.size * (0.37 + (i - (shown.lines.length - 1) / 2) * 0.97)));
    }
    this.#sprites.set(key, sprite);
    return sprite;
  }

  /** The pixels, four bytes each. */
  pixels(): Uint8ClampedArray {
    return this.#context.getImageData(0, 0, this.canvas.width, this.canvas.height).data;
  }
}

/** Waits until the kanji of all pieces are there. */
export async function fontsFor(variant: Variant): Promise<void> {
  const signs = variant.kinds.flatMap((row, kind) => (row ? (['black', 'white'] as const).flatMap((colour) => {
    const shown = face(variant, { kind, colour }, 'kanji');
    return shown.kind === 'text' ? shown.lines : [];
  }) : []));
  await document.fonts.load(`40px ${KANJI}`, [...new Set(signs)].join('')).catch(() => {});
}
