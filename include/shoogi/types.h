/* types.h: the small value types of the API: colours, kinds, squares, moves.
 *
 * Squares.  A board has up to 36 files and 36 ranks.  File 0 is file 1 in notation, at Black's right hand; rank 0
 * is rank a in notation, the farthest from Black.  A square is the number file * ranks + rank: the squares of a file
 * are consecutive, and Black moves towards smaller numbers. */
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
    SHOOGI_CHECKS_MAX = 99,    /* checks that win */
    SHOOGI_IN_HAND_MAX = 60000 /* pieces in both hands together at the start of a game */
};

/* Black (sente) moves first in an even game and plays up the board. */
typedef enum shoogi_colour { SHOOGI_BLACK = 0, SHOOGI_WHITE = 1 } shoogi_colour;

/* A kind of piece (piece type), numbered from 1 in the order of the definition; 0: no piece.  A promoted form is
 * a kind of its own. */
typedef uint16_t shoogi_kind;

typedef uint16_t shoogi_square;
#define SHOOGI_NO_SQUARE ((shoogi_square)0x7FF)

/* The contents of a square. */
typedef struct shoogi_piece {
    shoogi_kind kind; /* 0: the square is empty, and colour has no meaning */
    shoogi_colour colour;
} shoogi_piece;

/* A move in 64 bits.  Its meaning depends on the position in which it is made.
 *
 *   bits  0-10  destination square             22-32  first via square, or SHOOGI_NO_SQUARE
 *   bits 11-21  origin square, or none         33-43  second via square, or SHOOGI_NO_SQUARE
 *   bits 44-52  kind on the destination square after the move (dropped, promoted or unchanged)
 *   bit  53     three or four via squares (shoogi_move_with_via)
 *   bit  54     drop          bit 55  promotion
 *   bit  56     the moving piece leaves the board together with the piece that it captures
 *   bit  57     the piece captured on the destination square is put on the origin square
 *   bit  58     every piece between the origin and the destination square is captured
 *   bits 57 and 58 together: castling, by which nothing is captured (shoogi_move_is_castling)
 *   bits 59-62  with bit 53: the last four bits of the via squares; else 0
 *   bit  63     a handicap in the history of moves; it has no squares (shoogi_position_handicap)
 *
 * A via square is one that a multi-step move (a lion's, for example) visits before its destination.  With bit 53 the
 * via squares are a number of four digits to base 81, its upper bits in 22-43 and its last four in 59-62.  Each digit is
 * the step from the square before, (files + 4) * 9 + ranks + 4; the last digit is 40, no step, for three squares.
 *
 * Castling moves the piece on the origin square and its partner, the first piece beyond on the same line, which comes
 * to the square before the destination.  It has the square of the partner as its via square only if the piece could
 * also move to the destination otherwise.
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
enum { SHOOGI_VIA_MAX = 4 }; /* via squares of one move, at most */
enum {
    SHOOGI_VIA_STEP_MAX = 4
}; /* files and ranks between neighbouring squares of a move with three or four via squares, at most */
#define SHOOGI_MOVE_LONG_VIA      ((shoogi_move)1 << 53)
#define SHOOGI_MOVE_DROP          ((shoogi_move)1 << 54)
#define SHOOGI_MOVE_PROMOTION     ((shoogi_move)1 << 55)
#define SHOOGI_MOVE_SELF_DESTRUCT ((shoogi_move)1 << 56)
#define SHOOGI_MOVE_UNLOAD        ((shoogi_move)1 << 57)
#define SHOOGI_MOVE_CAPTURES_LINE ((shoogi_move)1 << 58)
#define SHOOGI_MOVE_CASTLING      (SHOOGI_MOVE_UNLOAD | SHOOGI_MOVE_CAPTURES_LINE)
#define SHOOGI_MOVE_HANDICAP      ((shoogi_move)1 << 63)
/* The bits of a move without via squares.  A move with bit 53 never has both of them set so. */
#define SHOOGI_MOVE_DIRECT                                                                         \
    (((shoogi_move)SHOOGI_NO_SQUARE << SHOOGI_MOVE_VIA) |                                          \
     ((shoogi_move)SHOOGI_NO_SQUARE << (SHOOGI_MOVE_VIA + 11)))
/* Masks: the via squares; all squares; the kind on the destination square. */
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

/* As shoogi_move_via, for a move with SHOOGI_MOVE_LONG_VIA only. */
SHOOGI_API unsigned shoogi_move_long_via(shoogi_square via[SHOOGI_VIA_MAX], shoogi_move move,
                                         unsigned ranks);

/* Fills via with the via squares in the order in which the piece visits them, and returns how many there are.
 * ranks: of the board. */
static inline unsigned shoogi_move_via(shoogi_square via[SHOOGI_VIA_MAX], shoogi_move move,
                                       unsigned ranks)
{
    via[0] = (shoogi_square)((move >> SHOOGI_MOVE_VIA) & SHOOGI_NO_SQUARE);
    via[1] = (shoogi_square)((move >> (SHOOGI_MOVE_VIA + 11)) & SHOOGI_NO_SQUARE);
    if (move & SHOOGI_MOVE_LONG_VIA)
        return shoogi_move_long_via(via, move, ranks);
    return via[1] != SHOOGI_NO_SQUARE ? 2 : via[0] != SHOOGI_NO_SQUARE;
}

/* The kind on the destination square after the move. */
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

static inline bool shoogi_move_is_castling(shoogi_move move)
{
    return (move & SHOOGI_MOVE_CASTLING) == SHOOGI_MOVE_CASTLING;
}

static inline bool shoogi_move_is_handicap(shoogi_move move)
{
    return (move & SHOOGI_MOVE_HANDICAP) != 0;
}

/* A move without via squares.  kind: on the destination square after the move. */
static inline shoogi_move shoogi_move_make(shoogi_square from, shoogi_square to, shoogi_kind kind,
                                           bool promotion)
{
    return (shoogi_move)to | ((shoogi_move)from << SHOOGI_MOVE_FROM) | SHOOGI_MOVE_DIRECT |
           ((shoogi_move)kind << SHOOGI_MOVE_KIND) | (promotion ? SHOOGI_MOVE_PROMOTION : 0);
}

/* move with these via squares instead of its own.  Returns 0 if they do not fit into a move: more than
 * SHOOGI_VIA_MAX of them, or three or four with a step of more than SHOOGI_VIA_STEP_MAX files or ranks. */
SHOOGI_API shoogi_move shoogi_move_with_via(shoogi_move move, unsigned ranks,
                                            const shoogi_square *via, unsigned count);

/* A drop: a piece of the kind moves from the hand to the square. */
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
