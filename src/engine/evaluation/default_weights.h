/* default_weights.h: default weights of a game without learned ones: piece values from mobility. */
#ifndef SHG_ENGINE_EVALUATION_DEFAULT_WEIGHTS_H
#define SHG_ENGINE_EVALUATION_DEFAULT_WEIGHTS_H

#include "engine/evaluation/evaluate.h"

/* Fills the values and value classes of new weights, which are 0.  Returns OK or NO_MEMORY.  A few milliseconds for hundreds
 * of kinds. */
SHOOGI_CHECKED shoogi_status shg_default_weights(shg_weights *weights);

#endif
