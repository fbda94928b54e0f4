#include "server/loop/clock.h"

#include <time.h>

static int64_t read_ms(const shg_clock *clock, clockid_t id)
{
    if (clock->test_clock_ms)
        return *clock->test_clock_ms;
    struct timespec t;
    clock_gettime(id, &t); /* cannot fail for these two clocks */
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void shg_clock_init(shg_clock *clock, const int64_t *test_clock_ms)
{
    *clock = (shg_clock){ .test_clock_ms = test_clock_ms };
    clock->start_ms = read_ms(clock, CLOCK_REALTIME);
    clock->start_monotonic_ms = read_ms(clock, CLOCK_MONOTONIC);
}

void shg_clock_restart(shg_clock *clock)
{
    clock->start_monotonic_ms = read_ms(clock, CLOCK_MONOTONIC);
}

void shg_clock_continue(shg_clock *clock, int64_t start_ms)
{
    if (start_ms <= 0 || start_ms > clock->start_ms)
        return;
    clock->start_monotonic_ms -= clock->start_ms - start_ms;
    clock->start_ms = start_ms;
}

void shg_clock_step(shg_clock *clock, int64_t by_ms)
{
    clock->least_ms = shg_clock_now_ms(clock);
    clock->start_ms += by_ms;
}

int64_t shg_clock_now_ms(const shg_clock *clock)
{
    const int64_t now_ms =
        clock->start_ms + read_ms(clock, CLOCK_MONOTONIC) - clock->start_monotonic_ms;
    return now_ms > clock->least_ms ? now_ms : clock->least_ms;
}

int64_t shg_clock_of_day_ms(const shg_clock *clock)
{
    return read_ms(clock, CLOCK_REALTIME);
}

int64_t shg_clock_since_ms(const shg_clock *clock, int64_t then_ms, int64_t now_ms)
{
    const int64_t from_ms = then_ms > clock->start_ms ? then_ms : clock->start_ms;
    return now_ms > from_ms ? now_ms - from_ms : 0;
}
