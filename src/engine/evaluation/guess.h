/* guess.h: what is thought of men of which nothing has been learned. */
#ifndef SHG_ENGINE_EVALUATION_GUESS_H
#define SHG_ENGINE_EVALUATION_GUESS_H

#include "engine/evaluation/evaluate.h"

/* Fills the values and grades of new weights, which are 0.  NO_MEMORY.  A few milliseconds for hundreds of kinds. */
SHOOGI_CHECKED shoogi_status shg_guess(shg_weights *weights);

#endif
