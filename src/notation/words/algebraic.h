/* algebraic.h: chess coordinates of squares: a letter for the file, from Black's left, and a number for the rank,
 * from Black's side. */
#ifndef SHG_NOTATION_WORDS_ALGEBRAIC_H
#define SHG_NOTATION_WORDS_ALGEBRAIC_H

#include "base/text.h"
#include "shoogi/variant.h"

/* XBoard's number of the rank nearest to Black: 0 with ten ranks, else 1. */
static inline unsigned shg_xboard_first_rank(const shoogi_variant *variant)
{
    return shoogi_variant_rank_count(variant) == 10 ? 0 : 1;
}

/* Files after z are aa, ab ... first_rank: the number of the rank nearest to Black. */
void shg_algebraic_write(shg_out *out, const shoogi_variant *variant, shoogi_square square,
                         unsigned first_rank);

/* Reads the longest square at the beginning of text.  Returns the bytes read; 0: no square of the board, with *out
 * untouched. */
size_t shg_algebraic_read(shoogi_square *out, const shoogi_variant *variant, const char *text,
                          size_t text_bytes, unsigned first_rank);

/* Its parts: a file or a rank, counted from 0.  Return the bytes read, or 0. */
size_t shg_algebraic_file(unsigned *file, const shoogi_variant *variant, const char *text,
                          size_t text_bytes);
size_t shg_algebraic_rank(unsigned *rank, const shoogi_variant *variant, const char *text,
                          size_t text_bytes, unsigned first_rank);

#endif
