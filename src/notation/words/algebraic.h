/* algebraic.h: squares named as on a chessboard: a letter for the file, from Black's left, and a number for the
 * rank, from Black's side. */
#ifndef SHG_NOTATION_WORDS_ALGEBRAIC_H
#define SHG_NOTATION_WORDS_ALGEBRAIC_H

#include "base/text.h"
#include "shoogi/variant.h"

/* What XBoard calls the rank nearest to Black: 0 if there are ten, else 1. */
static inline unsigned shg_xboard_first_rank(const shoogi_variant *variant)
{
    return shoogi_variant_rank_count(variant) == 10 ? 0 : 1;
}

/* Files beyond z are aa, ab ...  first_rank: the number of the rank nearest to Black. */
void shg_algebraic_write(shg_out *out, const shoogi_variant *variant, shoogi_square square,
                         unsigned first_rank);

/* Reads a square at the beginning of text, the longest that fits.  Returns the bytes read, or 0 if no square
 * of the board stands there; then *out is untouched. */
size_t shg_algebraic_read(shoogi_square *out, const shoogi_variant *variant, const char *text,
                          size_t text_bytes, unsigned first_rank);

/* The parts of it: a file or a rank, from 0 as inside.  They return the bytes read, or 0. */
size_t shg_algebraic_file(unsigned *file, const shoogi_variant *variant, const char *text,
                          size_t text_bytes);
size_t shg_algebraic_rank(unsigned *rank, const shoogi_variant *variant, const char *text,
                          size_t text_bytes, unsigned first_rank);

#endif
