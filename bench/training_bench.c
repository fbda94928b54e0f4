/* training_bench.c: how many positions a second train a network, with the arithmetic for each kind of processor.
 *
 *     training_bench [GAME...]
 *
 * Networks become stronger with each doubling of the positions that they are trained on, so this rate is half of how long a
 * game takes to learn.  The positions are those of random games; one thread passes over them.  It prints how many there are,
 * which does not vary, and each rate as a ratio to plain C. */
#include "engine/learning/nnue_training.h"

#include "games.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 5, GAMES = 100, PLIES = 80, MEMORY_MIB = 64, STEPS_MAX = 4 };

/* A random game whose positions have random scores: what is learned of them makes no difference to the time. */
static bool play(shg_game *g, const shoogi_variant *v, uint64_t *random)
{
    shoogi_position *p;
    shoogi_move *const moves = calloc(v->moves_max, sizeof *moves);
    g->played = calloc(PLIES, sizeof *g->played);
    bool good = moves && g->played && shoogi_position_new(&p, v) == SHOOGI_OK;
    if (!good) {
        free(moves);
        return false;
    }
    while (good && g->count < PLIES && shoogi_position_result(p).reason == SHOOGI_REASON_NONE) {
        const size_t count = shoogi_position_moves(p, moves, v->moves_max);
        const shoogi_move move = moves[shg_random(random) % count];
        g->played[g->count++] = (shg_played){ .move = move,
                                              .score = (int16_t)(shg_random(random) % 1000),
                                              .quiet = true };
        good = shoogi_position_do(p, move) == SHOOGI_OK;
    }
    shoogi_position_free(p);
    free(moves);
    return good;
}

static bool add_games(shg_nnue_training *t, const shoogi_variant *v)
{
    const shg_examples how = { .result_share = 0 };
    uint64_t random = 3;
    bool good = true;
    for (int i = 0; i < GAMES && good; i++) {
        shg_game game = { 0 };
        good = play(&game, v, &random) &&
               shg_nnue_training_add(t, &(shg_example_game){ .game = &game }, 1, &how) == SHOOGI_OK;
        shg_game_fini(&game);
    }
    return good;
}

/* Passes of each in turn; *rate: filled, [count][ROUNDS], as ratios to the last one, sorted. */
static bool compare(shg_nnue_training **trainings, size_t count, double (*ratio)[ROUNDS])
{
    uint64_t random = 5;
    double rate[STEPS_MAX];
    for (int i = 0; i < ROUNDS; i++) {
        for (size_t j = 0; j < count; j++) {
            double loss;
            const double began = measure_processor_s();
            if (shg_nnue_training_pass(&loss, trainings[j], 0.001, 0.001, &random) != SHOOGI_OK)
                return false;
            rate[j] =
                (double)shg_nnue_training_positions(trainings[j]) / (measure_processor_s() - began);
        }
        for (size_t j = 0; j < count; j++)
            ratio[j][i] = rate[j] / rate[count - 1];
    }
    for (size_t j = 0; j < count; j++) {
        measure_sort(ratio[j], ROUNDS);
        printf("  %-8s %8.0f positions/s, %.2fx +- %.2f plain C\n", shg_nnue_step_number(j)->name,
               rate[j], ratio[j][ROUNDS / 2], (ratio[j][ROUNDS - 1] - ratio[j][0]) / 2);
    }
    return true;
}

static bool measure(const shoogi_variant *v)
{
    shg_weights *weights = NULL;
    shg_nnue *network = NULL;
    shg_nnue_training *trainings[STEPS_MAX] = { NULL };
    double ratio[STEPS_MAX][ROUNDS];
    uint64_t random = 1;
    size_t count = 0;
    bool good = shg_weights_new(&weights, v) == SHOOGI_OK &&
                shg_nnue_begin(&network, weights, shg_nnue_usual_shape(v), &random) == SHOOGI_OK;
    for (const shg_nnue_step *s; good && (s = shg_nnue_step_number(count)); count++)
        good = shg_nnue_training_new(&trainings[count], network, s, MEMORY_MIB, 1) == SHOOGI_OK &&
               add_games(trainings[count], v);
    if (good) {
        games_print_network(network);
        printf("%zu positions\n", shg_nnue_training_positions(trainings[0]));
        good = compare(trainings, count, ratio);
    }
    for (size_t i = 0; i < count; i++)
        shg_nnue_training_free(trainings[i]);
    shg_nnue_free(network);
    shg_weights_free(weights);
    return good;
}

int main(int argc, char **argv)
{
    return games_measure(argc, argv, measure);
}
