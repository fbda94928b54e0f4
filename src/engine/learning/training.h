/* training.h: trains evaluation weights to predict the results of games (Texel tuning, by stochastic gradient descent). */
#ifndef SHG_ENGINE_LEARNING_TRAINING_H
#define SHG_ENGINE_LEARNING_TRAINING_H

#include "engine/learning/crew.h"
#include "engine/learning/self_play.h"

typedef struct shg_training shg_training;

typedef struct shg_training_options {
    double result_share; /* the target: this share of the game's result, and the rest of the search's score */
    double rate; /* learning rate: the size of a step, in centipawns */
    double spread; /* standard deviation of the prior around the initial weights, in centipawns; 0: no prior */
} shg_training_options;

/* Starts from the weights, which are borrowed.  threads: of each pass, 1 to SHG_TRAINING_THREADS_MAX; the result is the same, to
 * the last bit, for any number of threads.  Returns OK and *out owned (shg_training_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_training_new(shg_training **out, const shg_weights *weights,
                                              unsigned threads);
void shg_training_free(shg_training *training);

/* One pass (epoch) over the games in random order.  The quiet positions of some games form a batch; each batch is one step.
 * *loss: the mean squared error of the prediction; *positions: the number of positions.  Returns OK, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_training_pass(double *loss, size_t *positions,
                                               shg_training *training, const shg_game *games,
                                               size_t game_count, uint64_t *random,
                                               const shg_training_options *options);

/* Writes the result into weights of the same variant. */
void shg_training_result(const shg_training *training, shg_weights *weights);

#endif
