/* square.h: the names of squares, put behind other text. */
#ifndef SHG_CORE_SQUARE_H
#define SHG_CORE_SQUARE_H

#include "base/text.h"
#include "shoogi/variant.h"

/* As shoogi_square_text. */
void shg_out_square(shg_out *out, const shoogi_variant *variant, shoogi_square square);

/* A rank alone, as letters; rank: from 0. */
void shg_out_rank(shg_out *out, unsigned rank);

/* The same in memory of the caller's, which it returns. */
const char *shg_rank_name(char text[SHOOGI_SQUARE_TEXT_BYTES], unsigned rank);

#endif
