/* game.h: the position a command is asked about: a variant by name, and perhaps an SFEN and moves. */
#ifndef SHG_CLI_GAME_H
#define SHG_CLI_GAME_H

#include "cli/options.h"
#include "shoogi/catalog.h"
#include "shoogi/position.h"

#include <stdbool.h>

typedef struct cli_game {
    shoogi_catalog *catalog;
    shoogi_variant *own; /* if it is not of the catalog */
    const shoogi_variant *variant;
    shoogi_position *position;
    bool paths; /* moves are told apart by every square they visit, not by their result */
} cli_game;

/* What the user says of the position, each NULL if not given: where it begins, if not at the start of the game,
 * and moves made from there, in USI or Western notation, separated by blanks; or, instead of these, the file of many
 * positions. */
typedef struct cli_game_words {
    const char *sfen, *moves, *positions;
} cli_game_words;

/* The rows every command with a position has in its table of options. */
#define CLI_OPTIONS_POSITION(words)                                                                \
    { .name = "sfen",                                                                              \
      .value = "S",                                                                                \
      .help = "the position (default: the start of the game)",                                     \
      .text = &(words).sfen },                                                                     \
    {                                                                                              \
        .name = "moves", .value = "M", .help = "moves to make first, in USI or Western notation",  \
        .text = &(words).moves                                                                     \
    }

/* The row of those that answer for many positions: cli_game_each. */
#define CLI_OPTION_POSITIONS(words)                                                                \
    {                                                                                              \
        .name = "positions", .value = "FILE",                                                      \
        .help = "a file of SFENs, one a line (\"-\": standard input); prints a line for each",     \
        .text = &(words).positions                                                                 \
    }

/* And the row of those that list or count moves. */
#define CLI_OPTION_PATHS(variable)                                                                 \
    {                                                                                              \
        .name = "paths", .help = "list moves with the same result but other paths separately",     \
        .given = &(variable)                                                                       \
    }

/* Returns true with *game to be ended by cli_game_fini, or false
 * after telling the fault on standard error: the command ends with CLI_BAD. */
bool cli_game_init(cli_game *game, const char *command, const char *variant_name,
                   const cli_game_words *words);
void cli_game_fini(cli_game *game);

/* Answers for one position, that of the game.  Returns CLI_GOOD to go on, or the exit status to end with. */
typedef int cli_game_answer(const cli_game *game, void *context);

/* Sets up each position of the file words->positions in turn, and has it answered.  Returns CLI_GOOD; or the exit
 * status of an answer; or CLI_BAD after reporting a file that cannot be read, or the first line that is no position, by
 * file, line and column.  Cost: the file is held in memory, at most POSITIONS_BYTES_MAX of it. */
int cli_game_each(const cli_game *game, const cli_game_words *words, cli_game_answer *answer,
                  void *context);

/* The beginning of a command that takes a variant and options: reads argv as cli_arguments_read does, and sets
 * the position up; *words are filled by its options.  Returns CLI_GO_ON with *game to be ended by
 * cli_game_fini, or the exit status with which the command is to end at once. */
int cli_game_begin(cli_game *game, const char *help, const cli_option *options, size_t option_count,
                   const cli_game_words *words, int argc, char **argv);

typedef char cli_move_text[64];

/* The legal moves as USI, in alphabetical order.  Returns how many there are, with *texts and, if wanted,
 * *moves owned (free) and in step; or SIZE_MAX if there is no memory. */
size_t cli_game_moves(cli_move_text **texts, shoogi_move **moves, const cli_game *game);

#endif
