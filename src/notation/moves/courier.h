/* courier.h: moves in the notation of Game Courier on a position that may be changed for a moment, so that a record
 * need not copy its history for each move. */
#ifndef SHG_NOTATION_MOVES_COURIER_H
#define SHG_NOTATION_MOVES_COURIER_H

#include "base/text.h"
#include "shoogi/move_text.h"

/* As shoogi_courier_read and shoogi_courier_write; write: OK, or NO_MEMORY.  position: after the call as before it. */
SHOOGI_CHECKED shoogi_status shg_courier_read(shoogi_courier_move *out, shoogi_position *position,
                                              const char *text, size_t text_bytes,
                                              shoogi_error *err);
SHOOGI_CHECKED shoogi_status shg_courier_write(shg_out *out, shoogi_position *position,
                                               shoogi_move move);

/* Whether the whole text names a square, by the coordinates of Shogi ("7g") or of chess ("c3"), whose ranks count from the
 * definition's firstRank.  Then *out is filled. */
bool shg_courier_square(shoogi_square *out, const shoogi_variant *variant, const char *text,
                        size_t text_bytes);

#endif
