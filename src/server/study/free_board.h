/* free_board.h: the text format of a free board: its set-up, and lines of actions on it.
 *
 * Only form and limits are checked, so that every client can read the text; the server does not
 * know which piece is where. The page checks whether there is a piece to move (web/src/table),
 * with the same grammar. Source: docs/notation.md, "Without rules". */
#ifndef SHG_SERVER_STUDY_FREE_BOARD_H
#define SHG_SERVER_STUDY_FREE_BOARD_H

#include "base/text.h"
#include "server/loop/bounds.h"
#include "shoogi/status.h"

enum { SHG_FREE_SIDE_MAX = 36 };

typedef struct shg_free_board {
    unsigned width, height; /* at most SHG_FREE_SIDE_MAX */
    bool chess; /* spaces are named a1 from the lower left, instead of 1a from the upper right */
    bool second_begins;
    char title[SHG_FREE_TITLE_BYTES + 1];
} shg_free_board;

/* Reads the set-up of a free board, a setting on each line; each but start may be absent:
 *
 *     title=Shogi
 *     signs=shogi                  the game whose signs the pieces show
 *     coordinates=shogi | chess
 *     captures=hand | gone
 *     labels=P,L,+P
 *     start=lnsgkgsnl/1r5b1/{+P}8 b 2Pg
 *
 * text: of at most SHG_FREE_SETUP_BYTES. Returns OK with *board filled; PARSE_ERROR with line
 * and column, LIMIT_EXCEEDED. */
SHOOGI_CHECKED shoogi_status shg_free_setup_read(shg_free_board *board, const char *text,
                                                 size_t text_bytes, shoogi_error *err);

/* Reads a line of actions, and writes it with one space between words, after ";" and around "//":
 *
 *     line  = part { ";" part } [ "//" comment ]
 *     part  = [ label ] space "-" space | label "-" space | space "-" | "@" "-" space | "-" space
 *           | label "*" space | [ label ] "0" label "-" space
 *           | ( "capture" | "empty" | "clear" | "flip" ) space { space } | "empty" "all" | "clear" "board"
 *           | "add" label ( space | "all" space { space } )
 *           | "pass" | "resign" | "draw" | "drawn" | "won" | "lost"
 *
 * No part may follow one that ends the game.  Returns OK; PARSE_ERROR with the column;
 * LIMIT_EXCEEDED if the line is longer than SHG_FREE_LINE_BYTES. */
SHOOGI_CHECKED shoogi_status shg_free_line_read(shg_out *out, const shg_free_board *board,
                                                const char *text, size_t text_bytes,
                                                shoogi_error *err);

#endif
