/* board.h: a board as text, in a style that the user names. */
#ifndef SHG_CLI_BOARD_H
#define SHG_CLI_BOARD_H

#include "base/text.h"
#include "shoogi/notation.h"

/* "ascii, mixed, kanji, words" */
#define CLI_BOARD_STYLES "ascii, mixed, kanji, words"

/* False if it is none of these. */
bool cli_board_style(shoogi_board_style *out, const char *word);

/* Writes the board with what is in hand, and who is to move. */
void cli_board_write(shg_out *out, const shoogi_position *position, const shoogi_board_look *look);

#endif
