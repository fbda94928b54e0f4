/* example_maker.h: makes examples for a network of games, in one thread. */
#ifndef SHG_ENGINE_LEARNING_EXAMPLE_MAKER_H
#define SHG_ENGINE_LEARNING_EXAMPLE_MAKER_H

#include "engine/learning/example_set.h"
#include "engine/learning/self_play.h"

/* What examples are made of. */
typedef struct shg_examples {
    double result_share; /* the target: this share of the game's result, and the rest of the search's score */
    /* After each position of the game so many random moves are made, and the positions after them get the static evaluation of
     * the teacher as target: it knows more of positions that no search would reach.  0: none. */
    unsigned random_moves;
    /* Its static evaluation is also the target of samples where something hangs: a score tells there how a capture ends,
     * which the searches of the network will find out by themselves.  NULL: there is none, nor are there random moves;
     * borrowed */
    const shg_weights *teacher;
} shg_examples;

/* A game, with its samples. */
typedef struct shg_example_game {
    const shg_game *game;
    uint64_t random; /* state for its random moves */
    bool held_out;   /* its examples are not trained on, but measured */
} shg_example_game;

typedef struct shg_example_maker shg_example_maker;

/* network: of the inputs.  turned: of shg_turned_inputs.  Both and how are borrowed until it is freed.  Returns OK with *out
 * owned (shg_example_maker_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_example_maker_new(shg_example_maker **out, const shg_nnue *network,
                                                   const uint16_t *turned, const shg_examples *how);
void shg_example_maker_free(shg_example_maker *maker);

/* Adds the quiet positions of the game, the samples of its searches, and those after random moves.  Returns OK; ILLEGAL if a
 * sample cannot be reached; or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_example_maker_add(shg_example_set *set, shg_example_maker *maker,
                                                   const shg_example_game *from);

#endif
