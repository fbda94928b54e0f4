#include "engine/search/timing.h"

/* Of a game without increment so many moves are thought to be left; at the beginning less is spent on each, as there
 * is little to find out. */
enum { MOVES_LEFT = 45, OPENING_PLIES = 16 };

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t at_least(int64_t value, int64_t bound)
{
    return value > bound ? value : bound;
}

shg_thinking shg_thinking_of(const shg_clock *clock, unsigned ply)
{
    const shg_clock *const c = clock;
    if (c->move_ms > 0) {
        /* Who is given less than what is lost on the way is to think, all the same. */
        const int64_t all = at_least(c->move_ms - c->overhead_ms, (c->move_ms + 1) / 2);
        return (shg_thinking){ .wanted_ms = all, .most_ms = all };
    }
    if (c->left_ms <= 0 && c->increment_ms <= 0 && c->byoyomi_ms <= 0)
        return (shg_thinking){ .most_ms = 0 };
    /* What may be used up with this move at all: of main time never all, as nobody is punctual to the millisecond. */
    const int64_t lost_ms = at_least(c->lost_most_ms, c->overhead_ms);
    const int64_t now = at_least(c->left_ms * 4 / 5 + c->byoyomi_ms - lost_ms, 1);
    const int64_t moves = c->moves_to_go > 0 ? (int64_t)c->moves_to_go + 1 : MOVES_LEFT;
    int64_t wanted = c->left_ms / moves + c->byoyomi_ms * 9 / 10;
    if (c->ponders) /* a move that was expected is answered sooner: what that saves may be spent */
        wanted = wanted * 5 / 4;
    if (ply <= OPENING_PLIES)
        wanted = wanted * 2 / 3;
    /* An increment is for this move.  Of a tenth of it the clock grows until its share of each move is as much: then it
     * shows some five increments, enough to think longer when it is needed. */
    wanted += at_least(c->increment_ms * 9 / 10 - c->overhead_ms, 0);
    if (c->pace_percent > 0)
        wanted = wanted * c->pace_percent / 100;
    /* Time that comes anew is lost if it is not used. */
    if (c->left_ms <= c->byoyomi_ms)
        wanted = at_least(wanted, c->byoyomi_ms - c->overhead_ms);
    int64_t most =
        least(wanted * 5, c->left_ms / least(moves, 4) + c->byoyomi_ms + c->increment_ms);
    /* Who is to think for long gives a tenth of the main time for it, or it would soon be gone. */
    const int64_t spared = c->left_ms / 10 + c->byoyomi_ms + c->increment_ms - lost_ms;
    const int64_t slow = at_least(least(least(c->least_ms, spared), now), 0);
    most = at_least(least(at_least(most, slow), now), 1);
    return (shg_thinking){ .wanted_ms = at_least(least(at_least(wanted, slow), most), 1),
                           .most_ms = most,
                           .least_ms = slow };
}

bool shg_thinking_is_enough(const shg_thinking *thinking, int64_t elapsed_ms,
                            unsigned stable_depths, int score_drop, double best_share)
{
    if (thinking->most_ms == 0 || elapsed_ms < thinking->least_ms)
        return false;
    if (thinking->wanted_ms == thinking->most_ms)
        return elapsed_ms >= thinking->most_ms;
    double share = 1;
    share *= stable_depths >= 6 ? 0.65 : stable_depths >= 3 ? 0.85 : stable_depths == 0 ? 1.3 : 1;
    share *= score_drop > 60 ? 1.8 : score_drop > 25 ? 1.3 : 1;
    share *= best_share > 0.9 ? 0.7 : best_share < 0.4 ? 1.3 : 1;
    /* The next depth takes longer than this one did: it would not end. */
    return (double)elapsed_ms >= 0.6 * share * (double)thinking->wanted_ms;
}

unsigned shg_poll_nodes(unsigned squares)
{
    enum { NODES = 1024, SQUARES = 81 };
    /* The greater the board, the more moves there are, and the longer each takes. */
    return squares <= SQUARES ? NODES : 1 + NODES * SQUARES / squares * SQUARES / squares;
}
