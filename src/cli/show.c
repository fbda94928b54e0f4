/* show.c: shoogi show: a position as a drawing. */
#include "cli/command.h"
#include "cli/game.h"
#include "cli/options.h"
#include "cli/say.h"
#include "shoogi/notation.h"

#include <stdio.h>
#include <stdlib.h>

static int show(const shoogi_position *position, shoogi_colour view)
{
    const size_t length = shoogi_board_write(NULL, 0, position, view);
    char *board = malloc(length + 1);
    if (!board)
        return cli_failed(SHOOGI_NO_MEMORY);
    (void)shoogi_board_write(board, length + 1, position, view);
    fputs(board, stdout);
    free(board);
    puts(shoogi_position_side(position) == SHOOGI_BLACK ? "Black to move" : "White to move");
    return cli_written(CLI_GOOD);
}

int cli_show(int argc, char **argv)
{
    const char *sfen = NULL;
    bool flip = false;
    const cli_option options[] = {
        CLI_OPTION_SFEN(sfen),
        { .name = "flip", .help = "seen from White's side", .given = &flip },
    };
    static const char *const words[] = { "VARIANT" };
    const cli_arguments arguments = {
        .help =
            "Draws a position: the board, the pieces in hand, and who is to move.  Black's men are in\n"
            "upper case, promoted men have a \"+\" in front.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .words = words,
        .word_count = 1,
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    cli_game game;
    if (!cli_game_init(&game, argv[0], argv[1], sfen))
        return CLI_BAD;
    const int status = show(game.position, flip ? SHOOGI_WHITE : SHOOGI_BLACK);
    cli_game_fini(&game);
    return status;
}
