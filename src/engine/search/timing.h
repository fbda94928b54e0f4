/* timing.h: time management: how long to search a move, from the clock. */
#ifndef SHG_ENGINE_SEARCH_TIMING_H
#define SHG_ENGINE_SEARCH_TIMING_H

#include <stdbool.h>
#include <stdint.h>

/* The clock of the side to move, and what is set of time; 0: not part of the time control. */
typedef struct shg_clock {
    int64_t left_ms;         /* main time */
    int64_t increment_ms;    /* added with each move */
    int64_t byoyomi_ms;      /* for each move after main time */
    unsigned moves_to_go;    /* to the next time control */
    int64_t move_ms;         /* exactly this long, whatever else is set */
    int64_t overhead_ms;     /* lag between the clock and the engine */
    int64_t overhead_max_ms; /* the greatest lag, if more than overhead_ms */
    int64_t minimum_ms;      /* think at least this long, as far as the clock allows */
    unsigned pace_percent;   /* of the usual time for a move; 0 is 100 */
    bool ponders;            /* the engine also thinks on the opponent's time */
} shg_clock;

typedef struct shg_time_budget {
    int64_t optimum_ms; /* enough for most moves, if the best move is stable */
    int64_t maximum_ms; /* hard limit; 0: none */
    int64_t minimum_ms;
} shg_time_budget;

/* The budget for a move.  ply: the number of the move in the game, from 1.  No limit if every time of the clock is 0; otherwise
 * maximum_ms >= 1 and minimum_ms <= optimum_ms <= maximum_ms. */
shg_time_budget shg_time_budget_for(const shg_clock *clock, unsigned ply);

/* Whether to stop after a finished iteration.  stable_depths: iterations since the best move changed; score_drop: centipawns
 * that the score has fallen since the iteration before; best_share: part of this iteration's nodes spent on the best move. */
bool shg_time_is_up(const shg_time_budget *budget, int64_t elapsed_ms, unsigned stable_depths,
                    int score_drop, double best_share);

/* Nodes to search between two looks at the clock, for a board of this many squares. */
unsigned shg_poll_nodes(unsigned squares);

#endif
