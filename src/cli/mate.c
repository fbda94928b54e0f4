/* mate.c: shoogi mate: finds a forced mate by consecutive checks (tsume), its length and its line. */
#include "catalog/catalog_int.h"
#include "engine/mate/mate.h"

#include "cli/command.h"
#include "cli/game.h"
#include "cli/messages.h"
#include "cli/options.h"
#include "shoogi/notation.h"

#include <inttypes.h>
#include <stdio.h>

enum { HASH_MIB_DEFAULT = 256, HASH_MIB_MAX = 65536, NODES_MAX = 2000000000 };

static shoogi_status write_pv(const shg_mate_result *found, shoogi_position *position)
{
    fputs("line", stdout);
    for (unsigned i = 0; i < found->move_count; i++) {
        cli_move_text text;
        (void)shoogi_usi_write(text, sizeof text, position, found->moves[i]);
        printf(" %s", text);
        if (shoogi_position_do(position, found->moves[i]) != SHOOGI_OK)
            return SHOOGI_NO_MEMORY;
    }
    puts("");
    return SHOOGI_OK;
}

static int write_finding(const shg_mate_result *found, const shg_mate_limits *limits,
                         shoogi_position *position)
{
    if (found->answer == SHG_MATE_UNKNOWN)
        puts("not found within the limits");
    else if (found->answer == SHG_MATE_NONE && limits->plies > 0)
        printf("no mate in %u\n", limits->plies);
    else if (found->answer == SHG_MATE_NONE)
        puts("no mate");
    else {
        printf("mate in %u%s\n", found->length_plies, found->exact ? "" : " or less");
        if (write_pv(found, position) != SHOOGI_OK)
            return cli_failed(SHOOGI_NO_MEMORY);
    }
    printf("nodes %" PRIu64 "\n", found->nodes);
    static const int ends[] = {
        [SHG_MATE_UNKNOWN] = CLI_BAD, [SHG_MATE_FOUND] = CLI_GOOD, [SHG_MATE_NONE] = CLI_NO
    };
    return cli_written(ends[found->answer]);
}

static int solve(const cli_game *game, const char *command, const shg_mate_limits *limits,
                 size_t hash_mib)
{
    shg_mate *mate;
    shg_mate_result found;
    shoogi_status status = shg_mate_new(&mate, game->variant, hash_mib, NULL);
    if (status != SHOOGI_OK)
        return cli_failed(status);
    int end;
    status = shg_mate_go(&found, mate, game->position, limits);
    if (status == SHOOGI_OK)
        end = write_finding(&found, limits, game->position);
    else if (status == SHOOGI_ILLEGAL)
        end = cli_expected(command, "none", "a royal piece of the side to be mated");
    else
        end = cli_failed(status);
    shg_mate_free(mate);
    return end;
}

int cli_mate(int argc, char **argv)
{
    cli_game_words words = { 0 };
    const char *variant = NULL, *plies = NULL, *nodes = NULL, *hash = NULL;
    shg_mate_limits limits = { 0 };
    const cli_option options[] = {
        { .name = "variant", .value = "V", .help = "the game (default: shogi)", .text = &variant },
        { .name = "moves",
          .value = "M",
          .help = "moves to make first, in USI or Western notation",
          .text = &words.moves },
        { .name = "tsume",
          .help = "count as in tsume problems: futile interpositions are no defence",
          .given = &limits.ignore_futile_drops },
        { .name = "any",
          .help = "accept any mate, not only the shortest",
          .given = &limits.any_length },
        { .name = "plies",
          .value = "N",
          .help = "only mates of at most this length",
          .text = &plies },
        { .name = "nodes", .value = "N", .help = "search at most N nodes", .text = &nodes },
        { .name = "hash", .value = "MIB", .help = "memory (default: 256)", .text = &hash },
    };
    const cli_arguments arguments = {
        .help =
            "Finds a forced mate by checks for the side to move: the shortest mate against the "
            "longest\n"
            "defence.  Prints \"mate in N\", the moves and the node count; or \"no mate\", with "
            "--plies \"no mate\n"
            "in N\", with exit status 1; or \"not found within the limits\", with exit status 2.",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .words = "SFEN",
    };
    size_t word_count;
    const int end = cli_arguments_read(&word_count, &arguments, argc, argv);
    if (end != CLI_GO_ON)
        return end;
    unsigned nodes_max = 0, hash_mib = HASH_MIB_DEFAULT;
    if ((plies && !cli_number(&limits.plies, argv[0], "plies", plies, 1, SHG_MATE_PLIES_MAX)) ||
        (nodes && !cli_number(&nodes_max, argv[0], "nodes", nodes, 1, NODES_MAX)) ||
        (hash && !cli_number(&hash_mib, argv[0], "a size", hash, 1, HASH_MIB_MAX)))
        return CLI_BAD;
    limits.nodes = nodes_max;
    words.sfen = argv[1];
    cli_game game;
    if (!cli_game_init(&game, argv[0], variant ? variant : SHG_DEFAULT_VARIANT, &words))
        return CLI_BAD;
    const int status = solve(&game, argv[0], &limits, hash_mib);
    cli_game_fini(&game);
    return status;
}
