/* running_clocks.h: the clocks of all timed games in progress, ordered by the time of their next
 * check.
 *
 * A heap by due time, which is the flag fall unless postponed, and a hash table by game; updates
 * take O(log n). */
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
    int64_t due_ms; /* time of the next check; SHG_NEVER_MS: only after its next event */
    size_t place;   /* index in the heap */
    shg_running_clock *same_bucket;
};

/* Returns OK and *out owned (shg_running_clocks_free), or NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_running_clocks_new(shg_running_clocks **out);
void shg_running_clocks_free(shg_running_clocks *clocks);

/* Sets the present clock of a game, due at its flag fall. player: by colour. Returns OK or
 * NO_MEMORY. */
SHOOGI_CHECKED shoogi_status shg_running_clocks_put(shg_running_clocks *clocks, int64_t game,
                                                    const int64_t player[2],
                                                    const shg_game_clock *clock);
/* Removes a game, if present. */
void shg_running_clocks_remove(shg_running_clocks *clocks, int64_t game);

/* Finds a game's clock, borrowed until the next put or remove; NULL if absent. */
const shg_running_clock *shg_running_clocks_find(const shg_running_clocks *clocks, int64_t game);
/* The clock that is due first; NULL if there is none. */
const shg_running_clock *shg_running_clocks_first(const shg_running_clocks *clocks);

/* Postpones the check of a clock. */
void shg_running_clocks_put_off(shg_running_clocks *clocks, int64_t game, int64_t due_ms);

/* The number of clocks, and each of them in no particular order. */
size_t shg_running_clocks_count(const shg_running_clocks *clocks);
const shg_running_clock *shg_running_clocks_at(const shg_running_clocks *clocks, size_t index);

#endif
