/* square.h: the names of squares, put behind other text, and the squares of a move. */
#ifndef SHG_CORE_VARIANT_SQUARE_H
#define SHG_CORE_VARIANT_SQUARE_H

#include "base/text.h"
#include "shoogi/position.h"
#include "shoogi/variant.h"

/* As shoogi_square_text. */
void shg_out_square(shg_out *out, const shoogi_variant *variant, shoogi_square square);

/* A rank or a file alone as letters, a..z and then aa..aj; number: from 0. */
void shg_out_letters(shg_out *out, unsigned number);

/* The same of a rank in memory of the caller's, which it returns. */
const char *shg_rank_name(char text[SHOOGI_SQUARE_TEXT_BYTES], unsigned rank);

/* The squares that a move visits on its way, and the one on which it ends, in order; returns how many. */
enum { SHG_VISITED_MAX = SHOOGI_VIA_MAX + 1 };
static inline unsigned shg_visited_squares(shoogi_square stops[SHG_VISITED_MAX], shoogi_move move,
                                           unsigned ranks)
{
    const unsigned ways = shoogi_move_via(stops, move, ranks);
    stops[ways] = shoogi_move_to(move);
    return ways + 1;
}

/* Of two ways to write one result the shorter is used, then the first in the order of its text, a promotion last: a man
 * that is burnt where it ends is gone as either. */
bool shg_is_written_before(const shoogi_variant *variant, shoogi_move a, shoogi_move b);

/* The man on square burns something if it stands still: its pass is a move of its own.  Source:
 * docs/variant-format.md, "Who may take whom", burns. */
bool shg_burns_in_place(const shoogi_position *position, shoogi_square square);

#endif
