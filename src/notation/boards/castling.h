/* castling.h: the rights to castle as FEN and SFEN write them.  Source: docs/notation.md, "Castling rights". */
#ifndef SHG_NOTATION_BOARDS_CASTLING_H
#define SHG_NOTATION_BOARDS_CASTLING_H

#include "notation/words/cursor.h"
#include "shoogi/position.h"

/* Appends the rights of both sides, "-" for none. */
void shg_rights_write(shg_out *out, const shoogi_position *position);

/* Whether a piece on its square of the start has lost a right to castle by an earlier move, which the board does not
 * show. */
bool shg_rights_are_lost(const shoogi_position *position);

/* Takes a field of rights from the cursor; false, with nothing taken, if it is none. */
bool shg_rights_take(shg_cursor *cursor, const shoogi_variant *variant);

/* Leaves the position only the rights of such a field that it has.  Its last set-up function, with the history lost. */
void shg_rights_apply(shoogi_position *position, const char *text, size_t text_bytes);

#endif
