/* self_play.h: games that an engine plays against itself, or two engines against each other, to learn from. */
#ifndef SHG_ENGINE_LEARNING_SELF_PLAY_H
#define SHG_ENGINE_LEARNING_SELF_PLAY_H

#include "engine/search/search.h"

enum { SHG_GAME_PLIES_MAX = 20000 };

typedef struct shg_played {
    shoogi_move move;
    int16_t score; /* for who made it; SHG_SCORE_NONE: it was made by chance */
    bool quiet; /* not in check, and the move takes nothing: the score is that of the board as it stands */
} shg_played;

/* A game.  fini frees its moves. */
typedef struct shg_game {
    shg_played *played; /* [count], room for room; owned */
    size_t count, room;
    shoogi_outcome outcome; /* NONE: it was given up as too long */
} shg_game;

typedef struct shg_self_play {
    shg_search *players[2]; /* Black's and White's, perhaps the same; borrowed */
    uint64_t nodes;         /* for each move */
    unsigned chance_plies;  /* so many moves at the beginning are made by chance */
    unsigned plies_max;     /* longer games end without a winner; at most SHG_GAME_PLIES_MAX */
    int resigns_at; /* a game is over when both think for four plies that it is lost by so much; 0: never */
} shg_self_play;

/* Plays a game from the start position of the variant.  chance: the state of a generator of chance, which it moves on.
 * *game must be empty or have been filled before.  Returns OK, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_self_play_game(shg_game *game, const shg_self_play *how,
                                                const shoogi_variant *variant, uint64_t *chance);
void shg_game_fini(shg_game *game);

/* The next number of a generator, all 64 bits of it; its state must not be 0.
 * Source: Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2014. */
uint64_t shg_chance(uint64_t *state);

#endif
