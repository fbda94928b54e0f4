#include "engine/evaluation/evaluator.h"

#include "engine/network/accumulator.h"

#include <stdlib.h>

struct shg_evaluator {
    const shg_weights *weights;
    shg_accumulator *accumulator; /* of the network; NULL without one */
    shg_board_view *view;         /* of the linear sum; NULL with a network */
    shg_psq *psq;                 /* [plies] likewise */
};

shoogi_status shg_evaluator_new(shg_evaluator **out, const shg_weights *weights, unsigned plies)
{
    shg_evaluator *const e = calloc(1, sizeof *e);
    if (!e)
        return SHOOGI_NO_MEMORY;
    e->weights = weights;
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
    shg_psq *const psq = evaluator->psq;
    if (psq && !psq[ply].known)
        psq[ply] = shg_psq_of(evaluator->weights, position);
}

void shg_evaluator_moved(shg_evaluator *evaluator, const shoogi_position *position, unsigned ply)
{
    shg_psq *const psq = evaluator->psq;
    if (psq)
        psq[ply] = shg_psq_after(psq[ply - 1], evaluator->weights, position);
}

int shg_evaluator_score(shg_evaluator *evaluator, const shoogi_position *position, unsigned ply)
{
    return evaluator->accumulator
               ? shg_squash(shg_accumulator_score(evaluator->accumulator, position, ply))
               : shg_evaluate(evaluator->weights, position, evaluator->view, &evaluator->psq[ply]);
}
