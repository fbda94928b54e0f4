/* tuned_game.h: a game between two searches that differ in the values of their tunables. */
#ifndef SHG_ENGINE_LEARNING_TUNED_GAME_H
#define SHG_ENGINE_LEARNING_TUNED_GAME_H

#include "engine/learning/self_play.h"
#include "engine/search/tunable_list.h"

typedef struct shg_tuned_game {
    const shg_weights *weights; /* of both sides, and of the variant; borrowed */
    const int *values[2];       /* Black's and White's, [SHG_TUNABLES]; borrowed */
    uint64_t nodes;             /* for each move */
} shg_tuned_game;

/* Plays a game that begins with a few random moves.  random: the state of the random number generator; the same state gives the
 * same opening, and with the same values the same game, in any thread.  *game must be empty; filled (shg_game_fini).
 * Returns OK, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_tuned_game_play(shg_game *game, const shg_tuned_game *how,
                                                 uint64_t *random);

#endif
