/* perft.c: shoogi perft: counts the leaves of the tree of legal moves. */
#include "cli/command.h"
#include "cli/game.h"
#include "cli/messages.h"
#include "cli/options.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The settings of a count.  between: the separator after the count of a move. */
typedef struct question {
    unsigned depth;
    bool divided;
    char between;
} question;

/* At this depth no count fits 64 bits if there is a choice of moves. */
enum { DEPTH_MAX = 60 };

static shoogi_status count(uint64_t *nodes, const cli_game *game, unsigned depth)
{
    return game->paths ? shoogi_position_perft_by_path(nodes, game->position, depth)
                       : shoogi_position_perft(nodes, game->position, depth);
}

/* Counts the leaves below each move, and prints each count as soon as it is known. */
static int divide(const cli_game *game, const question *asked)
{
    cli_move_text *texts;
    shoogi_move *moves;
    const size_t move_count = cli_game_moves(&texts, &moves, game);
    if (move_count == SIZE_MAX)
        return cli_failed(SHOOGI_NO_MEMORY);
    uint64_t sum = 0;
    int end = CLI_GOOD;
    for (size_t i = 0; i < move_count && end == CLI_GOOD; i++) {
        uint64_t nodes = 0;
        shoogi_status status = shoogi_position_do(game->position, moves[i]);
        if (status == SHOOGI_OK) {
            status = count(&nodes, game, asked->depth - 1);
            shoogi_position_undo(game->position);
        }
        if (status != SHOOGI_OK) {
            end = cli_failed(status);
            break;
        }
        sum += nodes;
        printf("%s %" PRIu64 "%c", texts[i], nodes, asked->between);
        end = cli_written(CLI_GOOD);
    }
    free(texts);
    free(moves);
    if (end != CLI_GOOD)
        return end;
    printf("nodes %" PRIu64 "\n", sum);
    return cli_written(CLI_GOOD);
}

static int count_all(const cli_game *game, unsigned depth)
{
    uint64_t nodes;
    const shoogi_status status = count(&nodes, game, depth);
    if (status != SHOOGI_OK)
        return cli_failed(status);
    printf("nodes %" PRIu64 "\n", nodes);
    return cli_written(CLI_GOOD);
}

static int answer(const cli_game *game, void *context)
{
    const question *const asked = context;
    return asked->divided && asked->depth > 0 ? divide(game, asked) : count_all(game, asked->depth);
}

int cli_perft(int argc, char **argv)
{
    cli_game_words words = { 0 };
    bool divided = false, paths = false;
    const cli_option options[] = {
        CLI_OPTIONS_POSITION(words),
        CLI_OPTION_POSITIONS(words),
        { .name = "divide", .help = "also print the count for each first move", .given = &divided },
        CLI_OPTION_PATHS(paths),
    };
    const cli_arguments arguments = {
        .help = "Counts the leaves of the tree of legal moves, DEPTH moves deep (perft).  The last "
                "line is\n"
                "\"nodes N\".  Positions where the game is over have no leaves; repetition is "
                "ignored.  With\n--positions, prints one line for each position.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .words = "VARIANT DEPTH",
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    unsigned depth;
    if (!cli_number(&depth, argv[0], "a depth", argv[2], 0, DEPTH_MAX))
        return CLI_BAD;
    cli_game game;
    if (!cli_game_init(&game, argv[0], argv[1], &words))
        return CLI_BAD;
    game.paths = paths;
    question asked = { depth, divided, words.positions ? ' ' : '\n' };
    const int status =
        words.positions ? cli_game_each(&game, &words, answer, &asked) : answer(&game, &asked);
    cli_game_fini(&game);
    return status;
}
