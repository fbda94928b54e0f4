/* clock.h: the server's time: milliseconds since 1970 that never jump.
 *
 * It is the wall clock at the start plus the monotonic time since then. Differences within one
 * run are real durations, even if somebody sets the wall clock. A time before start_ms comes
 * from an earlier run. */
#ifndef SHG_SERVER_LOOP_CLOCK_H
#define SHG_SERVER_LOOP_CLOCK_H

#include <stdint.h>
#include <sys/time.h>

typedef struct shg_clock {
    int64_t start_ms;             /* wall clock at the start */
    int64_t start_monotonic_ms;   /* monotonic clock at the start */
    int64_t least_ms;             /* the clock never shows less: the time at the last step */
    const int64_t *test_clock_ms; /* in tests: replaces both system clocks; NULL: the system's */
} shg_clock;

/* test_clock_ms: borrowed for the life of the clock, or NULL. */
void shg_clock_init(shg_clock *clock, const int64_t *test_clock_ms);

/* Starts anew at start_ms: the time since init does not count. */
void shg_clock_restart(shg_clock *clock);

/* Continues a clock that began at start_ms in an earlier program. */
void shg_clock_continue(shg_clock *clock, int64_t start_ms);

/* Moves the clock by by_ms. A clock that is set back stands still until that time is reached again. */
void shg_clock_step(shg_clock *clock, int64_t by_ms);

int64_t shg_clock_now_ms(const shg_clock *clock);

/* Returns the system's wall clock, which may jump. For dates that others check against their
 * clocks; never stored. */
int64_t shg_clock_of_day_ms(const shg_clock *clock);

/* Returns the time from then_ms to now_ms without the time before the server started: downtime
 * is not charged to players. Never negative. */
int64_t shg_clock_since_ms(const shg_clock *clock, int64_t then_ms, int64_t now_ms);

/* Converts a duration for timers. A negative one becomes 0. */
static inline struct timeval shg_timeval_of_ms(int64_t ms)
{
    const int64_t left_ms = ms > 0 ? ms : 0;
    return (struct timeval){ .tv_sec = (time_t)(left_ms / 1000),
                             .tv_usec = (suseconds_t)(left_ms % 1000 * 1000) };
}

#endif
