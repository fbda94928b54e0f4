/* large_bench.c: what games on large boards cost: reading one, a position, making and undoing moves.
 *
 *     large_bench [ROUNDS]
 *
 * The games are tai and taikyoku of SHOOGI_VARIANTS, and invented ones (core/large_support.h) as large as the largest
 * there are.  Each is read ROUNDS times (11 unless given), and a random game of it is played to its end and back as
 * often; medians are printed, with what is wanted. */
#include "core/board/board_ops.h"
#include "support/large.h"
#include "support/core.h"
#include "measure.h"
#include "shoogi/position.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS_MAX = 999, PLIES_MAX = 2000, POSITION_BYTES_MOST = 32 * 1024 };

static const struct game {
    const char *name;            /* of a definition that is shipped; NULL: it is invented, */
    unsigned size, kinds;        /* so large */
    double most_ms, least_moves; /* until its first position stands; made and undone a second */
} games[] = {
    { "tai", 25, 0, 150, 200000 },  { "taikyoku", 36, 0, 150, 50000 },
    { NULL, 19, 100, 150, 200000 }, { NULL, 25, 120, 150, 200000 },
    { NULL, 36, 300, 150, 50000 },
};

static char text[SHOOGI_DEFINITION_BYTES_MAX];

/* The median of reading it and setting up its first position, for which its tables are made; *out owned by the caller. */
static double reading_ms(shoogi_variant **out, size_t bytes, unsigned rounds)
{
    double times[ROUNDS_MAX];
    *out = NULL;
    for (unsigned i = 0; i < rounds; i++) {
        shoogi_variant_free(*out);
        shoogi_position *p;
        const double start = measure_now_s();
        if (shoogi_variant_parse(out, text, bytes, NULL) != SHOOGI_OK ||
            shoogi_position_new(&p, *out) != SHOOGI_OK)
            return -1;
        times[i] = (measure_now_s() - start) * 1e3;
        shoogi_position_free(p);
    }
    measure_sort(times, rounds);
    return times[rounds / 2];
}

/* Plays a random game; returns how many moves it has. */
static unsigned play(shoogi_position *p, shoogi_move *moves, shoogi_move *game)
{
    const size_t room = shoogi_variant_moves_max(shoogi_position_variant(p));
    uint64_t chance = 20260401;
    unsigned plies = 0;
    while (plies < PLIES_MAX && shoogi_position_result(p).outcome == SHOOGI_OUTCOME_NONE) {
        const size_t count = shoogi_position_moves(p, moves, room);
        chance = chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        game[plies] = moves[(chance >> 33) % count];
        if (shoogi_position_do(p, game[plies++]) != SHOOGI_OK)
            return 0;
    }
    return plies;
}

/* Moves made and undone a second, the median of all rounds. */
static double moves_a_second(shoogi_position *p, const shoogi_move *game, unsigned plies,
                             unsigned rounds)
{
    double rates[ROUNDS_MAX];
    for (unsigned i = 0; i < rounds; i++) {
        const double start = measure_now_s();
        for (unsigned k = 0; k < plies; k++)
            if (shoogi_position_do(p, game[k]) != SHOOGI_OK)
                return 0;
        for (unsigned k = 0; k < plies; k++)
            shoogi_position_undo(p);
        rates[i] = plies / (measure_now_s() - start);
    }
    measure_sort(rates, rounds);
    return rates[rounds / 2];
}

static int run(const struct game *g, unsigned rounds)
{
    shoogi_variant *v = NULL;
    const long bytes = g->name ? read_definition(text, g->name)
                               : (long)large_definition(text, g->size, g->kinds, "capture");
    const double ms = bytes < 0 ? -1 : reading_ms(&v, (size_t)bytes, rounds);
    shoogi_position *p = NULL;
    static shoogi_move game[PLIES_MAX];
    shoogi_move *const moves = ms < 0 ? NULL : malloc(shoogi_variant_moves_max(v) * sizeof *moves);
    int status = EXIT_FAILURE;
    if (moves && shoogi_position_new(&p, v) == SHOOGI_OK) {
        const size_t position_bytes = sizeof *p + v->ops->board_bytes(v);
        const unsigned plies = play(p, moves, game);
        for (unsigned k = 0; k < plies; k++)
            shoogi_position_undo(p);
        printf(
            "%s, %ux%u, %u kinds: read in %.1f ms (at most %.0f), a position %zu bytes (at most %d), "
            "game of %u moves, %.0f made and undone a second (at least %.0f)\n",
            g->name ? g->name : "invented", g->size, g->size, shoogi_variant_kind_count(v), ms,
            g->most_ms, position_bytes, POSITION_BYTES_MOST, plies,
            moves_a_second(p, game, plies, rounds), g->least_moves);
        status = EXIT_SUCCESS;
    }
    if (status != EXIT_SUCCESS)
        fprintf(stderr, "large_bench: the game of %u squares a side could not be played\n",
                g->size);
    shoogi_position_free(p);
    free(moves);
    shoogi_variant_free(v);
    return status;
}

int main(int argc, char **argv)
{
    const unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 11;
    if (argc > 2 || rounds == 0 || rounds > ROUNDS_MAX) {
        fprintf(stderr, "usage: large_bench [ROUNDS]\n");
        return 2;
    }
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++)
        if (run(&games[g], (unsigned)rounds) != EXIT_SUCCESS)
            return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
