#include "cli/board.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    shoogi_board_style style;
} styles[] = {
    { "ascii", SHOOGI_BOARD_ASCII },
    { "mixed", SHOOGI_BOARD_MIXED },
    { "kanji", SHOOGI_BOARD_KANJI },
    { "words", SHOOGI_BOARD_WORDS },
};

bool cli_board_style(shoogi_board_style *out, const char *word)
{
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
        if (strcmp(styles[i].word, word) == 0) {
            *out = styles[i].style;
            return true;
        }
    return false;
}

void cli_board_write(shg_out *out, const shoogi_position *position, const shoogi_board_look *look)
{
    const size_t bytes = shoogi_board_write(NULL, 0, position, look);
    char *const board = malloc(bytes + 1);
    if (!board) {
        out->spent = true;
        return;
    }
    (void)shoogi_board_write(board, bytes + 1, position, look);
    shg_out_text(out, board);
    free(board);
    shg_out_format(out, "%s to move%s\n",
                   shoogi_position_side(position) == SHOOGI_BLACK ? "Black" : "White",
                   look->style == SHOOGI_BOARD_WORDS ? "." : "");
}
