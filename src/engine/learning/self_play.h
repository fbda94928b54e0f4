/* self_play.h: self-play games for training: a search against itself, or two searches against each other. */
#ifndef SHG_ENGINE_LEARNING_SELF_PLAY_H
#define SHG_ENGINE_LEARNING_SELF_PLAY_H

#include "base/winning_chance.h"
#include "engine/learning/sampling.h"

#include <stdlib.h>

enum { SHG_GAME_PLIES_MAX = 20000 };

typedef struct shg_played {
    shoogi_move move;
    int16_t score; /* for the side that made it; SHG_SCORE_NONE: a random move */
    bool quiet; /* not in check, and a quiet move: the static evaluation should match the score */
} shg_played;

/* Whether training reads the position before the move: the static evaluation should predict its score. */
static inline bool shg_is_trained_on(const shg_played *played)
{
    return played->quiet && played->score != SHG_SCORE_NONE && abs(played->score) < SHG_SCORE_WON;
}

/* The winning chance that the evaluation of the position, with side to move, should predict: this share of the game's
 * result, and the rest of the search's score. */
static inline double shg_target(const shg_played *played, shoogi_outcome outcome,
                                shoogi_colour side, double result_share)
{
    const bool black = side == SHOOGI_BLACK;
    const double result = outcome == SHOOGI_OUTCOME_BLACK   ? black
                          : outcome == SHOOGI_OUTCOME_WHITE ? !black
                                                            : 0.5;
    return result_share * result + (1 - result_share) * shg_winning_chance(played->score);
}

/* A game.  fini frees its moves and samples. */
typedef struct shg_game {
    shg_played *played; /* [count], room for `room`; owned */
    size_t count, room;
    shg_sample *
        samples; /* [sample_count] of its searches, in their order, room for `sample_room`; owned */
    size_t sample_count, sample_room;
    shoogi_outcome outcome; /* NONE: stopped at plies_max */
} shg_game;

/* The positions of a game that training reads. */
static inline size_t shg_positions_trained_on(const shg_game *game)
{
    size_t positions = 0;
    for (size_t i = 0; i < game->count; i++)
        positions += shg_is_trained_on(&game->played[i]);
    return positions;
}

typedef struct shg_self_play {
    shg_search *players[2]; /* Black's and White's, may be the same; borrowed */
    uint64_t nodes;         /* for each move */
    shg_sampler *sampler;   /* of the searches of both; NULL: there are no samples; borrowed */
    unsigned random_plies;  /* random moves at the beginning */
    unsigned plies_max;     /* longer games end without a result; at most SHG_GAME_PLIES_MAX */
    int resigns_at; /* a game is adjudicated when both sides agree for four plies on a score this far from 0; 0: never */
    void (*before_search)(void *context, shoogi_colour side); /* called before each; may be NULL */
    void *context;
} shg_self_play;

/* The usual game, without its players: two to ten random moves, resignation, and a length in proportion to the board. */
shg_self_play shg_self_play_usual(const shoogi_variant *variant, uint64_t nodes, uint64_t *random);

/* Plays a game from the start position of the variant.  random: the state of the random number generator, advanced.
 * *game must be empty or a game filled before.  Returns OK, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_self_play_game(shg_game *game, const shg_self_play *how,
                                                const shoogi_variant *variant, uint64_t *random);
void shg_game_fini(shg_game *game);
void shg_game_drop_samples(shg_game *game);

/* The next random number, of 64 bits; the state must not be 0.
 * Source: Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2014. */
uint64_t shg_random(uint64_t *state);

/* The state from which a run with this seed takes the random numbers of one thing, such as a game: the kind of thing, and its
 * number.  So they do not depend on the thread, nor on what came before. */
uint64_t shg_random_for(uint64_t seed, unsigned kind, uint64_t number);

/* Fills order, [count], with the numbers below count in random order. */
void shg_shuffle(size_t *order, size_t count, uint64_t *random);

#endif
