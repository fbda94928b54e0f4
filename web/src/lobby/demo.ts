// demo.ts: a game of shogi of the engine against itself, a quarter of a second for a move, shown when nobody plays.

export const DEMO: readonly string[] = `
7g7f 3c3d 2g2f 8c8d 3i4h 8d8e 8h2b+ 3a2b B*7g B*3c 7i7h 7a6b 7g3c+ 2b3c 7h7g 5a5b 2f2e 8b8d 5i5h 3d3e 2h2f
9c9d B*5f 4a3b 3g3f B*5e 4h3g 5e4d 3g4f 3e3f 2f3f 6a5a 5h5i 8e8f 8g8f P*8h 4f3e 8h8i+ 3e4d 8d4d P*3d 3c4b 4g4f
4d5d 2e2d 2c2d 3d3c 3b3c P*3d 3c3b B*6e N*4d 6e5d 5c5d 3f3g 4d5f 5g5f B*2h R*8b 2h1i+ 3g2g L*2e N*2f B*3f 2g3g
1i3g 2i3g 2e2f B*6f R*2h 6i5h S*4g 5h6h 4g3h+ 3d3c+ 3h4i 5i4i 3f2g+ 4i5i N*4g 5i6i G*7i
`.trim().split(/\s+/);
