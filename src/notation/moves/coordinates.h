/* coordinates.h: moves by squares named as on a chessboard, as UCI programs and XBoard write them.
 * Source: docs/usi.md, "Moves of the dialects". */
#ifndef SHG_NOTATION_MOVES_COORDINATES_H
#define SHG_NOTATION_MOVES_COORDINATES_H

#include "shoogi/notation.h"

typedef enum shg_coordinates {
    SHG_COORDINATES_UCI, /* "c3c4", "h8b2+", "P@e5"; "c4d5e4" by way of d5 */
    SHG_COORDINATES_XBOARD /* "c4d5,d5e4" by way of d5, "@@@@" for a pass; ranks from 0 if there are ten */
} shg_coordinates;

/* As shoogi_usi_write. */
size_t shg_coordinates_write(char *out, size_t out_bytes, const shoogi_position *position,
                             shoogi_move move, shg_coordinates dialect);

/* As shoogi_usi_read.  Either way to say by which squares a man goes is read; "0000", "@@@@" and a square said twice are
 * a pass, and "-" behind the squares, said of a man that turns back, is "+". */
SHOOGI_CHECKED shoogi_status shg_coordinates_read(shoogi_move *out, const shoogi_position *position,
                                                  const char *text, size_t text_bytes,
                                                  shg_coordinates dialect, shoogi_error *err);

#endif
