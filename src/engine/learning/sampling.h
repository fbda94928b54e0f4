/* sampling.h: positions inside the tree of a search, with what the search found them to be worth.
 *
 * A search of a position searches some thirty others a ply or more deep.  A static evaluation should predict their scores as
 * well: these are the positions that searches evaluate, with pieces that hang, and they cost nothing.  A sampler keeps a few
 * of each search, each with the same probability: those whose hashes, mixed, are the smallest.  So they depend on the search
 * alone.  Source: Veness, Silver, Uther and Blair, "Bootstrapping from game tree search", 2009 (TreeStrap). */
#ifndef SHG_ENGINE_LEARNING_SAMPLING_H
#define SHG_ENGINE_LEARNING_SAMPLING_H

#include "engine/search/search.h"

enum {
    SHG_SAMPLES = 4, /* of a search, at most */
    SHG_SAMPLE_PLIES_MAX = 12
};

typedef struct shg_sample {
    uint32_t ply;      /* of the game: the search was for its move */
    int16_t score;     /* for the side to move; below SHG_SCORE_WON */
    uint8_t bound;     /* shg_bound: what the score says of the value */
    uint8_t ply_count; /* from the position of the game to that of the sample; at least 1 */
    /* [ply_count] each by its rank among the legal moves, in the order of their bits */
    uint16_t moves[SHG_SAMPLE_PLIES_MAX];
} shg_sample;

typedef struct shg_sampler shg_sampler;

/* Returns OK with *out owned (shg_sampler_free), or NO_MEMORY.  The variant is borrowed. */
SHOOGI_CHECKED shoogi_status shg_sampler_new(shg_sampler **out, const shoogi_variant *variant);
void shg_sampler_free(shg_sampler *sampler);

/* Forgets what it has; to be called before each search. */
void shg_sampler_begin(shg_sampler *sampler);

/* Of shg_search_limits: on_node, with the sampler as context. */
void shg_sampler_see(void *sampler, const shg_search_node *node);

/* Writes what it has.  out: [SHG_SAMPLES] filled.  position: the one that was searched, moved on and back.  ply: of the game.
 * Returns how many there are. */
size_t shg_sampler_take(shg_sample *out, shg_sampler *sampler, shoogi_position *position,
                        uint32_t ply);

/* Makes the moves of a sample, from the position of its game.  moves: scratch, [moves_max].  Returns OK; ILLEGAL if there is
 * no such move, and the position is as before; or NO_MEMORY.  To be taken back with shoogi_position_undo, ply_count times. */
SHOOGI_CHECKED shoogi_status shg_sample_reach(shoogi_position *position, const shg_sample *sample,
                                              shoogi_move *moves);

#endif
