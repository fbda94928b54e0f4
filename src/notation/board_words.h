/* board_words.h: a position in sentences, for screen readers and for reading aloud. */
#ifndef SHG_NOTATION_BOARD_WORDS_H
#define SHG_NOTATION_BOARD_WORDS_H

#include "base/text.h"
#include "shoogi/notation.h"

/* Ranks from the top of the viewer's board, then hands.  Source: docs/notation.md, "Board styles". */
void shg_board_words(shg_out *out, const shoogi_position *position, const shoogi_board_look *look);

/* A name, with 竜 for 龍 unless the look wants the old form. */
void shg_board_name(shg_out *out, const char *name, const shoogi_board_look *look);

#endif
