/* measure.h: times, and the middle of several. */
#ifndef SHOOGI_BENCH_MEASURE_H
#define SHOOGI_BENCH_MEASURE_H

#include <stdlib.h>
#include <time.h>

static inline double measure_now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Processor time, so that other programs count less. */
static inline double measure_processor_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline int measure_compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The least first: the median is then values[count / 2]. */
static inline void measure_sort(double *values, size_t count)
{
    qsort(values, count, sizeof values[0], measure_compare);
}

#endif
