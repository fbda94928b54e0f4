// pictures.ts: a position as a PNG, and a whole game as an animated GIF, made in this browser.

import { naming, type Look } from '../board/look';
import { Game } from '../game';
import type { Colour } from '../../../src/wasm/shoogi.mjs';
import { Drawing, fontsFor } from './drawing';
import { Gif, Palette } from './gif';

/** The width of a board in pixels, as far as its squares allow. */
const STILL = { board: 900, least: 24, most: 90 };
const MOVING = { board: 420, least: 14, most: 46 };
const MOVE_MS = 900;
const END_MS = 4000;

export interface Pictured {
  /** The position on the board. */
  board: Game;
  /** The whole game. */
  whole: Game;
  turned: boolean;
  look: Look;
  names: Readonly<Record<Colour, string>>;
}

function drawingOf({ board: { variant }, turned, look, names }: Pictured, { board, least, most }: typeof STILL): Drawing {
  const cell = Math.min(most, Math.max(least, Math.floor(board / variant.files)));
  return new Drawing({ variant, cell, turned, names, coordinates: naming(look, variant) });
}

export async function pictureOf(pictured: Pictured): Promise<Blob> {
  await fontsFor(pictured.board.variant);
  const drawing = drawingOf(pictured, STILL);
  drawing.draw(pictured.board.view);
  return new Promise((done, fail) => drawing.canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'));
}

/** hear: called with the parts done, from 0 to 1.  signal: ends it. */
export async function animationOf(pictured: Pictured, hear: (done: number) => void, signal: AbortSignal): Promise<Blob> {
  const { whole } = pictured;
  await fontsFor(whole.variant);
  const { start, moves } = whole.asMoves;
  const game = new Game(whole.variant, start);
  const drawing = drawingOf(pictured, MOVING);
  try {
    const sample = () => {
      drawing.draw(game.view);
      return drawing.pixels();
    };
    const samples = [sample()];
    if (moves[0] !== undefined) {
      game.play(moves[0], '');
      samples.push(sample());
      game.undo();
    }
    samples.push((drawing.draw(whole.view), drawing.pixels()));
    const palette = new Palette(samples);
    const gif = new Gif(drawing.canvas.width, drawing.canvas.height, palette.colours);
    for (let ply = 0; ply <= moves.length; ply++) {
      if (ply > 0) game.play(moves[ply - 1]!, '');
      gif.add({ pixels: palette.pixelsOf(sample()), delay_ms: ply === moves.length ? END_MS : MOVE_MS });
      hear((ply + 1) / (moves.length + 1));
      // The page stays usable.
      await new Promise((go) => { setTimeout(go); });
      signal.throwIfAborted();
    }
    return new Blob([gif.bytes() as BlobPart], { type: 'image/gif' });
  } finally {
    game.free();
  }
}
