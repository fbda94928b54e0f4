/* board_words.h: a position in sentences, for screen readers and reading aloud. */
#ifndef SHG_NOTATION_BOARDS_BOARD_WORDS_H
#define SHG_NOTATION_BOARDS_BOARD_WORDS_H

#include "base/text.h"
#include "shoogi/notation.h"

/* A range of files or ranks as the viewer sees them: from the left, or from the top. */
typedef struct shg_visible_range {
    unsigned first, count;
} shg_visible_range;

/* Fills the square on which the last move ended. Returns false if there was no move on the board: at the start, and after
 * a handicap or a pass. */
bool shg_last_destination(shoogi_square *out, const shoogi_position *position);

/* Ranks from the top of the viewer's board, then hands. across, down: the part of the board to describe.  Source:
 * docs/notation.md, "Board styles". */
void shg_board_words(shg_out *out, const shoogi_position *position,
                     const shoogi_board_options *options, shg_visible_range across,
                     shg_visible_range down);

/* A text in the language of the options. what: "piece", "list" or NULL, as translate has it. */
const char *shg_board_text(const shoogi_board_options *options, const char *what, const char *text)
    __attribute__((format_arg(3)));

/* A name, with 竜 for 龍 unless the options want the old form. */
void shg_board_name(shg_out *out, const char *name, const shoogi_board_options *options);

#endif
