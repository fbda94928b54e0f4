/* nnue_training.h: trains a network to predict the results of games and the scores of searches.
 *
 * It keeps examples (example_maker.h) as lists of inputs, in memory with a bound, and passes over them in batches in random
 * order.  Numbers are floating-point during training; what the file rounds or bounds is rounded or bounded in training, too. */
#ifndef SHG_ENGINE_LEARNING_NNUE_TRAINING_H
#define SHG_ENGINE_LEARNING_NNUE_TRAINING_H

#include "engine/learning/crew.h"
#include "engine/learning/example_maker.h"
#include "engine/learning/nnue_step.h"

typedef struct shg_nnue_training shg_nnue_training;

/* The shape of a game's network when its training begins. */
shg_nnue_shape shg_nnue_usual_shape(const shoogi_variant *variant);

/* A network to begin with: it knows the values of pieces and squares of the weights, and the rest is random.  Returns
 * OK with *out owned (shg_nnue_free), NO_MEMORY or LIMIT_EXCEEDED. */
SHOOGI_CHECKED shoogi_status shg_nnue_begin(shg_nnue **out, const shg_weights *weights,
                                            shg_nnue_shape shape, uint64_t *random);

/* Starts from the network, which is borrowed.  step: its arithmetic, shg_nnue_step_number(0) or another.  memory_mib: the most that its examples take.  threads: of each pass, 1 to
 * SHG_TRAINING_THREADS_MAX; the result is the same, to the last bit, for any number of threads.  Returns OK with *out owned
 * (shg_nnue_training_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_nnue_training_new(shg_nnue_training **out, const shg_nnue *network,
                                                   const shg_nnue_step *step, unsigned memory_mib,
                                                   unsigned threads);
void shg_nnue_training_free(shg_nnue_training *training);

/* Adds the examples of games, in their order and as long as there is room, made by all threads.  Returns OK; LIMIT_EXCEEDED
 * if there is no room for all of them; ILLEGAL if a sample of a game cannot be reached; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_nnue_training_add(shg_nnue_training *training,
                                                   const shg_example_game *games, size_t count,
                                                   const shg_examples *how);

/* Positions that are trained on. */
size_t shg_nnue_training_positions(const shg_nnue_training *training);

/* One pass over all positions in random order.  The rate of learning goes from one rate evenly to another, and is greater than
 * 0 until the last of them.  *loss: the mean squared error of the prediction.  Returns
 * OK, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_nnue_training_pass(double *loss, shg_nnue_training *training,
                                                    double first_rate, double last_rate,
                                                    uint64_t *random);

/* The mean squared error for the positions that were held out; 0 if there are none.  Returns OK, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_nnue_training_measure(double *loss, shg_nnue_training *training);

/* Writes the result into a network of the same variant and shape, and packs it. */
void shg_nnue_training_result(const shg_nnue_training *training, shg_nnue *network);

#endif
