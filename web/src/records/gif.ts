// gif.ts: writes an animated GIF: frames of at most 256 colours, of which each holds only the part that has changed.
//
// Source: GIF89a, the specification of CompuServe, and its appendix F for the packing (variable-length LZW).

export interface Frame {
  /** The number of a colour for each pixel, by rows. */
  pixels: Uint8Array;
  delay_ms: number;
}

const CODES_MAX = 4096;
const CLEAR = 256;
const END = 257;

/** The code of a known row of pixels and one more; 0: none, since no row has the code of a single pixel. */
let codes: Uint16Array | undefined;

/** The packed pixels, in blocks of at most 255 bytes. */
function packed(pixels: Uint8Array): number[] {
  const out: number[] = [];
  let block: number[] = [], bits = 0, held = 0, size = 9;
  const put = (code: number) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8) {
      block.push(held & 255);
      held >>>= 8;
      if (block.length === 255) {
        out.push(255, ...block);
        block = [];
      }
    }
  };
  codes ??= new Uint16Array(CODES_MAX << 8);
  codes.fill(0);
  let next = END + 1;
  put(CLEAR);
  let row = pixels[0] ?? 0;
  for (let i = 1; i < pixels.length; i++) {
    const key = (row << 8) | pixels[i]!;
    const known = codes[key]!;
    if (known !== 0) {
      row = known;
      continue;
    }
    put(row);
    row = pixels[i]!;
    if (next < CODES_MAX) {
      codes[key] = next++;
      if (next > 1 << size && size < 12) size++;
    } else {
      put(CLEAR);
      codes.fill(0);
      [next, size] = [END + 1, 9];
    }
  }
  put(row);
  if (next >= 1 << size && size < 12) size++;
  put(END);
  size = 8;
  if (bits > 0) put(0);
  if (block.length > 0) out.push(block.length, ...block);
  out.push(0);
  return out;
}

const word = (number: number): number[] => [number & 255, number >> 8];

/** The smallest part in which two pictures differ. */
export function changed(before: Uint8Array | null, now: Uint8Array, width: number, height: number): { x: number; y: number; width: number; height: number } {
  if (!before) return { x: 0, y: 0, width, height };
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++)
      if (before[i] !== now[i]) {
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = y;
      }
  return right < 0 ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

export class Gif {
  readonly #parts: Uint8Array[] = [];
  #before: Uint8Array | null = null;

  /** palette: 256 colours, three bytes each. */
  constructor(readonly width: number, readonly height: number, palette: Uint8Array) {
    const loops = [0x21, 0xff, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0];
    this.#parts.push(Uint8Array.from([...new TextEncoder().encode('GIF89a'), ...word(width), ...word(height), 0xf7, 0, 0]), palette, Uint8Array.from(loops));
  }

  add({ pixels, delay_ms }: Frame): void {
    const part = changed(this.#before, pixels, this.width, this.height);
    const cut = new Uint8Array(part.width * part.height);
    for (let y = 0; y < part.height; y++) {
      const at = (part.y + y) * this.width + part.x;
      cut.set(pixels.subarray(at, at + part.width), y * part.width);
    }
    // The earlier picture stays below.
    const control = [0x21, 0xf9, 4, 4, ...word(Math.round(delay_ms / 10)), 0, 0];
    const place = [0x2c, ...word(part.x), ...word(part.y), ...word(part.width), ...word(part.height), 0, 8];
    this.#parts.push(Uint8Array.from(control), Uint8Array.from(place), Uint8Array.from(packed(cut)));
    this.#before = pixels;
  }

  /** The file. */
  bytes(): Uint8Array {
    const parts = [...this.#parts, Uint8Array.of(0x3b)];
    const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

const STEPS = 32;
const keyOf = (rgba: Uint8ClampedArray, i: number): number => ((rgba[i]! >> 3) << 10) | ((rgba[i + 1]! >> 3) << 5) | (rgba[i + 2]! >> 3);

/** Colours for pictures of the same kind: the most frequent ones of samples, and the nearest of them for each pixel. */
export class Palette {
  readonly colours = new Uint8Array(3 * 256);
  readonly #nearest = new Int16Array(STEPS ** 3).fill(-1);

  constructor(samples: readonly Uint8ClampedArray[]) {
    const counts = new Map<number, number>();
    for (const rgba of samples)
      for (let i = 0; i < rgba.length; i += 4) counts.set(keyOf(rgba, i), (counts.get(keyOf(rgba, i)) ?? 0) + 1);
    const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, 256);
    for (const [i, [key]] of most.entries()) this.colours.set([key >> 10, (key >> 5) & 31, key & 31].map((step) => Math.round((step * 255) / 31)), 3 * i);
  }

  pixelsOf(rgba: Uint8ClampedArray): Uint8Array {
    const pixels = new Uint8Array(rgba.length / 4);
    for (let i = 0; i < pixels.length; i++) {
      const key = keyOf(rgba, 4 * i);
      let colour = this.#nearest[key]!;
      if (colour < 0) this.#nearest[key] = colour = this.#find(key);
      pixels[i] = colour;
    }
    return pixels;
  }

  #find(key: number): number {
    const [r, g, b] = [key >> 10, (key >> 5) & 31, key & 31].map((step) => (step * 255) / 31) as [number, number, number];
    let [best, least] = [0, Infinity];
    for (let i = 0; i < 256; i++) {
      const far = (this.colours[3 * i]! - r) ** 2 + (this.colours[3 * i + 1]! - g) ** 2 + (this.colours[3 * i + 2]! - b) ** 2;
      if (far < least) [best, least] = [i, far];
    }
    return best;
  }
}
