/* bench.c: shoogi bench: the node count of fixed searches, which is the same on every machine. */
#include "cli/command.h"
#include "cli/definition.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "engine/learning/self_play.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { DEPTH_USUAL = 8, NODES_USUAL = 20000, TABLE_MIB = 16, POSITIONS = 3, PLIES_BETWEEN = 12 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Plays a few random moves, the same in every run, until the game is over. */
static shoogi_status play_random_moves(shoogi_position *p, uint64_t *random)
{
    const size_t room = shoogi_variant_moves_max(shoogi_position_variant(p));
    shoogi_move *const moves = malloc(room * sizeof *moves);
    shoogi_status status = moves ? SHOOGI_OK : SHOOGI_NO_MEMORY;
    for (int i = 0; i < PLIES_BETWEEN && status == SHOOGI_OK; i++) {
        const size_t count = shoogi_position_moves(p, moves, room);
        if (count == 0 || shoogi_position_result(p).reason != SHOOGI_REASON_NONE)
            break;
        status = shoogi_position_do(p, moves[shg_random(random) % count]);
    }
    free(moves);
    return status;
}

/* Searches the initial position and random positions within the limits. */
static shoogi_status search_all(uint64_t *nodes, shg_search *search, const shoogi_variant *v,
                                const shg_search_limits *limits)
{
    shoogi_position *p;
    uint64_t random = 1;
    *nodes = 0;
    if (shoogi_position_new(&p, v) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    shoogi_status status = SHOOGI_OK;
    for (int i = 0; i < POSITIONS && status == SHOOGI_OK; i++) {
        shoogi_move best;
        int score;
        status = shg_search_go(&best, &score, search, p, limits);
        *nodes += shg_search_nodes(search);
        if (status == SHOOGI_OK)
            status = play_random_moves(p, &random);
    }
    shoogi_position_free(p);
    return status;
}

/* Uses guessed weights, not learned ones, so that the count changes with the program only. */
static shoogi_status bench(uint64_t *nodes, const shoogi_variant *v,
                           const shg_search_limits *limits)
{
    static const _Atomic bool never = false;
    shg_weights *weights = NULL;
    shg_table *table = NULL;
    shg_search *search = NULL;
    shoogi_status status = shg_weights_new(&weights, v);
    if (status == SHOOGI_OK)
        status = shg_table_new(&table, TABLE_MIB);
    if (status == SHOOGI_OK)
        status = shg_search_new(&search, table, weights, &never);
    if (status == SHOOGI_OK)
        status = search_all(nodes, search, v, limits);
    shg_search_free(search);
    shg_table_free(table);
    shg_weights_free(weights);
    return status;
}

static int bench_all(shoogi_catalog *catalog, const char *const *names, size_t count,
                     const shg_search_limits *limits, bool timed)
{
    uint64_t all = 0;
    for (size_t i = 0; i < count; i++) {
        shoogi_variant *own;
        const shoogi_variant *const v = cli_variant_find(&own, catalog, "bench", names[i]);
        if (!v)
            return CLI_BAD;
        uint64_t nodes = 0;
        const double began = seconds();
        const shoogi_status status = bench(&nodes, v, limits);
        const double took = seconds() - began;
        shoogi_variant_free(own);
        if (status != SHOOGI_OK)
            return cli_failed(status);
        printf("%s %" PRIu64, names[i], nodes);
        if (timed)
            printf(" %.0f/s", (double)nodes / (took > 1e-6 ? took : 1e-6));
        printf("\n");
        if (cli_written(CLI_GOOD) != CLI_GOOD)
            return CLI_BAD; /* the reader is gone */
        all += nodes;
    }
    printf("nodes %" PRIu64 "\n", all);
    return cli_written(CLI_GOOD);
}

int cli_bench(int argc, char **argv)
{
    const char *depth_text = NULL;
    bool timed = false;
    const cli_option options[] = {
        { .name = "depth",
          .value = "D",
          .help = "search depth (default: 8, at most 20000 nodes)",
          .text = &depth_text },
        { .name = "timed", .help = "also print nodes per second", .given = &timed },
    };
    const cli_arguments arguments = {
        .help = "Searches a few positions of each game with one thread and prints the node count.  "
                "The last line\nis \"nodes N\", which is the same on every machine.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .words = "[VARIANT...]",
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    shg_search_limits limits = { .depth_plies = DEPTH_USUAL, .nodes = NODES_USUAL };
    if (depth_text) {
        limits.nodes = 0;
        if (!cli_number(&limits.depth_plies, argv[0], "a depth", depth_text, 1, SHG_PLIES_MAX))
            return CLI_BAD;
    }
    shoogi_catalog *catalog;
    const char *const *names = (const char *const *)argv + 1;
    size_t count = word_count;
    shoogi_status status = shoogi_catalog_new(&catalog);
    if (status == SHOOGI_OK && count == 0)
        status = shoogi_catalog_names(&names, &count, catalog);
    const int exit_status =
        status == SHOOGI_OK ? bench_all(catalog, names, count, &limits, timed) : cli_failed(status);
    shoogi_catalog_free(catalog);
    return exit_status;
}
