/* analysis.h: analysis of a game: the score and best lines of each position, and which moves were mistakes.
 *
 * What a move loses is measured in winning chance: that of the best move minus that of the move played. */
#ifndef SHG_ENGINE_ANALYSIS_H
#define SHG_ENGINE_ANALYSIS_H

#include "base/winning_chance.h"
#include "engine/engine.h"

enum {
    SHG_ANALYSIS_LINES_MAX = 16,
    SHG_ANALYSIS_LINE_PLIES = 16 /* longer lines are cut */
};

typedef struct shg_analysis_pv {
    int score; /* for Black, otherwise as in shg_search_info */
    unsigned depth_plies;
    unsigned move_count; /* 0: a win by declaration needs no move */
    shoogi_move moves[SHG_ANALYSIS_LINE_PLIES];
} shg_analysis_pv;

/* A position of the game. */
typedef struct shg_position_analysis {
    unsigned ply;           /* the number of the move to be made */
    shoogi_colour side;     /* to move */
    shoogi_result result;   /* if the game is over on the board, there are no lines */
    int score;              /* for Black: of the best line, or of the result */
    shg_analysis_pv *lines; /* [line_count], the best first */
    unsigned line_count; /* as many as asked for or as there are moves; 1 where a declaration wins */
    uint64_t nodes;
    shoogi_move played;  /* the move made here; 0 in the last position */
    double loss;         /* of that move, from 0 to 1 */
    shg_verdict verdict; /* on that move */
} shg_position_analysis;

typedef struct shg_analysis {
    shg_position_analysis *positions; /* [count] in the order of the game; owned */
    size_t count;
    shg_analysis_pv *lines; /* of all positions; owned */
} shg_analysis;

/* Analyses the position and all those of its history, the last one first, so that each search finds the results of the
 * positions after it in the transposition table.  how: limits for each position, and pv_count, at most
 * SHG_ANALYSIS_LINES_MAX.  The engine is cleared first: with one thread, and nodes or a depth for a limit, the result is always
 * the same.  on_progress: called after each position; may be NULL.
 * Returns OK and *out filled (shg_analysis_fini), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_analyse(shg_analysis *out, shg_engine *engine,
                                         const shoogi_position *position, const shg_go *how,
                                         void (*on_progress)(void *context, size_t done, size_t all),
                                         void *context);
void shg_analysis_fini(shg_analysis *analysis);

#endif
