/* tokens.h: how a man moves, told apart from any definition, and where that takes him.
 *
 * A reader of its own for tests: the tables under tests/games/ say in tokens what books say in words.
 *
 *     W F K        one step straight, diagonally, either      R B Q  the same as far as the way is free; R3: at most 3
 *     D A, H G     leaps to the second, the third square      N      the leaps of a knight
 *
 * Before a token stand directions: f b l r forward, back, left, right, v forward and back, s sideways; of diagonals fl fr
 * bl br one, and f b l r both on that side; of N f, v, and bs for the two wide ones back. In braces:
 *
 *     lion         two steps, taking on both, or a leap       lion:fl,fr   the same along these lines
 *     dlion        two steps diagonally                       liondog      three along a line
 *     area3, area2 so many steps, up to the first capture     hook:R       a slide, and another after a turn
 *     multi:2,K    two such moves, taking on both; axis2: the second along the same line, or in the same quarter
 *     jumpcap:R    takes over any men                         rangecap:R   the same, and slides
 *     jt:D>R       a leap, and on as the other, unless it took                 over3:f,b    a slide over up to three men
 *     over:R       a slide from the second square on, over a free one
 *     skip:R       the same, whatever the first has           leap:(4,0)   such leaps in all ways
 *     noc:R        takes nothing so                           cannon:R     takes the man behind the first
 *     hopmove:R    moves or takes behind the first, B2: right behind a neighbour
 *     emperor      to any square
 *     igui, burn, shoot:X, backlast:X    take him to no square, from the middle of a board */
#ifndef TOKENS_H
#define TOKENS_H

#include <stdbool.h>

enum { TOKENS_SIDE_MAX = 36 };

/* A board on which nothing stands but the man, or a man of the other side on each other square; a file after the
 * other, the first at the man's right, and in each the rank farthest ahead first. */
typedef struct tokens_board {
    int files, ranks;
    bool crowded;
    bool hole[TOKENS_SIDE_MAX * TOKENS_SIDE_MAX];
} tokens_board;

/* Sets those squares of reach that the man on a square may end a move on, but for his own.  NULL, or where the text
 * is at fault. */
const char *tokens_reach(bool reach[TOKENS_SIDE_MAX * TOKENS_SIDE_MAX], const tokens_board *board,
                         int file, int rank, const char *moves);

#endif
