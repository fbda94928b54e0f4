/* search.h: one thread's search for the best move of a position: alpha-beta (principal variation search) by iterative deepening.
 *
 * Threads that search the same position share a transposition table and nothing else (Lazy SMP, engine.h).  Sources for all
 * techniques named here and in search.c: the Chess Programming Wiki, under these names; Stockfish's search for how they fit
 * together. */
#ifndef SHG_ENGINE_SEARCH_SEARCH_H
#define SHG_ENGINE_SEARCH_SEARCH_H

#include "core/position/position_int.h"
#include "engine/evaluation/evaluator.h"
#include "engine/search/table.h"

#include <stdatomic.h>

enum {
    SHG_PLIES_MAX = 128,
    SHG_SCORE_MATE = 32000, /* minus the plies to the mate */
    SHG_SCORE_WON = 31000,  /* this and more: a forced win */
    SHG_SCORE_NONE = 32700,
};

/* A principal variation that an iteration has finished. */
typedef struct shg_search_info {
    int score; /* for the side to move: centipawns, or SHG_SCORE_MATE minus the plies to the win */
    unsigned depth_plies, selective_plies;
    unsigned pv_number; /* in multi-PV mode: 1 is the best */
    uint64_t nodes;
    double best_share; /* the part of the nodes of this iteration that was spent on its best move */
    const shoogi_move *pv; /* [pv_length] borrowed for the call */
    unsigned pv_length;
} shg_search_info;

/* The line that is being searched. */
typedef struct shg_current_line {
    unsigned depth_plies, selective_plies;
    size_t move_number;               /* of the root move, in the order of the search: from 1 */
    unsigned move_count;              /* 0: no move has been made yet */
    shoogi_move moves[SHG_PLIES_MAX]; /* [move_count] from the root, up to a null move */
} shg_current_line;

/* A position inside the tree, whose moves have been searched. */
typedef struct shg_search_node {
    const shoogi_position *position; /* borrowed for the call */
    unsigned ply;                    /* from the root; the last moves of its history */
    int score;                       /* for the side to move */
    shg_bound bound;
} shg_search_node;

typedef struct shg_search_limits {
    unsigned depth_plies;     /* 0: no limit */
    unsigned plies_left;      /* the game is a draw after this many more moves; 0: no such rule */
    uint64_t nodes;           /* 0: no limit */
    unsigned pv_count;        /* multi-PV: how many of the best root moves are reported; 0 is 1 */
    const shoogi_move *moves; /* [move_count] the root moves to search; move_count 0: all */
    size_t move_count;
    bool may_declare; /* a win by declaration (impasse) counts, where the variant has it */
    const shg_declaration
        *declaration; /* what it needs; NULL: as in the variant; borrowed for the search */
    int draw_score; /* contempt: a draw's score for the side to move at the root; within SHG_SCORE_WON */
    /* Called about every thousand nodes, more often on great boards; true stops the search.  May be NULL. */
    bool (*should_stop)(void *context, uint64_t nodes);
    /* Called for each principal variation of each iteration.  May be NULL. */
    void (*on_info)(void *context, const shg_search_info *info);
    /* Called for each root move that does not raise alpha, with the reply that refutes it (0: unknown).  May be NULL. */
    void (*on_refutation)(void *context, shoogi_move move, shoogi_move reply);
    /* Called for each position of the tree that is not in check and a ply or more above quiescence search.  May be NULL. */
    void (*on_node)(void *context, const shg_search_node *node);
    void *context;
} shg_search_limits;

typedef struct shg_search shg_search;

/* Allocates everything that searches of a variant need.  table, weights: borrowed until the search is freed.  stop: when any
 * thread sets it, the search ends soon.  Returns OK and *out owned (shg_search_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_search_new(shg_search **out, shg_table *table,
                                            const shg_weights *weights, const _Atomic bool *stop);
void shg_search_free(shg_search *search);
/* Clears the history tables; the transposition table stays. */
void shg_search_clear(shg_search *search);
/* Starts a new generation of the transposition table.  To be called before each search of a game by a caller that has the
 * table to itself; an engine does this for its threads. */
void shg_search_age(shg_search *search);

/* Whether the side to move can win by declaration now; by: as declaration in shg_search_limits. */
bool shg_can_declare(const shoogi_position *position);
bool shg_can_declare_by(const shoogi_position *position, const shg_declaration *by);

/* Searches the position, which is copied with its history.  *best is the best move, or 0 if there is none; when the search was
 * stopped, the best of the last iteration and of what the next one had finished.  *score is for the side to move.
 * Returns OK, or NO_MEMORY if the copy fails. */
SHOOGI_CHECKED shoogi_status shg_search_go(shoogi_move *best, int *score, shg_search *search,
                                           const shoogi_position *position,
                                           const shg_search_limits *limits);

/* What the position is worth for the side to move: *eval, as it stands, and *score, after the captures, promotions and checks
 * of quiescence search, unless score is NULL.  Where they differ, something hangs.  The side to move is not in check.
 * Returns OK, or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_search_captures(int *eval, int *score, shg_search *search,
                                                 const shoogi_position *position);

uint64_t shg_search_nodes(const shg_search *search);
/* out: filled.  Only to be called from within limits.should_stop of this search. */
void shg_search_current_line(shg_current_line *out, const shg_search *search);

#endif
