#include "engine/learning/example_maker.h"

#include "base/winning_chance.h"

#include <math.h>
#include <stdlib.h>

/* Nodes of the longest quiescence searches; the teacher's table has room for them. */
enum { TEACHER_NODES = 1000 };

/* A position is quiet if quiescence search changes the winning chance of its static evaluation by no more. */
static const double quiet = 0.05;

struct shg_example_maker {
    const shg_nnue *network;
    const uint16_t *turned;
    const shg_examples *how;
    shg_search *teacher;   /* NULL: there is none */
    shg_table *table;      /* of the teacher */
    _Atomic bool stop;     /* likewise; never set */
    unsigned *own, *other; /* [shg_nnue_active_max] scratch */
    shoogi_move *moves;    /* [moves_max] likewise */
};

static bool make_teacher(shg_example_maker *m)
{
    return shg_table_new_for_nodes(&m->table, TEACHER_NODES) == SHOOGI_OK &&
           shg_search_new(&m->teacher, m->table, m->how->teacher, &m->stop) == SHOOGI_OK;
}

shoogi_status shg_example_maker_new(shg_example_maker **out, const shg_nnue *network,
                                    const uint16_t *turned, const shg_examples *how)
{
    shg_example_maker *const m = calloc(1, sizeof *m);
    if (!m)
        return SHOOGI_NO_MEMORY;
    const size_t inputs = shg_nnue_active_max(network) + 1;
    *m = (shg_example_maker){ .network = network,
                              .turned = turned,
                              .how = how,
                              .own = malloc(inputs * sizeof *m->own),
                              .other = malloc(inputs * sizeof *m->other),
                              .moves = malloc(network->variant->moves_max * sizeof *m->moves) };
    if (!m->own || !m->other || !m->moves || (how->teacher && !make_teacher(m))) {
        shg_example_maker_free(m);
        return SHOOGI_NO_MEMORY;
    }
    *out = m;
    return SHOOGI_OK;
}

void shg_example_maker_free(shg_example_maker *maker)
{
    if (!maker)
        return;
    shg_search_free(maker->teacher);
    shg_table_free(maker->table);
    free(maker->own);
    free(maker->other);
    free(maker->moves);
    free(maker);
}

static shoogi_status add_position(shg_example_set *set, shg_example_maker *m,
                                  const shoogi_position *p, double target, shg_bound bound)
{
    const shg_nnue *const n = m->network;
    const shoogi_colour other = shoogi_colour_other(p->side);
    unsigned pieces;
    const size_t count = shg_nnue_active(m->own, &pieces, n, p, p->side);
    if (count > UINT16_MAX)
        return SHOOGI_OK; /* such hands do not occur */
    if (!m->turned)
        (void)shg_nnue_active(m->other, &pieces, n, p, other);
    return shg_example_set_add(set, m->own, m->turned ? NULL : m->other,
                               (shg_lesson){ .target = (float)target,
                                             .count = (uint16_t)count,
                                             .bucket = (uint8_t)shg_nnue_bucket(n, pieces),
                                             .bound = (uint8_t)bound,
                                             .region = { (uint8_t)shg_nnue_region(n, p, p->side),
                                                         (uint8_t)shg_nnue_region(n, p, other) } });
}

/* Adds positions after random moves, and takes these back. */
static shoogi_status add_taught(shg_example_set *set, shg_example_maker *m, shoogi_position *p,
                                uint64_t *random)
{
    shoogi_status status = SHOOGI_OK;
    unsigned made = 0;
    while (made < m->how->random_moves && status == SHOOGI_OK &&
           shoogi_position_result(p).reason == SHOOGI_REASON_NONE) {
        const size_t count = shoogi_position_moves(p, m->moves, p->variant->moves_max);
        status = shoogi_position_do(p, m->moves[shg_random(random) % count]);
        if (status != SHOOGI_OK)
            break;
        made++;
        if (shoogi_position_checkers(p, NULL, 0) > 0 ||
            p->ops->board_result(p).reason != SHOOGI_REASON_NONE)
            continue; /* a search does not evaluate it */
        int eval;
        status = shg_search_captures(&eval, NULL, m->teacher, p);
        if (status == SHOOGI_OK)
            status = add_position(set, m, p, shg_winning_chance(eval), SHG_BOUND_EXACT);
    }
    for (; made > 0; made--)
        shoogi_position_undo(p);
    return status;
}

/* Adds a sample, whose position this is: where something hangs, with what the teacher says. */
static shoogi_status add_sample(shg_example_set *set, shg_example_maker *m,
                                const shoogi_position *p, const shg_sample *sample)
{
    int eval = 0, score = 0;
    const shoogi_status status =
        m->teacher ? shg_search_captures(&eval, &score, m->teacher, p) : SHOOGI_OK;
    if (status != SHOOGI_OK)
        return status;
    const double chance = shg_winning_chance(eval);
    return fabs(chance - shg_winning_chance(score)) > quiet
               ? add_position(set, m, p, chance, SHG_BOUND_EXACT)
               : add_position(set, m, p, shg_winning_chance(sample->score), sample->bound);
}

/* Adds the samples of the search of a position, from *next on, which is moved on. */
static shoogi_status add_samples(shg_example_set *set, size_t *next, shg_example_maker *m,
                                 shoogi_position *p, const shg_game *game, size_t ply)
{
    shoogi_status status = SHOOGI_OK;
    for (; *next < game->sample_count && game->samples[*next].ply == ply; ++*next) {
        const shg_sample *const s = &game->samples[*next];
        status = shg_sample_reach(p, s, m->moves);
        if (status != SHOOGI_OK)
            break;
        status = add_sample(set, m, p, s);
        for (unsigned i = 0; i < s->ply_count; i++)
            shoogi_position_undo(p);
        if (status != SHOOGI_OK)
            break;
    }
    return status;
}

shoogi_status shg_example_maker_add(shg_example_set *set, shg_example_maker *maker,
                                    const shg_example_game *from)
{
    const shg_game *const game = from->game;
    shoogi_position *p;
    if (shoogi_position_new(&p, maker->network->variant) != SHOOGI_OK)
        return SHOOGI_NO_MEMORY;
    shoogi_status status = SHOOGI_OK;
    uint64_t random = from->random;
    size_t sample = 0;
    if (maker->teacher) { /* so that what it says of a game depends on the game alone */
        shg_search_clear(maker->teacher);
        shg_table_clear(maker->table);
    }
    for (size_t i = 0; i < game->count && status == SHOOGI_OK; i++) {
        const shg_played *const m = &game->played[i];
        if (shg_is_trained_on(m))
            status = add_position(set, maker, p,
                                  shg_target(m, game->outcome, p->side, maker->how->result_share),
                                  SHG_BOUND_EXACT);
        if (status == SHOOGI_OK)
            status = add_taught(set, maker, p, &random);
        if (status == SHOOGI_OK)
            status = add_samples(set, &sample, maker, p, game, i);
        if (status == SHOOGI_OK)
            status = shoogi_position_do(p, m->move);
    }
    shoogi_position_free(p);
    return status;
}
