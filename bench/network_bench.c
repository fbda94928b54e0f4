/* network_bench.c: what a network costs the search: nodes a second with one, as a ratio to the linear evaluation.
 *
 *     network_bench [GAME...]
 *
 * A network is stronger only if it sees more than the nodes that it costs; at least 0.6 of them must be left in shogi.  Its
 * numbers are those with which training begins: it knows piece values, so that both search alike.  Each round searches the
 * same positions with both.  It prints the nodes, which do not vary, and the ratio; then the rate of plain evaluations with
 * each kernel that the processor can run, as a ratio to plain C. */
#include "engine/learning/nnue_training.h"
#include "engine/network/accumulator.h"
#include "engine/search/search.h"

#include "games.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 5, POSITIONS = 4, NODES = 20000, TABLE_MIB = 16, EVALUATIONS = 20000 };

typedef struct player {
    shg_table *table;
    shg_search *search;
} player;

static bool player_init(player *p, const shg_weights *weights)
{
    static const _Atomic bool never = false;
    *p = (player){ NULL, NULL };
    return shg_table_new(&p->table, TABLE_MIB) == SHOOGI_OK &&
           shg_search_new(&p->search, p->table, weights, &never) == SHOOGI_OK;
}

static void player_fini(player *p)
{
    shg_search_free(p->search);
    shg_table_free(p->table);
}

/* Nodes a second over some positions of a random game, the same in each call.  0: it failed. */
static double rate_of(player *p, const shoogi_variant *v, uint64_t *nodes)
{
    const shg_search_limits limits = { .nodes = NODES };
    shoogi_position *position;
    shoogi_move *const moves = calloc(v->moves_max, sizeof *moves);
    uint64_t random = 7;
    double seconds = 0;
    bool good = moves && shoogi_position_new(&position, v) == SHOOGI_OK;
    *nodes = 0;
    shg_table_clear(p->table);
    shg_search_clear(p->search);
    for (int i = 0; i < POSITIONS && good; i++) {
        shoogi_move best;
        int score;
        const double began = measure_processor_s();
        good = shg_search_go(&best, &score, p->search, position, &limits) == SHOOGI_OK;
        seconds += measure_processor_s() - began;
        *nodes += shg_search_nodes(p->search);
        for (int j = 0; j < 5 && good; j++) {
            const size_t count = shoogi_position_moves(position, moves, v->moves_max);
            good = count > 0 &&
                   shoogi_position_do(position, moves[shg_random(&random) % count]) == SHOOGI_OK;
        }
    }
    if (moves)
        shoogi_position_free(position);
    free(moves);
    return good ? (double)*nodes / seconds : 0;
}

/* Scores of two positions in turn that differ by a move, as in a search. */
static double evaluations_a_second(const shg_nnue *network, const shg_nnue_kernel *kernel)
{
    shg_accumulator *a;
    shoogi_position *p;
    shoogi_move move;
    int64_t sum = 0;
    if (shg_accumulator_new(&a, network, kernel, 2) != SHOOGI_OK)
        return 0;
    if (shoogi_position_new(&p, network->variant) != SHOOGI_OK) {
        shg_accumulator_free(a);
        return 0;
    }
    const bool good = shoogi_position_moves(p, &move, 1) >= 1;
    const double began = measure_processor_s();
    for (int i = 0; i < EVALUATIONS && good; i += 2) {
        sum += shg_accumulator_score(a, p, 0);
        if (shoogi_position_do(p, move) != SHOOGI_OK)
            break;
        sum += shg_accumulator_score(a, p, 1);
        shoogi_position_undo(p);
    }
    const double seconds = measure_processor_s() - began;
    shoogi_position_free(p);
    shg_accumulator_free(a);
    return good && sum != INT64_MIN ? EVALUATIONS / seconds : 0;
}

static void print_kernels(const shg_nnue *network)
{
    double rates[8], plain = 0;
    size_t count = 0;
    for (const shg_nnue_kernel *k; count < 8 && (k = shg_nnue_kernel_number(count)); count++)
        plain = rates[count] = evaluations_a_second(network, k); /* plain C is the last one */
    for (size_t i = 0; i < count; i++)
        printf("  %-8s %8.0f evaluations/s, %.2fx plain C\n", shg_nnue_kernel_number(i)->name,
               rates[i], rates[i] / plain);
}

/* Both searches in turn; *ratio: filled, sorted. */
static bool compare(const shoogi_variant *v, player *players, double *ratio)
{
    uint64_t nodes[2];
    double rate[2] = { 0, 0 };
    for (int i = 0; i < ROUNDS; i++) {
        for (int j = 0; j < 2; j++) {
            rate[j] = rate_of(&players[j], v, &nodes[j]);
            if (rate[j] <= 0)
                return false;
        }
        ratio[i] = rate[1] / rate[0];
    }
    measure_sort(ratio, ROUNDS);
    printf("nodes: linear %llu, network %llu; rate %.0f/s and %.0f/s\n",
           (unsigned long long)nodes[0], (unsigned long long)nodes[1], rate[0], rate[1]);
    return true;
}

static bool measure(const shoogi_variant *v)
{
    shg_weights *linear = NULL, *with = NULL;
    player players[2] = { { NULL, NULL }, { NULL, NULL } };
    double ratio[ROUNDS];
    uint64_t random = 1;
    bool good = shg_weights_new(&linear, v) == SHOOGI_OK && shg_weights_new(&with, v) == SHOOGI_OK;
    good =
        good && shg_nnue_begin(&with->network, with, shg_nnue_usual_shape(v), &random) == SHOOGI_OK;
    good = good && player_init(&players[0], linear) && player_init(&players[1], with);
    if (good) {
        games_print_network(with->network);
        good = compare(v, players, ratio);
    }
    if (good) {
        printf("  network %.2fx +- %.2f the nodes of the linear evaluation\n", ratio[ROUNDS / 2],
               (ratio[ROUNDS - 1] - ratio[0]) / 2);
        print_kernels(with->network);
    }
    player_fini(&players[0]);
    player_fini(&players[1]);
    shg_weights_free(linear);
    shg_weights_free(with);
    return good;
}

int main(int argc, char **argv)
{
    return games_measure(argc, argv, measure);
}
