/* evaluator.h: the static evaluation that a search uses, with what it keeps for each ply.
 *
 * There are two, chosen by the weights: their network (engine/network/accumulator.h), if they have one, else their linear sum
 * (evaluate.h). */
#ifndef SHG_ENGINE_EVALUATION_EVALUATOR_H
#define SHG_ENGINE_EVALUATION_EVALUATOR_H

#include "engine/evaluation/evaluate.h"

typedef struct shg_evaluator shg_evaluator;

/* For plies 0 to plies - 1 of one thread.  weights: borrowed until it is freed.  Returns OK with *out owned
 * (shg_evaluator_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_evaluator_new(shg_evaluator **out, const shg_weights *weights,
                                               unsigned plies);
void shg_evaluator_free(shg_evaluator *evaluator);

/* To be called when the position at ply 0 may be another. */
void shg_evaluator_begin(shg_evaluator *evaluator);

/* To be called before a move is made at a ply, and after any move, null moves included, with the ply that it led to. */
void shg_evaluator_moving(shg_evaluator *evaluator, const shoogi_position *position, unsigned ply);
void shg_evaluator_moved(shg_evaluator *evaluator, const shoogi_position *position, unsigned ply);

/* The score for the side to move at a ply, from -SHG_EVAL_MAX to SHG_EVAL_MAX. */
int shg_evaluator_score(shg_evaluator *evaluator, const shoogi_position *position, unsigned ply);

#endif
