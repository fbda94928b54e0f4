#include "cli/board.h"

#include "cli/messages.h"
#include "cli/options.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

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

void cli_screen(unsigned *columns, unsigned *lines)
{
    struct winsize size = { 0 };
    (void)ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    *columns = size.ws_col;
    *lines = size.ws_row;
}

bool cli_board_fit(shoogi_board_options *look, cli_board_part *part, const char *command,
                   const shoogi_variant *variant)
{
    enum { COLUMNS = 80, LINES = 24, COLUMNS_MAX = 100000 }; /* defaults for an unknown screen */
    unsigned lines;
    cli_screen(&look->columns, &lines);
    if (part->columns &&
        !cli_number(&look->columns, command, "a number of columns", part->columns, 0, COLUMNS_MAX))
        return false;
    if (!part->at)
        return true;
    const size_t bytes = strlen(part->at);
    if (bytes == 0 || shoogi_square_read(&part->square, variant, part->at, bytes) != bytes) {
        (void)cli_expected(command, part->at, "a square of this board");
        return false;
    }
    look->centre = &part->square;
    if (look->columns == 0 && !part->columns)
        look->columns = COLUMNS;
    look->lines = (lines > 0 ? lines : LINES) - 1; /* the line with the side to move */
    return true;
}

void cli_board_write(shg_out *out, const shoogi_position *position,
                     const shoogi_board_options *look)
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

void cli_outcome_write(shg_out *out, shoogi_outcome outcome)
{
    static const char *const outcomes[] = {
        [SHOOGI_OUTCOME_NONE] = "no result",       [SHOOGI_OUTCOME_BLACK] = "Black won",
        [SHOOGI_OUTCOME_WHITE] = "White won",      [SHOOGI_OUTCOME_DRAW] = "a draw",
        [SHOOGI_OUTCOME_NO_CONTEST] = "no result",
    };
    shg_out_text(out, outcomes[outcome]);
}

void cli_result_write(shg_out *out, const shoogi_position *position)
{
    const shoogi_result result = shoogi_position_result(position);
    if (result.outcome == SHOOGI_OUTCOME_NONE)
        return;
    shg_out_format(out, "End: %s, ", shoogi_reason_text(result.reason));
    cli_outcome_write(out, result.outcome);
    shg_out_char(out, '\n');
}
