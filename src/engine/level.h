/* level.h: playing levels, from a beginner, who sees little ahead and overlooks moves, to full strength.
 *
 * Below the full level a short multi-PV search is made, some of its moves are overlooked at random, and the best of the others
 * is played: the lower the level, the more are overlooked.  The same seed in the same position gives the same move. */
#ifndef SHG_ENGINE_LEVEL_H
#define SHG_ENGINE_LEVEL_H

#include "engine/search/search.h"

enum {
    SHG_LEVEL_LEAST = 1,
    /* From this level on a win in one move is never missed, nor allowed if one of the candidate moves prevents it. */
    SHG_LEVEL_NO_BLUNDER = 5,
    SHG_LEVEL_FULL = 10,
    SHG_LEVEL_CANDIDATES_MAX = 12,
    SHG_LEVEL_NODES_MAX = 1 << 16, /* below full, so that great boards are answered soon, too */
};

typedef struct shg_level_candidate {
    shoogi_move move, reply; /* reply 0: unknown */
    int score;
} shg_level_candidate;

/* A player below the full level, for one move. */
typedef struct shg_level_player {
    /* For the limits of the search whose results it is to receive. */
    uint64_t nodes;
    unsigned pv_count;
    /* Private. */
    unsigned level;
    uint64_t random;
    shoogi_move last_move; /* the opponent's; 0: none */
    /* Candidates of the running iteration, and of the last one that finished. */
    shg_level_candidate current[SHG_LEVEL_CANDIDATES_MAX], finished[SHG_LEVEL_CANDIDATES_MAX];
    unsigned current_count, finished_count;
} shg_level_player;

/* level: SHG_LEVEL_LEAST to SHG_LEVEL_FULL - 1.  position: the one to move in. */
void shg_level_player_init(shg_level_player *player, unsigned level, uint64_t seed,
                           const shoogi_position *position);
/* Takes what the search reports, in its order. */
void shg_level_player_on_info(shg_level_player *player, const shg_search_info *info);
/* The move it plays, and the reply it expects in *reply, 0 if unknown; 0 if nothing was reported. */
shoogi_move shg_level_player_choose(shoogi_move *reply, shg_level_player *player,
                                    const shoogi_position *position);

/* The move of a player of any level, by a search in this thread that may declare; 0: no legal move.  nodes: limit of the full
 * level; 0: none.  Returns OK, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_level_move(shoogi_move *out, shg_search *search,
                                            const shoogi_position *position, unsigned level,
                                            uint64_t seed, uint64_t nodes);

#endif
