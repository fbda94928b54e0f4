/* learn.c: shoogi learn: learns weights and a network for a game by self-play. */
#include "cli/command.h"
#include "cli/game.h"
#include "cli/long_run.h"
#include "cli/messages.h"
#include "learning/learning.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    USUAL_GAMES = 20000,
    USUAL_NODES = 400,
    ROUND_GAMES = 1000,
    USUAL_MIB = 1024,
    PATH_BYTES = 3000
};

/* What the command line asks for. */
typedef struct order {
    unsigned hours, games, nodes, threads, seed, round, memory_mib;
    bool no_network;
    const char *folder; /* NULL: a folder of the game's name */
} order;

static int learn(const cli_game *game, const char *name, const order *o)
{
    char folder[PATH_BYTES], made[SHG_MADE_BYTES_MAX + 1];
    snprintf(folder, sizeof folder, "%s", o->folder ? o->folder : "learning");
    if (!cli_run_folder("learn", folder))
        return CLI_BAD;
    if (!o->folder) {
        const size_t length = strlen(folder);
        snprintf(folder + length, sizeof folder - length, "/%s", name);
        if (!cli_run_folder("learn", folder))
            return CLI_BAD;
    }
    snprintf(made, sizeof made, "shoogi learn %.40s --nodes %u --seed %u --round %u", name,
             o->nodes, o->seed, o->round);
    cli_long_run run = cli_run_begin();
    const shg_learning how = {
        .variant = game->variant,
        .folder = folder,
        .made = made,
        .threads = o->threads,
        .nodes = o->nodes,
        .games = o->games > 0   ? o->games
                 : o->hours > 0 ? SHG_LEARNED_GAMES_MAX
                                : USUAL_GAMES,
        .round = o->round,
        .network_positions = o->no_network ? SIZE_MAX : 0,
        .memory_mib = o->memory_mib,
        .seed = o->seed,
        .run = cli_run_of(&run, o->hours),
    };
    shoogi_error err = { 0 };
    const shoogi_status status = shg_learn(&how, &err);
    cli_run_wipe(&run);
    if (status == SHOOGI_PARSE_ERROR)
        return cli_fault(folder, &err);
    if (status != SHOOGI_OK)
        return err.message[0] != '\0' ? cli_fault("shoogi learn", &err) : cli_failed(status);
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
    order o = {
        .nodes = USUAL_NODES,
        .threads = cli_processors(SHG_LEARNERS_MAX),
        .round = ROUND_GAMES,
        .memory_mib = USUAL_MIB,
        .seed = 1,
    };
    const cli_option options[] = {
        cli_run_hours(&o.hours),
        { .name = "games",
          .value = "N",
          .help = "total number of games (default: 20000; with --hours, no limit)",
          .read = cli_read_number,
          .into = &o.games,
          .noun = "games",
          .least = 2,
          .most = SHG_LEARNED_GAMES_MAX },
        { .name = "nodes",
          .value = "N",
          .help = "nodes to search for each move (default: 400)",
          .read = cli_read_number,
          .into = &o.nodes,
          .noun = "nodes",
          .least = 10,
          .most = 100000000 },
        cli_run_threads(&o.threads, SHG_LEARNERS_MAX),
        { .name = "round",
          .value = "N",
          .help = "games before new weights are tested, at first (default: 1000)",
          .read = cli_read_number,
          .into = &o.round,
          .noun = "a number of games for each round",
          .least = 2,
          .most = SHG_LEARNED_GAMES_MAX },
        { .name = "memory",
          .value = "MIB",
          .help = "for the positions that a network is trained on (default: 1024)",
          .read = cli_read_number,
          .into = &o.memory_mib,
          .noun = "MiB",
          .least = 1,
          .most = SHG_LEARNING_MIB_MAX },
        { .name = "no-network",
          .help = "learn weights only, which takes fewer games",
          .given = &o.no_network },
        cli_run_seed(&o.seed),
        { .name = "folder",
          .value = "DIR",
          .help = "folder of the run, empty at first (default: learning/VARIANT)",
          .text = &o.folder },
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
    const int status = learn(&game, argv[1], &o);
    cli_game_fini(&game);
    return status;
}
