/* square.h: the names of squares, appended to a text, and the squares of a move. */
#ifndef SHG_CORE_VARIANT_SQUARE_H
#define SHG_CORE_VARIANT_SQUARE_H

#include "base/text.h"
#include "shoogi/position.h"
#include "shoogi/variant.h"

/* As shoogi_square_text. */
void shg_out_square(shg_out *out, const shoogi_variant *variant, shoogi_square square);

/* Appends a rank as letters, a..z and then aa..aj. number: from 0. */
void shg_out_letters(shg_out *out, unsigned number);

/* Writes the letters of a rank to text and returns text. */
const char *shg_rank_name(char text[SHOOGI_SQUARE_TEXT_BYTES], unsigned rank);

/* The via squares of a move and its destination, in order; returns how many there are. */
enum { SHG_VISITED_MAX = SHOOGI_VIA_MAX + 1 };
static inline unsigned shg_visited_squares(shoogi_square stops[SHG_VISITED_MAX], shoogi_move move,
                                           unsigned ranks)
{
    const unsigned via_count = shoogi_move_via(stops, move, ranks);
    stops[via_count] = shoogi_move_to(move);
    return via_count + 1;
}

/* Whether a is the canonical encoding of the two, which lead to the same position: the one with fewer via squares,
 * then the first in the order of its text, without promotion first (a piece that burns on its destination is gone
 * with or without promotion). */
bool shg_is_written_before(const shoogi_variant *variant, shoogi_move a, shoogi_move b);

/* Whether the piece on square burns something by not moving, so that its pass differs from other passes.  Source:
 * docs/variant-format.md, "Captures", burns. */
bool shg_burns_in_place(const shoogi_position *position, shoogi_square square);

#endif
