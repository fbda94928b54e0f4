/* level.h: how well one plays, from a beginner, who sees little ahead and overlooks things, to all the engine can.
 *
 * Below the full level the best line of a short search is played that comes to mind: the weaker one is, the more are
 * overlooked.  The same seed in the same position gives the same move. */
#ifndef SHG_ENGINE_LEVEL_H
#define SHG_ENGINE_LEVEL_H

#include "engine/search/search.h"

enum {
    SHG_LEVEL_LEAST = 1,
    SHG_LEVEL_SHARP =
        5, /* from here on no win at once is missed, and none is given that the lines can help */
    SHG_LEVEL_FULL = 10,
    SHG_LEVEL_LINES_MAX = 12,
    SHG_LEVEL_NODES_MAX = 1 << 16, /* below the full one: big boards are answered soon, too */
};

typedef struct shg_level_line {
    shoogi_move move, answer; /* answer 0: none is known */
    int score;
} shg_level_line;

/* A player below the full level, at one move. */
typedef struct shg_novice {
    /* The limits of the search, whose findings it is to hear. */
    uint64_t nodes;
    unsigned lines;
    /* Its own. */
    unsigned level;
    uint64_t chance;
    shoogi_move their_last; /* the last move of the other side; 0: none */
    shg_level_line now[SHG_LEVEL_LINES_MAX], whole[SHG_LEVEL_LINES_MAX];
    unsigned now_count, whole_count; /* of the depth that goes on, and of the last that is done */
} shg_novice;

/* level: SHG_LEVEL_LEAST to less than SHG_LEVEL_FULL.  The position is the one to move in. */
void shg_novice_init(shg_novice *novice, unsigned level, uint64_t seed,
                     const shoogi_position *position);
/* For what a search tells, in its order. */
void shg_novice_hear(shg_novice *novice, const shg_finding *finding);
/* The move it makes in the position, and the answer it expects, 0 if it knows none; 0 if it has heard nothing. */
shoogi_move shg_novice_choose(shoogi_move *answer, shg_novice *novice,
                              const shoogi_position *position);

/* The move of a player of any level, by a search in this thread that counts on declarations; 0: there is none.  nodes: of
 * the full level, 0: no limit but the stop of the search.  Returns OK, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_level_move(shoogi_move *out, shg_search *search,
                                            const shoogi_position *position, unsigned level,
                                            uint64_t seed, uint64_t nodes);

#endif
