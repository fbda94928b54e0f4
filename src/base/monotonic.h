/* monotonic.h: a clock for measuring elapsed time. */
#ifndef SHG_BASE_MONOTONIC_H
#define SHG_BASE_MONOTONIC_H

#include <stdint.h>
#include <time.h>

/* Milliseconds of CLOCK_MONOTONIC, which is never set back. */
static inline int64_t shg_monotonic_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
