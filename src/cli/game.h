/* game.h: the position a command is asked about: a variant by name, and perhaps an SFEN. */
#ifndef SHG_CLI_GAME_H
#define SHG_CLI_GAME_H

#include "cli/options.h"
#include "shoogi/catalog.h"
#include "shoogi/position.h"

#include <stdbool.h>

typedef struct cli_game {
    shoogi_catalog *catalog;
    const shoogi_variant *variant;
    shoogi_position *position;
    bool paths; /* moves are told apart by every square they visit, not by their result */
} cli_game;

/* The row every command with a position has in its table of options. */
#define CLI_OPTION_SFEN(variable)                                                                  \
    {                                                                                              \
        .name = "sfen", .value = "S", .help = "the position; without it, the start of the game",   \
        .text = &(variable)                                                                        \
    }

/* And the row of those that list or count moves. */
#define CLI_OPTION_PATHS(variable)                                                                 \
    {                                                                                              \
        .name = "paths", .help = "tell moves apart by every square visited, not by their result",  \
        .given = &(variable)                                                                       \
    }

/* sfen may be NULL: the start of the game.  Returns true with *game to be ended by cli_game_fini, or false
 * after telling the fault on standard error: the command ends with CLI_BAD. */
bool cli_game_init(cli_game *game, const char *command, const char *variant_name, const char *sfen);
void cli_game_fini(cli_game *game);

/* The beginning of a command that takes a variant and options: reads argv as cli_arguments_read does, and sets
 * the position up; *sfen is the value of its option.  Returns CLI_GO_ON with *game to be ended by
 * cli_game_fini, or the exit status with which the command is to end at once. */
int cli_game_begin(cli_game *game, const char *help, const cli_option *options, size_t option_count,
                   const char *const *sfen, int argc, char **argv);

/* Makes moves of USI, separated by blanks.  Returns false after telling the fault. */
bool cli_game_play(cli_game *game, const char *moves);

typedef char cli_move_text[64];

/* The legal moves as USI, in alphabetical order.  Returns how many there are, with *texts and, if wanted,
 * *moves owned (free) and in step; or SIZE_MAX if there is no memory. */
size_t cli_game_moves(cli_move_text **texts, shoogi_move **moves, const cli_game *game);

#endif
