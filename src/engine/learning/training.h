/* training.h: weights that foretell better how games end, from games. */
#ifndef SHG_ENGINE_LEARNING_TRAINING_H
#define SHG_ENGINE_LEARNING_TRAINING_H

#include "engine/learning/self_play.h"

typedef struct shg_training shg_training;

typedef struct shg_training_options {
    double result_share; /* of what is foretold the result of the game counts so much, the score of the search the rest */
    double rate; /* how far a step goes, in centipawns */
    double spread; /* how far from what they were at first weights are thought to be, in centipawns; 0: anywhere */
} shg_training_options;

enum { SHG_TRAINING_THREADS_MAX = 256 };

/* Begins at the weights, which are borrowed.  threads: of each pass, 1 to SHG_TRAINING_THREADS_MAX; what is learned is the
 * same, to the last bit, with any number of them.  Returns OK and *out owned (shg_training_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_training_new(shg_training **out, const shg_weights *weights,
                                              unsigned threads);
void shg_training_free(shg_training *training);

/* One pass over the games, in an order by chance: some games together, their quiet positions move the weights a little.  *loss: the mean square of what was foretold
 * wrong; *positions: of how many.  Returns OK, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_training_pass(double *loss, size_t *positions,
                                               shg_training *training, const shg_game *games,
                                               size_t game_count, uint64_t *chance,
                                               const shg_training_options *options);

/* Writes what was learned into weights of the same variant. */
void shg_training_result(const shg_training *training, shg_weights *weights);

#endif
