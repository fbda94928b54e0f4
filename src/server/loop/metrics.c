#include "server/loop/metrics.h"

#include <string.h>

static const struct {
    const char *family, *labels, *help;
} rows[SHG_COUNTS] = {
#define COUNT(ident, family, labels, help) [SHG_COUNT_##ident] = { family, labels, help },
#include "server/loop/metrics.def"
};

void shg_histogram_add(shg_histogram *h, int64_t us)
{
    const uint64_t value = us > 0 ? (uint64_t)us : 0;
    uint64_t bound = SHG_HISTOGRAM_FIRST_US;
    size_t i = 0;
    for (; i < SHG_HISTOGRAM_BOUNDS && value > bound; i++)
        bound *= 4;
    h->buckets[i]++;
    h->sum_us += value;
}

static void write_head(shg_text_buffer *out, const char *family, const char *end, const char *help,
                       const char *type)
{
    shg_text_add(out, "# HELP shoogi_%s%s %s\n# TYPE shoogi_%s%s %s\n", family, end, help, family,
                 end, type);
}

static void write_labels(shg_text_buffer *out, const char *labels)
{
    if (labels[0] != '\0')
        shg_text_add(out, "{%s}", labels);
}

static void write_counts(shg_text_buffer *out, const shg_metrics *metrics)
{
    for (size_t i = 0; i < SHG_COUNTS; i++) {
        if (i == 0 || strcmp(rows[i].family, rows[i - 1].family) != 0)
            write_head(out, rows[i].family, "_total", rows[i].help, "counter");
        shg_text_add(out, "shoogi_%s_total", rows[i].family);
        write_labels(out, rows[i].labels);
        shg_text_add(out, " %llu\n", (unsigned long long)metrics->counts[i]);
    }
}

static void write_gauges(shg_text_buffer *out, const shg_gauge *gauges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *end = gauges[i].counts ? "_total" : "";
        if (i == 0 || strcmp(gauges[i].family, gauges[i - 1].family) != 0)
            write_head(out, gauges[i].family, end, gauges[i].help,
                       gauges[i].counts ? "counter" : "gauge");
        shg_text_add(out, "shoogi_%s%s", gauges[i].family, end);
        write_labels(out, gauges[i].labels);
        shg_text_add(out, " %.15g\n", gauges[i].value);
    }
}

static void write_histogram(shg_text_buffer *out, const char *family, const char *help,
                            const shg_histogram *h)
{
    uint64_t count = 0, bound = SHG_HISTOGRAM_FIRST_US;
    write_head(out, family, "_seconds", help, "histogram");
    for (size_t i = 0; i < SHG_HISTOGRAM_BOUNDS; i++, bound *= 4) {
        count += h->buckets[i];
        shg_text_add(out, "shoogi_%s_seconds_bucket{le=\"%.15g\"} %llu\n", family,
                     (double)bound / 1e6, (unsigned long long)count);
    }
    count += h->buckets[SHG_HISTOGRAM_BOUNDS];
    shg_text_add(out, "shoogi_%s_seconds_bucket{le=\"+Inf\"} %llu\n", family,
                 (unsigned long long)count);
    shg_text_add(out, "shoogi_%s_seconds_sum %.15g\nshoogi_%s_seconds_count %llu\n", family,
                 (double)h->sum_us / 1e6, family, (unsigned long long)count);
}

void shg_metrics_write(shg_text_buffer *out, const shg_metrics *metrics, const shg_gauge *gauges,
                       size_t gauge_count)
{
    write_gauges(out, gauges, gauge_count);
    write_counts(out, metrics);
    write_histogram(out, "commit", "Time from submitting a write to its commit on disk.",
                    &metrics->commit);
    write_histogram(out, "turn", "CPU time of one iteration of the event loop.", &metrics->turn);
}
