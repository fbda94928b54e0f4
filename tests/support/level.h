/* level.h: games between players of two levels, for tests and measurements. */
#ifndef SHG_SUPPORT_LEVEL_H
#define SHG_SUPPORT_LEVEL_H

#include "engine/level.h"
#include "engine/learning/self_play.h"

#include <assert.h>
#include <stdlib.h>

/* Two players of a game.  Their tables are small, and each knows nothing of what the other has seen. */
typedef struct level_match {
    const shoogi_variant *variant; /* borrowed */
    shg_weights *weights;          /* owned */
    shg_table *tables[2];
    shg_search *searches[2];
    _Atomic bool stop;
} level_match;

/* The weights are taken, always. */
static inline bool level_match_init(level_match *m, const shoogi_variant *variant,
                                    shg_weights *weights)
{
    *m = (level_match){ .variant = variant, .weights = weights };
    for (int i = 0; i < 2; i++)
        if (shg_table_new(&m->tables[i], 4) != SHOOGI_OK ||
            shg_search_new(&m->searches[i], m->tables[i], m->weights, &m->stop) != SHOOGI_OK)
            return false;
    return true;
}

static inline void level_match_fini(level_match *m)
{
    for (int i = 0; i < 2; i++) {
        shg_search_free(m->searches[i]);
        shg_table_free(m->tables[i]);
    }
    shg_weights_free(m->weights);
}

/* A game that goes on for ever is won by who has much more. */
static inline shoogi_outcome level_match_judge(const level_match *m, const shoogi_position *p)
{
    enum { MUCH_CP = 500 };
    shg_board_view *view;
    if (shg_board_view_new(&view, m->variant) != SHOOGI_OK)
        abort();
    const int eval = shg_evaluate(m->weights, p, view, &(shg_psq){ 0 });
    const bool black = shoogi_position_side(p) == SHOOGI_BLACK;
    shg_board_view_free(view);
    if (abs(eval) < MUCH_CP)
        return SHOOGI_OUTCOME_DRAW;
    return (eval > 0) == black ? SHOOGI_OUTCOME_BLACK : SHOOGI_OUTCOME_WHITE;
}

/* One game: the stronger player has a colour; random_plies moves of seed's choice are made first.  full_nodes: for each
 * move of the full level.  2 for a win of the stronger player, 1 for a draw, else 0. */
static inline unsigned level_match_game(level_match *m, unsigned weaker, unsigned stronger,
                                        shoogi_colour colour, uint64_t seed, unsigned random_plies,
                                        unsigned plies_max, uint64_t full_nodes)
{
    shoogi_position *p = NULL;
    shoogi_move *const moves = malloc(m->variant->moves_max * sizeof *moves);
    uint64_t random = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
    assert(moves);
    if (shoogi_position_new(&p, m->variant) != SHOOGI_OK)
        abort();
    for (int i = 0; i < 2; i++) {
        shg_table_clear(m->tables[i]);
        shg_search_clear(m->searches[i]);
    }
    shoogi_result result = shoogi_position_result(p);
    for (unsigned ply = 0; ply < plies_max && result.reason == SHOOGI_REASON_NONE; ply++) {
        const bool strong = shoogi_position_side(p) == colour;
        shoogi_move move = 0;
        if (ply < random_plies) {
            const size_t count = shoogi_position_moves(p, moves, m->variant->moves_max);
            move = moves[shg_random(&random) % count];
        } else {
            shg_table_age(m->tables[strong]);
            if (shg_level_move(&move, m->searches[strong], p, strong ? stronger : weaker,
                               seed * 2 + colour, full_nodes) != SHOOGI_OK)
                abort();
        }
        if (move == 0 || shoogi_position_do(p, move) != SHOOGI_OK)
            abort();
        result = shoogi_position_result(p);
    }
    const shoogi_outcome outcome =
        result.reason != SHOOGI_REASON_NONE ? result.outcome : level_match_judge(m, p);
    shoogi_position_free(p);
    free(moves);
    if (outcome != SHOOGI_OUTCOME_BLACK && outcome != SHOOGI_OUTCOME_WHITE)
        return 1;
    return (outcome == SHOOGI_OUTCOME_BLACK) == (colour == SHOOGI_BLACK) ? 2 : 0;
}

#endif
