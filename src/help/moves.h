/* moves.h: the moves of a kind of piece as a diagram and in words, made from its definition. */
#ifndef SHG_HELP_MOVES_H
#define SHG_HELP_MOVES_H

#include "base/text.h"
#include "language/language.h"
#include "shoogi/variant.h"

enum { SHG_AROUND_MAX = 3 }; /* squares to each side of the piece that a diagram shows */

/* The squares around a piece on an empty board; forward is up.  Conditions, such as that the piece has not moved yet, are
 * left to the words, and moves from a single rank are not shown.  Each square has one sign; a jump comes before others:
 *
 *   o        the piece                       .  it cannot move there
 *   *        it can move or capture there    | - / \  the same, and on in that direction to the edge
 *   #        the same by a jump              +  the same by way of another square, in one turn
 *   m c      it can only move there, or only capture there */
typedef struct shg_moves_grid {
    int around; /* 1 to SHG_AROUND_MAX */
    char sign[2 * SHG_AROUND_MAX + 1]
             [2 * SHG_AROUND_MAX + 1]; /* [rank from the top][file from the left] */
} shg_moves_grid;

/* Returns false if memory ran out; a move of several steps may then be missing. */
bool shg_moves_grid_make(shg_moves_grid *grid, const shoogi_variant *variant, shoogi_kind kind);

/* Writes sentences: "It moves one square forward, sideways or diagonally forward."  Returns false if they do not describe
 * all moves. */
bool shg_moves_write(shg_out *out, shg_language language, const shoogi_variant *variant,
                     shoogi_kind kind);

#endif
