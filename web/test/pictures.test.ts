// pictures.test.ts: the animated pictures of games can be unpacked.

import { expect, test } from 'vitest';
import { changed, Gif, Palette } from '../src/records/gif';
import { readOwn } from '../src/records/ownText';
import { partsOf } from '../src/study/parts';

/** The pixels of each frame in its part of the picture, by the specification of GIF89a. */
function unpack(bytes: Uint8Array): { x: number; y: number; width: number; height: number; pixels: number[] }[] {
  const word = (at: number) => bytes[at]! | (bytes[at + 1]! << 8);
  const frames = [];
  for (let at = 13 + 768; bytes[at] !== 0x3b;) {
    if (bytes[at] === 0x21) {
      for (at += 2; bytes[at] !== 0; at += bytes[at]! + 1);
      at++;
      continue;
    }
    const [x, y, width, height] = [1, 3, 5, 7].map((offset) => word(at + offset)) as [number, number, number, number];
    const data: number[] = [];
    for (at += 11; bytes[at] !== 0; at += bytes[at]! + 1) data.push(...bytes.subarray(at + 1, at + 1 + bytes[at]!));
    at++;
    let [bit, size] = [0, 9];
    let rows: number[][] = [];
    const clear = () => {
      rows = Array.from({ length: 258 }, (_, i) => [i]);
      size = 9;
    };
    const next = () => {
      let code = 0;
      for (let i = 0; i < size; i++, bit++) code |= ((data[bit >> 3]! >> (bit & 7)) & 1) << i;
      return code;
    };
    const pixels: number[] = [];
    let before: number[] | null = null;
    for (let code = next(); code !== 257; code = next()) {
      if (code === 256) {
        clear();
        before = null;
        continue;
      }
      const row: number[] = rows[code] ?? [...before!, before![0]!];
      pixels.push(...row);
      if (before && rows.length < 4096) rows.push([...before, row[0]!]);
      if (rows.length === 1 << size && size < 12) size++;
      before = row;
    }
    frames.push({ x, y, width, height, pixels });
  }
  return frames;
}

test('a picture with more rows than the packing has codes comes back, and the next holds what has changed', () => {
  let seed = 1;
  const noise = () => { seed = (seed * 48271) % 2147483647; return seed % 7; };
  const [width, height] = [90, 70];
  const first = Uint8Array.from({ length: width * height }, noise);
  const second = Uint8Array.from(first);
  second[5 * width + 3] = 200;
  second[9 * width + 20] = 201;
  const gif = new Gif(width, height, new Uint8Array(768));
  for (const pixels of [first, second, second]) gif.add({ pixels, delay_ms: 500 });
  const [one, two, three] = unpack(gif.bytes());
  expect(one).toEqual({ x: 0, y: 0, width, height, pixels: [...first] });
  expect({ ...two, pixels: two!.pixels.length }).toEqual({ x: 3, y: 5, width: 18, height: 5, pixels: 90 });
  expect([two!.pixels[0], two!.pixels.at(-1)]).toEqual([200, 201]);
  expect(three).toMatchObject({ width: 1, height: 1 });
  expect(changed(null, first, width, height)).toEqual({ x: 0, y: 0, width, height });
  const plain = new Gif(64, 64, new Uint8Array(768));
  plain.add({ pixels: new Uint8Array(64 * 64).fill(9), delay_ms: 10 });
  expect(unpack(plain.bytes())[0]!.pixels).toEqual(Array(64 * 64).fill(9));
});

test('a palette has the frequent colours, and the nearest of them for others', () => {
  const sample = Uint8ClampedArray.from([255, 0, 0, 255, 255, 0, 0, 255, 0, 0, 255, 255]);
  const palette = new Palette([sample]);
  expect([...palette.colours.subarray(0, 6)]).toEqual([255, 0, 0, 0, 0, 255]);
  expect([...palette.pixelsOf(Uint8ClampedArray.from([250, 0, 4, 255, 10, 0, 200, 255]))]).toEqual([0, 1]);
});

test('a record becomes lines of a study: each follows a node that was sent before', () => {
  const own = readOwn('shoogi record 1\ngame shogi\n\n1 7g7f\n* good\n2 3c3d\n3 end resign black\n2 8c8d\n3 2g2f\n1 2g2f\n');
  expect(partsOf(own)).toEqual([
    { parent: 0, nodes: [1, 2], text: '7g7f\n* good\n3c3d\n' }, { parent: 1, nodes: [4, 5], text: '8c8d\n2g2f\n' }, { parent: 0, nodes: [6], text: '2g2f\n' },
  ]);
  const long = readOwn(`shoogi record 1\n\n${Array.from({ length: 2000 }, (_, i) => `${i + 1} 7g7f\n`).join('')}`);
  const parts = partsOf(long);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.flatMap(({ nodes }) => nodes)).toEqual(Array.from({ length: 2000 }, (_, i) => i + 1));
  expect(parts[1]!.parent).toBe(parts[0]!.nodes.at(-1));
  // The server limits the bytes of a request, and a kanji has three.
  const commented = readOwn(`shoogi record 1\n\n${Array.from({ length: 20 }, (_, i) => `${i + 1} 7g7f\n* ${'歩'.repeat(900)}\n`).join('')}`);
  for (const { text } of partsOf(commented)) expect(new TextEncoder().encode(text).length).toBeLessThan(8000);
});
