/* board_drawing.h: draws boards for people: in letters, in kanji, in sentences, and as SVG. */
#ifndef SHOOGI_BOARD_DRAWING_H
#define SHOOGI_BOARD_DRAWING_H

#include "position.h"

#ifdef __cplusplus
extern "C" {
#endif

/* notation.h has the conventions of writers. */

/* Board styles, with the numbers of SET BSTYLE.  The first three are those of the old Shoogi Server. */
typedef enum shoogi_board_style {
    SHOOGI_BOARD_ASCII, /* letters: Black's pieces in upper case, White's in lower case */
    SHOOGI_BOARD_MIXED, /* Black's pieces in kanji, White's in full-width letters */
    SHOOGI_BOARD_KANJI, /* both in kanji; the colours look the same */
    SHOOGI_BOARD_WORDS  /* sentences, for screen readers */
} shoogi_board_style;

/* The lines between and around the ranks of a drawing.  They make a drawing of n ranks n + 1, 2, or 0 lines longer. */
typedef enum shoogi_board_frame {
    SHOOGI_FRAME_RULED, /* a line between each two ranks, too */
    SHOOGI_FRAME_OUTER, /* above the first rank and below the last one only */
    SHOOGI_FRAME_NONE
} shoogi_board_frame;

/* Options of shoogi_board_write.  All zero: in letters, seen from Black's side.  Texts are borrowed for the call. */
typedef struct shoogi_board_options {
    shoogi_board_style style;
    shoogi_colour view;      /* the side at the bottom */
    bool old_dragon;         /* 龍 for 竜 */
    shoogi_style name_style; /* the names of pieces in SHOOGI_BOARD_WORDS */
    /* The size of the screen, 0: unlimited.  A drawing shows only as many files and ranks as fit, at least one of each,
     * around centre; NULL: around the destination of the last move, or the middle of the camp at the bottom.  A line
     * below the board names the part shown.  SHOOGI_BOARD_WORDS ignores the size: it describes the whole board, or at most
     * nine files and ranks around centre, and the line comes first. */
    unsigned columns, lines;
    const shoogi_square *centre;
    /* Written before each piece of a colour; before each piece that the other side attacks; and after each piece that
     * has a prefix (terminal attributes, for example).  NULL: nothing.  With threatened_prefix, SHOOGI_BOARD_WORDS says
     * "threatened" instead. */
    const char *colour_prefix[2], *threatened_prefix, *suffix;
    shoogi_board_frame frame; /* SHOOGI_BOARD_WORDS has none */
    bool mark_last; /* the destination of the last move stands in brackets, "[ P]"; SHOOGI_BOARD_WORDS says "moved last" */
    /* Translates a text.  what: NULL for a format, whose translation has the same arguments, in any order; "piece" for the
     * name of a piece; "list" for the text between or after the items of a list.  Returns a text borrowed until the board
     * is written.  NULL: English. */
    const char *(*translate)(void *context, const char *what, const char *text);
    void *context; /* passed to translate; borrowed until the board is written */
} shoogi_board_options;

/* Draws the board and both hands in UTF-8; lines end in LF.  options: not NULL.  Source: docs/notation.md,
 * "Board styles". */
SHOOGI_API size_t shoogi_board_write(char *out, size_t out_bytes, const shoogi_position *position,
                                     const shoogi_board_options *options);

/* Draws the position as SVG, with the squares of the last move marked, and below it the side to move.  options: not NULL;
 * only view, translate and context are used. */
SHOOGI_API size_t shoogi_board_svg(char *out, size_t out_bytes, const shoogi_position *position,
                                   const shoogi_board_options *options);

#ifdef __cplusplus
}
#endif
#endif
