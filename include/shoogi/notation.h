/* notation.h: moves and positions as text: the conventions of readers and writers, and the three headers.
 *
 * Writers work like snprintf.  They fill out with at most out_bytes bytes including the NUL, which is always there
 * unless out_bytes is 0.  They return the length of the whole text without the NUL: a value of out_bytes or more means
 * that the text was cut.
 *
 * Readers take text_bytes of UTF-8 without a NUL at the end.  On failure they fill *err, if given, with the message
 * expected WHAT, found "TEXT", line 1 and the column of the first character that does not match; NO_MEMORY may leave
 * *err unchanged.  Any thread. */
#ifndef SHOOGI_NOTATION_H
#define SHOOGI_NOTATION_H

#include "board_drawing.h"
#include "move_text.h"
#include "position_text.h"

#endif
