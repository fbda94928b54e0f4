// qr.test.ts: QR codes compared with those of libqrencode 4.1.1, under the masks that it chose.

import { expect, test } from 'vitest';
import { path, qr } from '../src/qr';

/** Texts, the mask, and the rows with their dark modules as the ones of a number, written to base 36. */
const known: readonly (readonly [text: string, mask: number, rows: string])[] = [
  ['a', 4, `
    18prz muyp wqcd wti5 wr4t my4h 18prz 4jk okqh 10qi3 si2k zg7q 10gqv 53a 18qki mwq2 ws5b wpwr wprw mvh0 18ret`],
  ['https://example.org/', 6, `
    jvwcf a7iv5 ekfa5 eiuzh ekuhp a65vl jvfy7 143k cgj9z eexmm 8blx5 fawf jcme9 fe9le j15y7 e2jfx c5trq 1l3q jv4up
    a7k0h ekvsj eks77 ejgyn a5j5j jvn0p`],
  ['otpauth://totp/shoogi:Anna?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=shoogi', 4, `
    1qt87am7 w6it0zl 19yrd0m5 1a35edst 1a22musd wb05ow1 1qt5f2wv 5kxfcw yfpg6wp hrphdua 1mvv5hlo 15wmyqty ml26ag3
    1jl3rk8j 140l11ng g5ymjti agj45pw 84za3a sicy7gg 8ap8g99 18dodq6m 12x7ofjl 1otkwzgk oq2ie6s 1h1efo4f 1addchxs
    8iuaku8 c8c1qc6 1far5vy1 888ie1 1qv44vo4 w44g8wm 1a1w4kql 19yh12hv 19x859t8 w2ykv7q 1qun1rx7`],
  ['v'.repeat(213), 2, `
    1355ljehniin k2i6a88smrl sqx9ogtuk4d spxnrddcwv1 sqtru0eg02l k589nqi5l4x 137mi6kld9bz 3yzjayzfgg t9ef67fwi2k
    ikobshwy5dr nzw42lxhaki rw2eehfy2e5 csbgifuub7u 9c6w82d414v m4s3dv42e9u myo1ru7pu3i ghe8djssx1m 69zpmhv862n
    rpqptmuex1e runpisdn4il f3uiol7ipu2 5oimnvrxs5b ibs7pqmm8xu hvwywygrjj1 5botfjbi4i2 5n4lgk2ajlr 13creoi5nu9e
    8qa17j8z76l 6k1w3r1tlju dne7yv2nmsf 9s0fw1oqxgy 5t6rm1hu6rx 124aqykyfyca 53s0vn1q0jy 126jlqrfdf7 39mptpgqf2k
    uqapmwy9daw 6yzmh2k1yrz 450pd1p7bua 55jts2udrkd us78fbzqxzu 6zii39sqclr 44bqiitzgs2 zvjsj9sn0lp 2camkgt2q3e
    51p38lttbv3 pohb8ro004y 12730emd14nh hzcfu9ek1m 4hr7feeckf 135ubfiv2q1e k3vvchosqvx sr5s4p7erju srhhz8oo42k
    sqerhg7bi2o k2l3vrwgm9o 138ndwv6k3be`],
];

const rows = (field: ReturnType<typeof qr>) => field!.map((row) =>
  BigInt(`0b${row.map((dark) => (dark ? '1' : '0')).join('')}`).toString(36));

test.each(known)('%s', (text, mask, wanted) => {
  expect(rows(qr(text, mask))).toEqual(wanted.trim().split(/\s+/));
});

test('the mask is chosen among the eight', () => {
  const all = [...Array(8).keys()].map((mask) => rows(qr('shogi', mask)).join(' '));
  expect(new Set(all).size).toBe(8);
  expect(all).toContain(rows(qr('shogi')).join(' '));
});

test('the longest text of version 10, and no longer one', () => {
  expect(qr('v'.repeat(213))).toHaveLength(57);
  expect(qr('v'.repeat(214))).toBeNull();
  // 62 bytes are the limit of version 4.
  expect(qr('\u00e9'.repeat(31))).toHaveLength(33);
  expect(qr(`${'\u00e9'.repeat(31)}x`)).toHaveLength(37);
});

test('a path has a square for each dark module, with a margin', () => {
  expect(path([[true, false], [false, true]])).toBe('M4 4h1v1h-1zM5 5h1v1h-1z');
});
