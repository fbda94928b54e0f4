#include "engine/search/timing.h"

#include "engine/search/tunables.h"

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t at_least(int64_t value, int64_t bound)
{
    return value > bound ? value : bound;
}

shg_time_budget shg_time_budget_for(const shg_clock *clock, unsigned ply)
{
    const shg_clock *const c = clock;
    if (c->move_ms > 0) {
        /* With a move time below the overhead the engine still thinks for half of it. */
        const int64_t all = at_least(c->move_ms - c->overhead_ms, (c->move_ms + 1) / 2);
        return (shg_time_budget){ .optimum_ms = all, .maximum_ms = all };
    }
    if (c->left_ms <= 0 && c->increment_ms <= 0 && c->byoyomi_ms <= 0)
        return (shg_time_budget){ .maximum_ms = 0 };
    /* The most that this move may use: never all of the main time, as a stop is never punctual to the millisecond. */
    const int64_t overhead_ms = at_least(c->overhead_max_ms, c->overhead_ms);
    const int64_t limit =
        at_least(c->left_ms * TUNE_time_main_percent / 100 + c->byoyomi_ms - overhead_ms, 1);
    const int64_t moves = c->moves_to_go > 0 ? (int64_t)c->moves_to_go + 1 : TUNE_time_moves_left;
    int64_t optimum = c->left_ms / moves + c->byoyomi_ms * TUNE_time_byoyomi_percent / 100;
    if (c->ponders) /* replies to a correct ponder move are quicker: that time may be spent */
        optimum = optimum * TUNE_time_ponder_percent / 100;
    if (ply <= TUNE_time_opening_plies)
        optimum = optimum * TUNE_time_opening_twelfths / 12;
    /* The increment is for this move.  A tenth of it is saved: the clock then grows until it shows about five increments,
     * enough to think longer when necessary. */
    optimum += at_least(c->increment_ms * TUNE_time_increment_percent / 100 - c->overhead_ms, 0);
    if (c->pace_percent > 0)
        optimum = optimum * c->pace_percent / 100;
    /* In byoyomi, unused time is lost. */
    if (c->left_ms <= c->byoyomi_ms)
        optimum = at_least(optimum, c->byoyomi_ms - c->overhead_ms);
    int64_t maximum =
        least(optimum * TUNE_time_maximum_factor,
              c->left_ms / least(moves, TUNE_time_maximum_moves) + c->byoyomi_ms + c->increment_ms);
    /* The minimum may use only a tenth of the main time, which would otherwise soon be gone. */
    const int64_t spared =
        c->left_ms / TUNE_time_minimum_divisor + c->byoyomi_ms + c->increment_ms - overhead_ms;
    const int64_t minimum = at_least(least(least(c->minimum_ms, spared), limit), 0);
    maximum = at_least(least(at_least(maximum, minimum), limit), 1);
    return (shg_time_budget){ .optimum_ms = at_least(least(at_least(optimum, minimum), maximum), 1),
                              .maximum_ms = maximum,
                              .minimum_ms = minimum };
}

bool shg_time_is_up(const shg_time_budget *budget, int64_t elapsed_ms, unsigned stable_depths,
                    int score_drop, double best_share)
{
    if (budget->maximum_ms == 0 || elapsed_ms < budget->minimum_ms)
        return false;
    if (budget->optimum_ms == budget->maximum_ms)
        return elapsed_ms >= budget->maximum_ms;
    double share = 1;
    share *= stable_depths >= TUNE_time_settled_depths  ? TUNE_time_settled_percent / 100.0
             : stable_depths >= TUNE_time_stable_depths ? TUNE_time_stable_percent / 100.0
             : stable_depths == 0                       ? TUNE_time_changed_percent / 100.0
                                                        : 1;
    share *= score_drop > TUNE_time_fall   ? TUNE_time_fall_percent / 100.0
             : score_drop > TUNE_time_drop ? TUNE_time_drop_percent / 100.0
                                           : 1;
    share *= best_share > TUNE_time_easy_share / 100.0   ? TUNE_time_easy_percent / 100.0
             : best_share < TUNE_time_hard_share / 100.0 ? TUNE_time_hard_percent / 100.0
                                                         : 1;
    /* The next iteration takes longer than this one did and would not finish. */
    return (double)elapsed_ms >=
           TUNE_time_next_percent / 100.0 * share * (double)budget->optimum_ms;
}

unsigned shg_poll_nodes(unsigned squares)
{
    /* A larger board has more moves, and each of them takes longer. */
    return squares <= TUNE_poll_squares
               ? TUNE_poll_nodes
               : 1 + TUNE_poll_nodes * TUNE_poll_squares / squares * TUNE_poll_squares / squares;
}
