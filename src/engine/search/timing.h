/* timing.h: how long to think about a move. */
#ifndef SHG_ENGINE_SEARCH_TIMING_H
#define SHG_ENGINE_SEARCH_TIMING_H

#include <stdbool.h>
#include <stdint.h>

/* The clock of the side to move; what is not part of it is 0. */
typedef struct shg_clock {
    int64_t left_ms;       /* main time */
    int64_t increment_ms;  /* added with each move */
    int64_t byoyomi_ms;    /* for each move once the main time is spent */
    unsigned moves_to_go;  /* until more main time comes */
    int64_t move_ms;       /* exactly so long, whatever else */
    int64_t overhead_ms;   /* what is lost between the clock and us */
    int64_t lost_most_ms;  /* and at worst, if that is more */
    int64_t least_ms;      /* to be thought at least, as far as the clock allows */
    unsigned pace_percent; /* of what would be spent on a move; 0 is 100 */
    bool ponders;          /* the other side's time is used, too */
} shg_clock;

/* wanted_ms: enough for most moves, if the best move stays the best; most_ms: never longer, 0: no bound; least_ms: never
 * shorter. */
typedef struct shg_thinking {
    int64_t wanted_ms, most_ms, least_ms;
} shg_thinking;

/* ply: the number of the move in the game, from 1.  Of a clock that is all 0, no bound; else most_ms is at least 1 and
 * wanted_ms at most that, and least_ms at most wanted_ms. */
shg_thinking shg_thinking_of(const shg_clock *clock, unsigned ply);

/* A depth is done: whether to stop before the next one.  stable_depths: since the best move changed; score_drop: by how
 * much it is worse than before, in centipawns; best_share: of the nodes of this depth, those below the best move. */
bool shg_thinking_is_enough(const shg_thinking *thinking, int64_t elapsed_ms,
                            unsigned stable_depths, int score_drop, double best_share);

/* How many positions of a board of so many squares are looked at between two looks at the clock. */
unsigned shg_poll_nodes(unsigned squares);

#endif
