/* types.h: the small values the other headers speak in: colours, kinds, squares, moves.
 *
 * Squares.  A board has up to 36 files and 36 ranks.  File 0 is the file players call 1, at Black's
 * right hand; rank 0 is the rank players call a, farthest from Black.  A square is the number
 * file * ranks + rank, so one file lies in neighbouring numbers and Black's men go down in them. */
#ifndef SHOOGI_TYPES_H
#define SHOOGI_TYPES_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SHOOGI_FILES_MAX = 36,
    SHOOGI_RANKS_MAX = 36,
    SHOOGI_SQUARES_MAX = SHOOGI_FILES_MAX * SHOOGI_RANKS_MAX,
    SHOOGI_KINDS_MAX = 511,
    SHOOGI_IN_HAND_MAX = 60000 /* pieces in both hands together when a game begins */
};

/* Black (sente) moves first in an even game and plays up the board. */
typedef enum shoogi_colour { SHOOGI_BLACK = 0, SHOOGI_WHITE = 1 } shoogi_colour;

/* A kind of piece, numbered from 1 in the order of the definition; 0 is no piece.  A promoted form is
 * a kind of its own. */
typedef uint16_t shoogi_kind;

typedef uint16_t shoogi_square;
#define SHOOGI_NO_SQUARE ((shoogi_square)0x7FF)

/* What stands on a square. */
typedef struct shoogi_piece {
    shoogi_kind kind; /* 0: the square is empty, and colour means nothing */
    shoogi_colour colour;
} shoogi_piece;

/* A move, complete in 64 bits but for the position it is made in:
 *
 *   bits  0-10  square the piece ends on          22-32  first square visited on the way, or none
 *   bits 11-21  square it starts on, or none       33-43  second square visited on the way, or none
 *   bits 44-52  kind that stands on the end square afterwards (dropped, promoted or unchanged)
 *   bit  53     more than two squares are visited on the way (shoogi_move_with_via)
 *   bit  54     drop          bit 55  promotion
 *   bit  56     the mover disappears with what it takes
 *   bit  57     what is taken at the end is put down on the square the move starts from
 *   bit  58     all that stands between the squares it starts and ends on is taken off the board
 *   bits 59-62  of a move with bit 53 the last bits of its way; else 0
 *   bit  63     a handicap, in a history of moves; all its squares are none (shoogi_position_handicap)
 *
 * With bit 53 the way is a number of four digits to the base of 81, the upper bits in 22-43 and the last four in 59-62:
 * for each square its step from the one before, (files + 4) * 9 + ranks + 4, and 40, no step, where there is no fourth.
 *
 * Two moves of one position are the same move if and only if their values are equal.  0 is no move. */
typedef uint64_t shoogi_move;

enum {
    SHOOGI_MOVE_TO = 0,
    SHOOGI_MOVE_FROM = 11,
    SHOOGI_MOVE_VIA = 22,
    SHOOGI_MOVE_KIND = 44,
    SHOOGI_MOVE_VIA_END = 59
};
enum { SHOOGI_VIA_MAX = 4 }; /* squares visited on the way, at most */
enum {
    SHOOGI_VIA_STEP_MAX = 4
}; /* where they are more than two: files and ranks from one to the next, at most */
#define SHOOGI_MOVE_LONG_VIA      ((shoogi_move)1 << 53)
#define SHOOGI_MOVE_DROP          ((shoogi_move)1 << 54)
#define SHOOGI_MOVE_PROMOTION     ((shoogi_move)1 << 55)
#define SHOOGI_MOVE_SELF_DESTRUCT ((shoogi_move)1 << 56)
#define SHOOGI_MOVE_UNLOAD        ((shoogi_move)1 << 57)
#define SHOOGI_MOVE_CAPTURES_LINE ((shoogi_move)1 << 58)
#define SHOOGI_MOVE_HANDICAP      ((shoogi_move)1 << 63)
/* Both squares on the way are "none"; of a long way they never look so. */
#define SHOOGI_MOVE_DIRECT                                                                         \
    (((shoogi_move)SHOOGI_NO_SQUARE << SHOOGI_MOVE_VIA) |                                          \
     ((shoogi_move)SHOOGI_NO_SQUARE << (SHOOGI_MOVE_VIA + 11)))
