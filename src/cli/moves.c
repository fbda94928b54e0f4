/* moves.c: shoogi moves: lists the legal moves of a position. */
#include "cli/command.h"
#include "cli/game.h"
#include "cli/messages.h"
#include "cli/options.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Lists the moves, one a line. */
static int list(const cli_game *game)
{
    cli_move_text *texts;
    const size_t count = cli_game_moves(&texts, NULL, game);
    if (count == SIZE_MAX)
        return cli_failed(SHOOGI_NO_MEMORY);
    for (size_t i = 0; i < count; i++)
        puts(texts[i]);
    free(texts);
    return cli_written(count > 0 ? CLI_GOOD : CLI_NO);
}

/* Lists all moves on one line, which may be empty. */
static int list_on_a_line(const cli_game *game, void *context)
{
    (void)context;
    cli_move_text *texts;
    const size_t count = cli_game_moves(&texts, NULL, game);
    if (count == SIZE_MAX)
        return cli_failed(SHOOGI_NO_MEMORY);
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i > 0 ? " " : "", texts[i]);
    putchar('\n');
    free(texts);
    return cli_written(CLI_GOOD);
}

int cli_moves(int argc, char **argv)
{
    static const char help[] =
        "Lists the legal moves of a position in USI, one a line, in alphabetical order.  Exits "
        "with status\n"
        "1 if there are none.  With --positions, prints the moves of each position on one line,\n"
        "separated by spaces.";
    cli_game_words words = { 0 };
    bool paths = false;
    const cli_option options[] = { CLI_OPTIONS_POSITION(words), CLI_OPTION_POSITIONS(words),
                                   CLI_OPTION_PATHS(paths) };
    cli_game game;
    const int end = cli_game_begin(&game, help, options, sizeof options / sizeof options[0], &words,
                                   argc, argv);
    if (end != CLI_GO_ON)
        return end;
    game.paths = paths;
    const int status =
        words.positions ? cli_game_each(&game, &words, list_on_a_line, NULL) : list(&game);
    cli_game_fini(&game);
    return status;
}
