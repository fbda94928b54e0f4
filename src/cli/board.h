/* board.h: a board as text, in a style that the user names. */
#ifndef SHG_CLI_BOARD_H
#define SHG_CLI_BOARD_H

#include "base/text.h"
#include "shoogi/notation.h"

/* "ascii, mixed, kanji, words" */
#define CLI_BOARD_STYLES "ascii, mixed, kanji, words"

/* The size of the terminal; 0: it is none, or does not say. */
void cli_screen(unsigned *columns, unsigned *lines);

/* What a user says of the part of a board that is drawn; see docs/notation.md, "Board styles". */
typedef struct cli_board_part {
    const char *at, *columns; /* NULL: he does not */
    shoogi_square square;
} cli_board_part;

#define CLI_OPTIONS_PART(part)                                                                     \
    { .name = "at",                                                                                \
      .value = "SQUARE",                                                                           \
      .help = "on a large board, show the part around it that fits the screen",                    \
      .text = &(part).at },                                                                        \
    {                                                                                              \
        .name = "columns", .value = "N",                                                           \
        .help = "width of the screen; 0: no limit (default: the terminal's)",                      \
        .text = &(part).columns                                                                    \
    }

/* Fills the fields of look for it.  part: borrowed as long as look is used.  Returns true, or false after telling
 * the fault on standard error. */
bool cli_board_fit(shoogi_board_options *look, cli_board_part *part, const char *command,
                   const shoogi_variant *variant);

/* False if it is none of these. */
bool cli_board_style(shoogi_board_style *out, const char *word);

/* Writes the board with what is in hand, and who is to move. */
void cli_board_write(shg_out *out, const shoogi_position *position,
                     const shoogi_board_options *look);

#endif
