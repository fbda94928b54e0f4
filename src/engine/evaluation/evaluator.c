#include "engine/evaluation/evaluator.h"

#include "engine/network/accumulator.h"

#include <stdlib.h>

/* One of the two evaluations. */
typedef struct way {
    void (*moving)(shg_evaluator *e, const shoogi_position *p, unsigned ply); /* NULL: nothing */
    void (*moved)(shg_evaluator *e, const shoogi_position *p, unsigned ply);  /* likewise */
    int (*score)(shg_evaluator *e, const shoogi_position *p, unsigned ply);
} way;

struct shg_evaluator {
    way way;
    const shg_weights *weights;
    shg_board_view *view;         /* of the linear evaluation, and psq */
    shg_psq *psq;                 /* [plies] */
    shg_accumulator *accumulator; /* of the network */
};

/* ---- the linear sum ---- */

static void linear_moving(shg_evaluator *e, const shoogi_position *p, unsigned ply)
{
    if (!e->psq[ply].known)
        e->psq[ply] = shg_psq_of(e->weights, p);
}

static void linear_moved(shg_evaluator *e, const shoogi_position *p, unsigned ply)
{
    e->psq[ply] = shg_psq_after(e->psq[ply - 1], e->weights, p);
}

static int linear_score(shg_evaluator *e, const shoogi_position *p, unsigned ply)
{
    return shg_evaluate(e->weights, p, e->view, &e->psq[ply]);
}

/* ---- the network ---- */

static int network_score(shg_evaluator *e, const shoogi_position *p, unsigned ply)
{
    return shg_squash(shg_accumulator_score(e->accumulator, p, ply));
}

/* ---- either ---- */

static const way linear_way = { .moving = linear_moving,
                                .moved = linear_moved,
                                .score = linear_score };
static const way network_way = { .score = network_score };

shoogi_status shg_evaluator_new(shg_evaluator **out, const shg_weights *weights, unsigned plies)
{
    shg_evaluator *const e = calloc(1, sizeof *e);
    if (!e)
        return SHOOGI_NO_MEMORY;
    e->weights = weights;
    e->way = weights->network ? network_way : linear_way;
    shoogi_status status;
    if (weights->network) {
        status = shg_accumulator_new(&e->accumulator, weights->network, shg_nnue_kernel_number(0),
                                     plies);
    } else {
        status = shg_board_view_new(&e->view, weights->variant);
        e->psq = calloc(plies, sizeof *e->psq);
        if (!e->psq)
            status = SHOOGI_NO_MEMORY;
    }
    if (status != SHOOGI_OK) {
        shg_evaluator_free(e);
        return status;
    }
    *out = e;
    return SHOOGI_OK;
}

void shg_evaluator_free(shg_evaluator *evaluator)
{
    if (!evaluator)
        return;
    shg_accumulator_free(evaluator->accumulator);
    shg_board_view_free(evaluator->view);
    free(evaluator->psq);
    free(evaluator);
}

void shg_evaluator_begin(shg_evaluator *evaluator)
{
    if (evaluator->psq)
        evaluator->psq[0].known = false;
}

void shg_evaluator_moving(shg_evaluator *evaluator, const shoogi_position *position, unsigned ply)
{
    if (evaluator->way.moving)
        evaluator->way.moving(evaluator, position, ply);
}

void shg_evaluator_moved(shg_evaluator *evaluator, const shoogi_position *position, unsigned ply)
{
    if (evaluator->way.moved)
        evaluator->way.moved(evaluator, position, ply);
}

int shg_evaluator_score(shg_evaluator *evaluator, const shoogi_position *position, unsigned ply)
{
    return evaluator->way.score(evaluator, position, ply);
}
