// qr.ts: a text as a QR code (ISO/IEC 18004): bytes, level M, up to version 10, which holds 213 bytes.
//
// The links of authenticators need no more, and this is a fraction of the size of a QR library.

/** For each version: all codewords, error correction codewords of each block, blocks.  ISO/IEC 18004, table 9, level M. */
const SIZES: readonly (readonly [all: number, mending: number, blocks: number])[] = [
  [26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2],
  [172, 16, 4], [196, 18, 4], [242, 22, 4], [292, 22, 5], [346, 26, 5],
];

/** The dark modules, row by row. */
export type Modules = readonly (readonly boolean[])[];

/** The modules that each mask inverts; table 10. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => ((i >> 1) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

// ---- Codewords ----

/** A product in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11D);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** The Reed-Solomon remainder: data followed by zeros, divided by (x - 1)(x - 2)(x - 4)... */
function mend(data: readonly number[], count: number): number[] {
  let divisor = [1];
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2))
    divisor = [...divisor, 0].map((one, k) => one ^ times(divisor[k - 1] ?? 0, root));
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i]!;
    divisor.forEach((one, k) => { rest[i + k]! ^= times(one, factor); });
  }
  return rest.slice(data.length);
}

/** The bytes of a text with header and padding, for a version. */
function dataOf(bytes: Uint8Array, version: number, room: number): number[] {
  const head = version < 10 ? [4, bytes.length >> 4, bytes.length & 15] : [4, bytes.length >> 12, (bytes.length >> 8) & 15, (bytes.length >> 4) & 15, bytes.length & 15];
  const halves = [...head, ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data: number[] = [];
  for (let i = 0; i < halves.length && data.length < room; i += 2) data.push((halves[i]! << 4) | (halves[i + 1] ?? 0));
  for (let i = 0; data.length < room; i++) data.push(i % 2 === 0 ? 0xEC : 0x11);
  return data;
}

/** The codewords in drawing order: blocks are interleaved. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const [all, mending, count] = SIZES[version - 1]!;
  const room = all - mending * count;
  const data = dataOf(bytes, version, room);
  const short = Math.floor(room / count);
  const blocks: number[][] = [];
  for (let i = 0, at = 0; i < count; i++) {
    // The last blocks are a codeword longer.
    const size = short + (i >= count - (room % count) ? 1 : 0);
    blocks.push(data.slice(at, at + size));
    at += size;
  }
  const behind = blocks.map((block) => mend(block, mending));
  const inTurn = (lists: readonly number[][]) =>
    Array.from({ length: short + mending + 1 }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
  return [...inTurn(blocks), ...inTurn(behind)];
}

// ---- Drawing ----

/** The error correction bits of the format and version information. */
function remainder(bits: number, divisor: number, count: number): number {
  let rest = bits << count;
  for (let bit = 31 - Math.clz32(rest); bit >= count; bit--)
    if ((rest >> bit) & 1) rest ^= divisor << (bit - count);
  return rest;
}

/** The modules without data; undefined where data goes. */
function frame(version: number, mask: number): (boolean | undefined)[][] {
  const size = 17 + 4 * version;
  const last = size - 7;
  const field: (boolean | undefined)[][] = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  const put = (row: number, column: number, dark: boolean) => {
    if (row >= 0 && column >= 0 && row < size && column < size) field[row]![column] = dark;
  };
  const ring = (row: number, column: number, reach: number, isDark: (distance: number) => boolean) => {
    for (let i = -reach; i <= reach; i++)
      for (let j = -reach; j <= reach; j++) put(row + i, column + j, isDark(Math.max(Math.abs(i), Math.abs(j))));
  };
  for (let i = 8; i < size - 8; i++) {
    put(6, i, i % 2 === 0);
    put(i, 6, i % 2 === 0);
  }
  const places = version === 1 ? [] : version < 7 ? [6, last] : [6, (6 + last) / 2, last];
  for (const row of places)
    for (const column of places)
      // None at the three corners.
      if (row + column !== 12 && Math.abs(row - column) !== last - 6) ring(row, column, 2, (distance) => distance !== 1);
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const)
    ring(row, column, 4, (distance) => distance !== 2 && distance !== 4);

  // Level M is 00; 8.9.
  const format = ((mask << 10) | remainder(mask, 0x537, 10)) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const dark = ((format >> i) & 1) === 1;
    put(i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, 8, dark);
    put(8, i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, dark);
  }
  put(size - 8, 8, true);
  if (version < 7) return field;
  const bits = (version << 12) | remainder(version, 0x1F25, 12);
  for (let i = 0; i < 18; i++) {
    const dark = ((bits >> i) & 1) === 1;
    put(size - 11 + (i % 3), Math.floor(i / 3), dark);
    put(Math.floor(i / 3), size - 11 + (i % 3), dark);
  }
  return field;
}

function draw(words: readonly number[], version: number, mask: number): boolean[][] {
  const field = frame(version, mask);
  const size = field.length;
  let bit = 0;
  // In pairs of columns from the right, up and down in turn, without the timing column.
  for (let pair = 0, right = size - 1; right > 0; pair++, right -= right === 8 ? 3 : 2)
    for (let step = 0; step < size; step++) {
      const row = pair % 2 === 0 ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (field[row]![column] !== undefined) continue;
        const dark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        field[row]![column] = dark !== MASKS[mask]!(row, column);
        bit++;
      }
    }
  return field as boolean[][];
}

/** The penalty score: 8.8.2. */
function penalty(field: Modules): number {
  const size = field.length;
  const lines = [...field, ...field.map((_, column) => field.map((row) => row[column]!))]
    .map((line) => line.map((dark) => (dark ? '1' : '0')).join(''));
  let sum = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    sum += 40 * (line.match(/(?=10111010000|00001011101)/g) ?? []).length;
  }
  let dark = 0;
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++) {
      const one = field[i]![j];
      dark += one ? 1 : 0;
      if (i > 0 && j > 0 && one === field[i - 1]![j] && one === field[i]![j - 1] && one === field[i - 1]![j - 1]) sum += 3;
    }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/** A text as modules; null if it is too long.  mask: 0 to 7, else the one with the lowest penalty. */
export function qr(text: string, mask?: number): Modules | null {
  const bytes = new TextEncoder().encode(text);
  const fits = ([all, mending, blocks]: (typeof SIZES)[number], i: number) => bytes.length + (i < 9 ? 2 : 3) <= all - mending * blocks;
  const version = SIZES.findIndex(fits) + 1;
  if (version === 0) return null;
  const words = codewords(bytes, version);
  if (mask !== undefined) return draw(words, version, mask);
  const drawn = MASKS.map((_, one) => draw(words, version, one));
  const hard = drawn.map(penalty);
  return drawn[hard.indexOf(Math.min(...hard))]!;
}

/** The dark modules as an SVG path of unit squares, with a light border of four. */
export const path = (field: Modules): string => field.flatMap((row, i) =>
  row.flatMap((dark, j) => (dark ? [`M${j + 4} ${i + 4}h1v1h-1z`] : []))).join('');
