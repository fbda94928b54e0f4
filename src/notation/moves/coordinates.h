/* coordinates.h: moves with chess coordinates, as UCI programs and XBoard write them.  Source: docs/usi.md, "Moves of
 * the dialects". */
#ifndef SHG_NOTATION_MOVES_COORDINATES_H
#define SHG_NOTATION_MOVES_COORDINATES_H

#include "shoogi/notation.h"

typedef enum shg_coordinates {
    SHG_COORDINATES_UCI,   /* "c3c4", "h8b2+", "P@e5"; "c4d5e4" with the via square d5 */
    SHG_COORDINATES_XBOARD /* "c4d5,d5e4" with the via square d5, "@@@@" for a pass; ranks from 0 if
                              there are ten */
} shg_coordinates;

/* As shoogi_usi_write. */
size_t shg_coordinates_write(char *out, size_t out_bytes, const shoogi_position *position,
                             shoogi_move move, shg_coordinates dialect);

/* As shoogi_usi_read.  Accepts both notations of via squares.  "0000", "@@@@" and a square twice are a pass; "-" after
 * the squares, for a piece that flips back, is "+". */
SHOOGI_CHECKED shoogi_status shg_coordinates_read(shoogi_move *out, const shoogi_position *position,
                                                  const char *text, size_t text_bytes,
                                                  shg_coordinates dialect, shoogi_error *err);

#endif
