/* analysis.h: a game as the engine sees it: what each position is worth, its best lines, and which moves were mistakes.
 *
 * What a move loses is counted in the chance of winning: from that of the best move to that of what was played. */
#ifndef SHG_ENGINE_ANALYSIS_H
#define SHG_ENGINE_ANALYSIS_H

#include "base/chance.h"
#include "engine/engine.h"

enum {
    SHG_ANALYSIS_LINES_MAX = 16,
    SHG_ANALYSIS_LINE_PLIES = 16 /* of a line so many moves are kept */
};

typedef struct shg_line {
    int score; /* for Black, otherwise as in shg_finding */
    unsigned depth_plies;
    unsigned move_count; /* 0: none is needed, a declaration wins */
    shoogi_move moves[SHG_ANALYSIS_LINE_PLIES];
} shg_line;

/* A position of the game. */
typedef struct shg_view {
    unsigned ply;         /* the number of the move that is to be made */
    shoogi_colour side;   /* to move */
    shoogi_result result; /* if the game is over on the board, there are no lines */
    int score;            /* for Black: of the best line, or of the result */
    shg_line *lines;      /* [line_count], the best first */
    unsigned
        line_count; /* as many as were asked for, or as there are moves; one where a declaration wins */
    uint64_t nodes;
    shoogi_move played;  /* what was played here; 0 in the last position */
    double loss;         /* of that move, from 0 to 1 */
    shg_verdict verdict; /* the same */
} shg_view;

typedef struct shg_analysis {
    shg_view *views; /* [count] in the order of the game; owned, with their lines */
    size_t count;
    shg_line *lines;
} shg_analysis;

/* Looks at the position and all those of its history, the last one first, so that each can use what was found out of
 * what followed.  how: limits and lines for each position, at most SHG_ANALYSIS_LINES_MAX.  The engine forgets all it
 * knew before: with one thread, and nodes or a depth for a limit, the answer is always the same.  told: after each of
 * the positions, how many are done; may be NULL.
 * Returns OK and *out filled (shg_analysis_fini), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_analyse(shg_analysis *out, shg_engine *engine,
                                         const shoogi_position *position, const shg_go *how,
                                         void (*told)(void *context, size_t done, size_t all),
                                         void *context);
void shg_analysis_fini(shg_analysis *analysis);

#endif
