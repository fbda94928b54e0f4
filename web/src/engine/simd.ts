// simd.ts: whether this browser can run modules with vectors of 128 bits.

/** A module with one function: i32.const 0, i8x16.splat, drop. */
const PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, // "\0asm", version 1
  1, 4, 1, 96, 0, 0, // a type: no parameters, no results
  3, 2, 1, 0, // a function of it
  10, 9, 1, 7, 0, 65, 0, 253, 15, 26, 11, // its code
]);

export const hasSimd = (): boolean => WebAssembly.validate(PROBE);
