/* board.h: prints a board as text in the style that the user chooses. */
#ifndef SHG_CLI_BOARD_H
#define SHG_CLI_BOARD_H

#include "base/text.h"
#include "shoogi/notation.h"

/* "ascii, mixed, kanji, words" */
#define CLI_BOARD_STYLES "ascii, mixed, kanji, words"

/* Returns the size of the terminal; 0 if it is unknown or standard output is not a terminal. */
void cli_screen(unsigned *columns, unsigned *lines);

/* The options that select a part of a large board; see docs/notation.md, "Board styles". */
typedef struct cli_board_part {
    const char *at, *columns; /* NULL: not given */
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

/* Sets the size and part in look from the options.  part: borrowed as long as look is used.  Returns false after reporting
 * an error on standard error. */
bool cli_board_fit(shoogi_board_options *look, cli_board_part *part, const char *command,
                   const shoogi_variant *variant);

/* Converts a word to a style.  Returns false if it is not one. */
bool cli_board_style(shoogi_board_style *out, const char *word);

/* Writes the board, the pieces in hand and the side to move. */
void cli_board_write(shg_out *out, const shoogi_position *position,
                     const shoogi_board_options *look);

/* Writes the winner of a result: "Black won", "a draw". */
void cli_outcome_write(shg_out *out, shoogi_outcome outcome);

/* Writes a line "End: checkmate, Black won" if the game is over by the rules. */
void cli_result_write(shg_out *out, const shoogi_position *position);

#endif
