/* learn.c: shoogi learn: learns weights and a network for a game by self-play. */
#include "cli/command.h"
#include "cli/game.h"
#include "cli/long_run.h"
#include "cli/messages.h"
#include "learning/learning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { USUAL_GAMES = 20000, USUAL_NODES = 1000, ROUND_GAMES = 1000, PATH_BYTES = 3000 };

/* The values of the options; NULL: not given. */
typedef struct learn_options {
    const char *hours, *games, *nodes, *threads, *seed, *round, *folder;
} learn_options;

static bool number_of(unsigned *out, const char *text, const char *what, unsigned usual,
                      unsigned least, unsigned most)
{
    *out = usual;
    return !text || cli_number(out, "learn", what, text, least, most);
}

static int learn(const cli_game *game, const char *name, const learn_options *asked)
{
    unsigned hours, games, nodes, threads, seed, round;
    char folder[PATH_BYTES], made[SHG_MADE_BYTES_MAX + 1];
    if (!number_of(&hours, asked->hours, "hours", 0, 1, 10000) ||
        !number_of(&games, asked->games, "games", USUAL_GAMES, 2, SHG_LEARNED_GAMES_MAX) ||
        !number_of(&nodes, asked->nodes, "nodes", USUAL_NODES, 10, 100000000) ||
        !number_of(&threads, asked->threads, "threads", cli_processors(SHG_LEARNERS_MAX), 1,
                   SHG_LEARNERS_MAX) ||
        !number_of(&round, asked->round, "a number of games for each round", ROUND_GAMES, 2,
                   SHG_LEARNED_GAMES_MAX) ||
        !number_of(&seed, asked->seed, "a seed", 1, 0, UINT32_MAX))
        return CLI_BAD;
    snprintf(folder, sizeof folder, "%s", asked->folder ? asked->folder : "learning");
    if (!cli_run_folder("learn", folder))
        return CLI_BAD;
    if (!asked->folder) {
        const size_t length = strlen(folder);
        snprintf(folder + length, sizeof folder - length, "/%s", name);
        if (!cli_run_folder("learn", folder))
            return CLI_BAD;
    }
    snprintf(made, sizeof made, "shoogi learn %.40s --nodes %u --seed %u --round %u", name, nodes,
             seed, round);
    cli_long_run run = cli_run_begin();
    const shg_learning how = {
        .variant = game->variant,
        .folder = folder,
        .made = made,
        .threads = threads,
        .nodes = nodes,
        .games = games,
        .round = round,
        .seed = seed,
        .run = cli_run_of(&run, hours),
    };
    shoogi_error err = { 0 };
    const shoogi_status status = shg_learn(&how, &err);
    cli_run_wipe(&run);
    if (status != SHOOGI_OK)
        return err.message[0] != '\0' ? cli_fault(folder, &err) : cli_failed(status);
    const size_t length = strlen(folder);
    snprintf(folder + length, sizeof folder - length, "/best.weights");
    if (access(folder, R_OK) == 0)
        printf("best weights: %s\n", folder);
    else
        puts("no weights yet that beat the default values");
    snprintf(folder + length, sizeof folder - length, "/best.network");
    if (access(folder, R_OK) == 0)
        printf("best network: %s\n", folder);
    if (cli_run_was_stopped())
        puts("stopped: the same command goes on from here");
    return cli_written(CLI_GOOD);
}

int cli_learn(int argc, char **argv)
{
    learn_options asked = { 0 };
    const cli_option options[] = {
        { .name = "hours", .value = "H", .help = "stop after H hours", .text = &asked.hours },
        { .name = "games",
          .value = "N",
          .help = "total number of games (default: 20000)",
          .text = &asked.games },
        { .name = "nodes",
          .value = "N",
          .help = "nodes to search for each move (default: 1000)",
          .text = &asked.nodes },
        { .name = "threads",
          .value = "N",
          .help = "number of threads (default: one for each processor)",
          .text = &asked.threads },
        { .name = "round",
          .value = "N",
          .help = "games before new weights are tested (default: 1000)",
          .text = &asked.round },
        { .name = "seed", .value = "N", .help = "random seed (default: 1)", .text = &asked.seed },
        { .name = "folder",
          .value = "DIR",
          .help = "folder for the state of the training (default: learning/VARIANT)",
          .text = &asked.folder },
    };
    static const cli_game_words start = { 0 };
    cli_game game;
    const int end = cli_game_begin(
        &game,
        "Trains the values of pieces and squares by self-play.  Resumes from its folder after it "
        "was\nstopped or killed.",
        options, sizeof options / sizeof options[0], &start, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    const int status = learn(&game, argv[1], &asked);
    cli_game_fini(&game);
    return status;
}
