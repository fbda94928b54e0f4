/* game.h: the position that a command works on: a variant, and optionally an SFEN and moves. */
#ifndef SHG_CLI_GAME_H
#define SHG_CLI_GAME_H

#include "cli/options.h"
#include "shoogi/catalog.h"
#include "shoogi/position.h"

#include <stdbool.h>

typedef struct cli_game {
    shoogi_catalog *catalog;
    shoogi_variant *own; /* NULL if the variant is from the catalog */
    const shoogi_variant *variant;
    shoogi_position *position;
    bool paths; /* distinguish moves by every square they visit, not by their result */
} cli_game;

/* The options for the position, each NULL if not given: an SFEN in place of the initial position, and moves from there in USI
 * or Western notation, separated by spaces; or, instead of these, a file of positions. */
typedef struct cli_game_words {
    const char *sfen, *moves, *positions;
} cli_game_words;

/* The option rows of every command with a position. */
#define CLI_OPTIONS_POSITION(words)                                                                \
    { .name = "sfen",                                                                              \
      .value = "S",                                                                                \
      .help = "the position (default: the start of the game)",                                     \
      .text = &(words).sfen },                                                                     \
    {                                                                                              \
        .name = "moves", .value = "M", .help = "moves to make first, in USI or Western notation",  \
        .text = &(words).moves                                                                     \
    }

/* The option row of commands for many positions: cli_game_each. */
#define CLI_OPTION_POSITIONS(words)                                                                \
    {                                                                                              \
        .name = "positions", .value = "FILE",                                                      \
        .help = "a file of SFENs, one a line (\"-\": standard input); prints a line for each",     \
        .text = &(words).positions                                                                 \
    }

/* The option row of commands that list or count moves. */
#define CLI_OPTION_PATHS(variable)                                                                 \
    {                                                                                              \
        .name = "paths", .help = "list moves with the same result but other paths separately",     \
        .given = &(variable)                                                                       \
    }

/* Sets up the position.  Returns true with *game filled (cli_game_fini), or false after reporting an error on standard error:
 * the command then ends with CLI_BAD. */
bool cli_game_init(cli_game *game, const char *command, const char *variant_name,
                   const cli_game_words *words);
void cli_game_fini(cli_game *game);

/* Handles one position, that of the game.  Returns CLI_GOOD to continue, or the exit status. */
typedef int cli_game_answer(const cli_game *game, void *context);

/* Sets up each position of the file words->positions and calls answer.  Returns CLI_GOOD; or the exit status of answer; or
 * CLI_BAD after reporting an unreadable file, or the first invalid line by file, line and column.  Cost: the file is read into
 * memory, at most POSITIONS_BYTES_MAX of it. */
int cli_game_each(const cli_game *game, const cli_game_words *words, cli_game_answer *answer,
                  void *context);

/* Begins a command with a variant and options: parses argv as cli_arguments_read does, and sets up the position; the options
 * fill *words.  Returns CLI_GO_ON with *game filled (cli_game_fini), or the exit status of the command. */
int cli_game_begin(cli_game *game, const char *help, const cli_option *options, size_t option_count,
                   const cli_game_words *words, int argc, char **argv);

typedef char cli_move_text[64];

/* Lists the legal moves in USI, in alphabetical order.  Returns their number, with *texts and, if moves is given, *moves owned
 * (free) and in the same order; or SIZE_MAX without memory. */
size_t cli_game_moves(cli_move_text **texts, shoogi_move **moves, const cli_game *game);

#endif
