/* metrics.h: counters and histograms of the server, written by the loop only, and their text for
 * Prometheus.
 *
 * Source: https://prometheus.io/docs/instrumenting/exposition_formats/, "Text-based format". */
#ifndef SHG_SERVER_LOOP_METRICS_H
#define SHG_SERVER_LOOP_METRICS_H

#include "server/loop/text_buffer.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum shg_count {
#define COUNT(ident, family, labels, help) SHG_COUNT_##ident,
#include "server/loop/metrics.def"
    SHG_COUNTS
} shg_count;

/* Durations in buckets, each four times as wide as the one before: 16 us, 64 us ... 4.2 s, and
 * all above. */
enum { SHG_HISTOGRAM_BOUNDS = 10, SHG_HISTOGRAM_FIRST_US = 16 };

typedef struct shg_histogram {
    uint64_t buckets[SHG_HISTOGRAM_BOUNDS + 1];
    uint64_t sum_us;
} shg_histogram;

void shg_histogram_add(shg_histogram *histogram, int64_t us);

typedef struct shg_metrics {
    const char *node; /* the label of one of several servers; NULL: none; borrowed */
    uint64_t counts[SHG_COUNTS];
    shg_histogram commit;      /* from queueing a write to its report of success */
    int64_t slowest_commit_us; /* since shg_nodes_beat last read it */
    shg_histogram turn;        /* CPU time of one turn of the loop */
} shg_metrics;

/* COUNTS: a counter, which only grows. OF_ALL: all servers of the database report the same value, which must not be added up,
 * so it has no label of a server. */
enum { SHG_FIGURE_COUNTS = 1, SHG_FIGURE_OF_ALL = 2 };

/* A value queried when the text is written. */
typedef struct shg_gauge {
    const char *family, *labels, *help;
    double value;
    unsigned flags; /* SHG_FIGURE_ */
} shg_gauge;

/* Writes all metrics, one per line. */
void shg_metrics_write(shg_text_buffer *out, const shg_metrics *metrics, const shg_gauge *gauges,
                       size_t gauge_count);

#endif
