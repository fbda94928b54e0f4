/* board_drawing.h: boards for people: in letters, kanji or sentences, and as pictures. */
#ifndef SHOOGI_BOARD_DRAWING_H
#define SHOOGI_BOARD_DRAWING_H

#include "position.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How writers and readers are called: notation.h. */

/* Boards as the Shoogi Server draws them, the numbers being those of SET BSTYLE; words are ours. */
typedef enum shoogi_board_style {
    SHOOGI_BOARD_ASCII, /* letters: Black's men in upper case, White's in lower case */
    SHOOGI_BOARD_MIXED, /* Black's men in kanji, White's in full-width letters */
    SHOOGI_BOARD_KANJI, /* both in kanji; nothing tells them apart */
    SHOOGI_BOARD_WORDS  /* sentences, for screen readers */
} shoogi_board_style;

/* How a board is drawn.  All zero: in letters, as Black sees it.  Texts are borrowed for the call. */
typedef struct shoogi_board_options {
    shoogi_board_style style;
    shoogi_colour view;      /* the side whose camp is at the bottom */
    bool old_dragon;         /* 龍 for 竜 */
    shoogi_style name_style; /* how words call men */
    /* The screen: of a drawing, not of words, no more files and ranks are shown than fit into so many columns and
     * lines, but one of each at least; 0: any number.  What is shown lies around at, or, if at is NULL, around where the
     * latest move ended or the middle of the camp at the bottom.  A line under the board says which part it is.
     * Words tell the whole board, or at most nine files and ranks around at, and the line comes first. */
    unsigned columns, lines;
    const shoogi_square *centre;
    /* What is written before the sign of a man: for those of each colour, and then for those that a man of the
     * other side could capture by its plain move; and behind it, if anything stands before it.  NULL: nothing.
     * Words say of the latter that they are threatened instead. */
    const char *colour_prefix[2], *threatened_prefix, *suffix;
    /* How a text is said in another language: a format with the same arguments, perhaps in another order; if what is
     * "piece", the name of a man; if it is "list", what stands between things or behind them; else NULL.  Borrowed
     * until the board is written.  NULL: all is English. */
    const char *(*translate)(void *context, const char *what, const char *text);
    void *context; /* of say; borrowed until the board is written */
} shoogi_board_options;

/* The board and both hands, in UTF-8; lines end in LF.  Source: docs/notation.md, "Board styles". */
SHOOGI_API size_t shoogi_board_write(char *out, size_t out_bytes, const shoogi_position *position,
                                     const shoogi_board_options *look);

/* A picture of the position as SVG, with the squares of the latest move marked if one has been made.
 * view: the side whose camp is at the bottom. */
SHOOGI_API size_t shoogi_board_svg(char *out, size_t out_bytes, const shoogi_position *position,
                                   shoogi_colour view);

#ifdef __cplusplus
}
#endif
#endif