/* The bits that tell the way, those that tell all its squares, and those that tell what stands at the end. */
#define SHOOGI_MOVE_VIA_BITS                                                                       \
    (SHOOGI_MOVE_DIRECT | SHOOGI_MOVE_LONG_VIA | (shoogi_move)0xF << SHOOGI_MOVE_VIA_END)
#define SHOOGI_MOVE_SQUARES   (SHOOGI_MOVE_VIA_BITS | (((shoogi_move)1 << SHOOGI_MOVE_VIA) - 1))
#define SHOOGI_MOVE_KIND_BITS ((shoogi_move)SHOOGI_KINDS_MAX << SHOOGI_MOVE_KIND)

static inline shoogi_square shoogi_move_to(shoogi_move move)
{
    return (shoogi_square)(move & SHOOGI_NO_SQUARE);
}

/* SHOOGI_NO_SQUARE for a drop. */
static inline shoogi_square shoogi_move_from(shoogi_move move)
{
    return (shoogi_square)((move >> SHOOGI_MOVE_FROM) & SHOOGI_NO_SQUARE);
}

/* As shoogi_move_via, of a move with SHOOGI_MOVE_LONG_VIA. */
SHOOGI_API unsigned shoogi_move_long_via(shoogi_square way[SHOOGI_VIA_MAX], shoogi_move move,
                                         unsigned ranks);

/* The squares visited on the way, in order: fills way and returns how many.  ranks: of the board. */
static inline unsigned shoogi_move_via(shoogi_square way[SHOOGI_VIA_MAX], shoogi_move move,
                                       unsigned ranks)
{
    way[0] = (shoogi_square)((move >> SHOOGI_MOVE_VIA) & SHOOGI_NO_SQUARE);
    way[1] = (shoogi_square)((move >> (SHOOGI_MOVE_VIA + 11)) & SHOOGI_NO_SQUARE);
    if (move & SHOOGI_MOVE_LONG_VIA)
        return shoogi_move_long_via(way, move, ranks);
    return way[1] != SHOOGI_NO_SQUARE ? 2 : way[0] != SHOOGI_NO_SQUARE;
}

/* The kind that stands on the end square when the move is made. */
static inline shoogi_kind shoogi_move_kind(shoogi_move move)
{
    return (shoogi_kind)((move & SHOOGI_MOVE_KIND_BITS) >> SHOOGI_MOVE_KIND);
}

static inline bool shoogi_move_is_drop(shoogi_move move)
{
    return (move & SHOOGI_MOVE_DROP) != 0;
}

static inline bool shoogi_move_is_promotion(shoogi_move move)
{
    return (move & SHOOGI_MOVE_PROMOTION) != 0;
}

static inline bool shoogi_move_is_handicap(shoogi_move move)
{
    return (move & SHOOGI_MOVE_HANDICAP) != 0;
}

/* A plain move of a piece from one square to another, kind being what stands there afterwards. */
static inline shoogi_move shoogi_move_make(shoogi_square from, shoogi_square to, shoogi_kind kind,
                                           bool promotion)
{
    return (shoogi_move)to | ((shoogi_move)from << SHOOGI_MOVE_FROM) | SHOOGI_MOVE_DIRECT |
           ((shoogi_move)kind << SHOOGI_MOVE_KIND) | (promotion ? SHOOGI_MOVE_PROMOTION : 0);
}

/* The same move by way of these squares and no others.  0 if no move can say that: there are more than
 * SHOOGI_VIA_MAX, or more than two of which one lies too far from the one before (SHOOGI_VIA_STEP_MAX). */
SHOOGI_API shoogi_move shoogi_move_with_via(shoogi_move move, unsigned ranks,
                                            const shoogi_square *way, unsigned count);

/* The drop of a kind from the hand. */
static inline shoogi_move shoogi_move_make_drop(shoogi_kind kind, shoogi_square to)
{
    return shoogi_move_make(SHOOGI_NO_SQUARE, to, kind, false) | SHOOGI_MOVE_DROP;
}

static inline shoogi_colour shoogi_colour_other(shoogi_colour colour)
{
    return colour == SHOOGI_BLACK ? SHOOGI_WHITE : SHOOGI_BLACK;
}

#ifdef __cplusplus
}
#endif
#endif
