/* notation.h: moves and positions as text, and how all that is called.
 *
 * All writers here work as snprintf does: out is filled with at most out_bytes bytes and always ends
 * in NUL if out_bytes is not 0; the return value is the length of the whole text without the NUL, so
 * a value of out_bytes or more means that the text was cut.
 *
 * All readers take text_bytes of UTF-8 that need not end in NUL, and on failure fill *err, if given,
 * with "expected WHAT, found "TEXT"", line 1 and the column of the first character that does not
 * fit; but NO_MEMORY may leave it as it was.  Any thread. */
#ifndef SHOOGI_NOTATION_H
#define SHOOGI_NOTATION_H

#include "board_drawing.h"
#include "move_text.h"
#include "position_text.h"

#endif
