/* running_clocks.h: the clocks of all timed games that are being played, the one to be looked at next first.
 *
 * A heap by the moment at which each is to be looked at, which is when it falls unless that was put off, and a
 * table by game; both are kept up in O(log n). */
#ifndef SHG_SERVER_CLOCK_RUNNING_CLOCKS_H
#define SHG_SERVER_CLOCK_RUNNING_CLOCKS_H

#include "server/clock/game_clock.h"
#include "shoogi/status.h"

typedef struct shg_running_clocks shg_running_clocks;

typedef struct shg_running_clock shg_running_clock;
struct shg_running_clock {
    int64_t game;
    int64_t player[2]; /* by colour */
    shg_game_clock clock;
    int64_t due_ms; /* when to look at it; SHG_NEVER_MS: only after its next event */
    size_t place;   /* in the heap */
    shg_running_clock *same_bucket;
};

/* Returns OK and *out owned (shg_running_clocks_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_running_clocks_new(shg_running_clocks **out);
void shg_running_clocks_free(shg_running_clocks *clocks);

/* The clock of a game as it is now, which is due when it falls.  player: by colour.  Returns OK or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_running_clocks_put(shg_running_clocks *clocks, int64_t game,
                                                    const int64_t player[2],
                                                    const shg_game_clock *clock);
/* The game is over; also if it is not there. */
void shg_running_clocks_remove(shg_running_clocks *clocks, int64_t game);

/* Borrowed until the next put or remove; NULL if it is not there. */
const shg_running_clock *shg_running_clocks_find(const shg_running_clocks *clocks, int64_t game);
/* The one that is due first; NULL if there are none. */
const shg_running_clock *shg_running_clocks_first(const shg_running_clocks *clocks);

/* It is to be looked at then. */
void shg_running_clocks_put_off(shg_running_clocks *clocks, int64_t game, int64_t due_ms);

/* How many, and each of them, in no order. */
size_t shg_running_clocks_count(const shg_running_clocks *clocks);
const shg_running_clock *shg_running_clocks_at(const shg_running_clocks *clocks, size_t index);

#endif
