/* clock.h: the server's time: milliseconds since 1970 that never jump.
 *
 * It is the wall clock of the moment the server started plus the monotonic time since.  Differences of
 * two readings of one run are therefore true durations, whatever is done to the wall clock meanwhile;
 * and what was stamped by an earlier run is told apart by being before start_ms. */
#ifndef SHG_SERVER_LOOP_CLOCK_H
#define SHG_SERVER_LOOP_CLOCK_H

#include <stdint.h>
#include <sys/time.h>

typedef struct shg_clock {
    int64_t start_ms;           /* the wall clock at the start */
    int64_t start_monotonic_ms; /* the monotonic clock then */
    const int64_t
        *test_clock_ms; /* what both clocks show, in tests; NULL: those of the system are read */
} shg_clock;

/* told_ms: borrowed as long as the clock is read, or NULL. */
void shg_clock_init(shg_clock *clock, const int64_t *test_clock_ms);

/* The time since init does not count: it begins now, at start_ms. */
void shg_clock_restart(shg_clock *clock);

int64_t shg_clock_now_ms(const shg_clock *clock);

/* The time of day as it is set, which may jump: for what others reckon by their clocks, and nothing that is stored. */
int64_t shg_clock_of_day_ms(const shg_clock *clock);

/* How long it is at now_ms since something happened at then_ms, leaving out the time before the server
 * started: a player is not charged for the time the server was down.  Never negative. */
int64_t shg_clock_since_ms(const shg_clock *clock, int64_t then_ms, int64_t now_ms);

/* A duration as timers take it; what is below 0 is over already. */
static inline struct timeval shg_timeval_of_ms(int64_t ms)
{
    const int64_t left_ms = ms > 0 ? ms : 0;
    return (struct timeval){ .tv_sec = (time_t)(left_ms / 1000),
                             .tv_usec = (suseconds_t)(left_ms % 1000 * 1000) };
}

#endif
