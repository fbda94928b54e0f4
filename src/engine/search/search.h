/* search.h: one thread's search for the best move of a position. */
#ifndef SHG_ENGINE_SEARCH_SEARCH_H
#define SHG_ENGINE_SEARCH_SEARCH_H

#include "engine/evaluation/evaluate.h"
#include "engine/search/table.h"

#include <stdatomic.h>

enum {
    SHG_PLIES_MAX = 128,
    SHG_SCORE_MATE = 32000, /* less the plies until then */
    SHG_SCORE_WON = 31000,  /* and more: a forced win */
    SHG_SCORE_NONE = 32700,
};

/* What is known of the position so far. */
typedef struct shg_finding {
    int score; /* for the side to move: centipawns, or SHG_SCORE_MATE less the plies to the win */
    unsigned depth_plies, selective_plies;
    unsigned line; /* of several: 1 is the best */
    uint64_t nodes;
    const shoogi_move *moves; /* [move_count] the line; borrowed for the call */
    unsigned move_count;
} shg_finding;

/* Where a search is. */
typedef struct shg_look {
    unsigned depth_plies, selective_plies;
    size_t number; /* of the move of the root, in the order in which they are looked at: from 1 */
    unsigned move_count;              /* 0: it has no move yet */
    shoogi_move moves[SHG_PLIES_MAX]; /* [move_count] from the root, until a null move at most */
} shg_look;

typedef struct shg_search_limits {
    unsigned depth_plies;     /* 0: none */
    unsigned plies_left;      /* after so many more moves the game is a draw; 0: no such rule */
    uint64_t nodes;           /* 0: none */
    unsigned lines;           /* how many best lines are wanted; 0 is 1 */
    const shoogi_move *moves; /* [move_count] only these at the root; move_count 0: all */
    size_t move_count;
    bool declares;  /* a game that may be ended by a declaration is: else nobody thinks of it */
    int draw_score; /* what a draw is worth to the side to move; within SHG_SCORE_WON */
    /* Asked every thousand nodes or so, on great boards sooner; true ends the search.  May be NULL. */
    bool (*enough)(void *context, uint64_t nodes);
    /* Told of each line of each depth.  May be NULL. */
    void (*tell)(void *context, const shg_finding *finding);
    /* Told of moves of the root that are no better than what has been found, and the answer that shows it (0: none is
     * known).  May be NULL. */
    void (*refuted)(void *context, shoogi_move move, shoogi_move answer);
    void *context;
} shg_search_limits;

typedef struct shg_search shg_search;

/* Memory for searches of games of a variant.  table, weights: borrowed until the search is freed.  stop: set by anybody,
 * ends the search soon.  Returns OK and *out owned (shg_search_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_search_new(shg_search **out, shg_table *table,
                                            const shg_weights *weights, const _Atomic bool *stop);
void shg_search_free(shg_search *search);
/* Forgets what it has learned of other positions. */
void shg_search_clear(shg_search *search);
/* For who searches with it alone, before each search of a game: as shg_table_age of its table. */
void shg_search_age(shg_search *search);

/* Who is to move wins by declaring so, now. */
bool shg_can_declare(const shoogi_position *position);

/* Searches the position, which is copied with its history.  The best move, or 0 if there is none; of a search that was
 * stopped, the best of what was seen.  The score for the side to move in *score.  NO_MEMORY if the copy fails. */
SHOOGI_CHECKED shoogi_status shg_search_go(shoogi_move *best, int *score, shg_search *search,
                                           const shoogi_position *position,
                                           const shg_search_limits *limits);

uint64_t shg_search_nodes(const shg_search *search);
/* Only from within limits.enough of this search.  out: filled. */
void shg_search_look(shg_look *out, const shg_search *search);

#endif
