/* moves.h: how a kind moves, for people: as a diagram and in words, both made from its definition. */
#ifndef SHG_HELP_MOVES_H
#define SHG_HELP_MOVES_H

#include "base/text.h"
#include "language/language.h"
#include "shoogi/variant.h"

enum { SHG_AROUND_MAX = 3 }; /* squares to each side of the piece that a diagram shows */

/* The squares around a piece on an empty board, up being forward.  What else a move asks for, as that the piece has not
 * moved, the words say; moves from one rank only are not shown.  A sign for each, that of a jump before all others:
 *
 *   o        the piece                       .  it cannot go there
 *   *        it can go there, or take        | - / \  the same, and on in that direction to the edge
 *   #        the same by a jump              +  the same by way of another square, in one turn
 *   m c      it can only move there, only take there */
typedef struct shg_moves_grid {
    int around; /* 1 to SHG_AROUND_MAX */
    char sign[2 * SHG_AROUND_MAX + 1]
             [2 * SHG_AROUND_MAX + 1]; /* [rank from the top][file from the left] */
} shg_moves_grid;

/* False if memory has run out; then a move of several steps may be missing. */
bool shg_moves_grid_make(shg_moves_grid *grid, const shoogi_variant *variant, shoogi_kind kind);

/* Sentences: "It moves one square forward, sideways or diagonally forward."  Returns false if they leave something out. */
bool shg_moves_write(shg_out *out, shg_language language, const shoogi_variant *variant,
                     shoogi_kind kind);

#endif
