#include "learning/run.h"

#include <math.h>
#include <stdio.h>

double shg_seconds_since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

bool shg_run_is_over(const shg_run *run, const struct timespec *began)
{
    return (run->seconds_max > 0 && shg_seconds_since(began) >= run->seconds_max) ||
           (run->should_stop && run->should_stop(run->context));
}

void shg_run_write_rate(char *out, size_t bytes, const shg_run *run, const struct timespec *began,
                        size_t played, size_t left)
{
    const double seconds = shg_seconds_since(began), bound = run->seconds_max;
    double left_s = INFINITY;
    char rate[40] = "";
    if (played > 0) {
        const double each = seconds / (double)played;
        left_s = (double)left * each;
        snprintf(rate, sizeof rate, ", %.0f games an hour", 3600 / each);
    }
    if (bound > 0 && bound - seconds < left_s)
        left_s = bound > seconds ? bound - seconds : 0;
    const int used = snprintf(out, bytes, "%s", rate);
    if (left_s < INFINITY)
        snprintf(out + used, bytes - (size_t)used, ", %.0f:%02.0f left", floor(left_s / 3600),
                 floor(fmod(left_s, 3600) / 60));
}
