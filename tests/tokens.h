/* tokens.h: the squares that a piece reaches, from a description that is independent of definitions.
 *
 * A parser for tests only: the tables under tests/games/ write in tokens what books say in words.
 *
 *     W F K        one step straight, diagonally, either      R B Q  slides in these directions; R3: at most 3
 *     D A, H G     leaps to the second, the third square      N      the leaps of a knight
 *
 * Directions come before a token: f b l r forward, back, left, right, v forward and back, s sideways; of diagonals fl fr
 * bl br one, and f b l r both on that side; of N f, v, and bs for the two wide ones back. In braces:
 *
 *     lion         two steps, capturing on both, or a leap      lion:fl,fr   the same along these lines
 *     dlion        two steps diagonally                       liondog      three along a line
 *     area3, area2 so many steps, up to the first capture     hook:R       a slide, and another after a turn
 *     multi:2,K    two such moves, capturing on both; axis2: the second along the same line, or in the same quarter
 *     jumpcap:R    captures across any pieces                 rangecap:R   the same, and slides
 *     jumpcap3:R   captures across up to three pieces         leaps:(2,1)  so far to either side and so far ahead
 *     jt:D>R       a leap, then the other unless it captured                   over3:f,b    a slide over up to three pieces
 *     over:R       a slide that begins on the second square, over an empty one
 *     skip:R       the same, whether or not it is empty       leap:(4,0)   such leaps in all directions
 *     noc:R        never captures this way                    cannon:R     captures the piece behind the first
 *     hopmove:R    moves or captures behind the first, B2: directly behind a neighbour
 *     emperor      to any square
 *     igui, burn, shoot:X, backlast:X    reach no square from the middle of a board */
#ifndef TOKENS_H
#define TOKENS_H

#include <stdbool.h>

enum { TOKENS_SIDE_MAX = 36 };

/* A board that is empty but for the piece, or has an enemy piece on each other square.  Squares are ordered by file from
 * the piece's right, and in each file from the rank farthest ahead. */
typedef struct tokens_board {
    int files, ranks;
    bool crowded;
    bool hole[TOKENS_SIDE_MAX * TOKENS_SIDE_MAX];
} tokens_board;

/* Sets in reach the squares on which the piece may end a move, its own square excepted.  Returns NULL, or the place of
 * the error in moves. */
const char *tokens_reach(bool reach[TOKENS_SIDE_MAX * TOKENS_SIDE_MAX], const tokens_board *board,
                         int file, int rank, const char *moves);

#endif
