#include "server/loop/metrics.h"

#include <stdio.h>
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

static void write_labels(shg_text_buffer *out, const char *node, const char *labels)
{
    if (node)
        shg_text_add(out, "{node=\"%s\"%s%s}", node, labels[0] ? "," : "", labels);
    else if (labels[0] != '\0')
        shg_text_add(out, "{%s}", labels);
}

static void write_counts(shg_text_buffer *out, const shg_metrics *metrics)
{
    for (size_t i = 0; i < SHG_COUNTS; i++) {
        if (i == 0 || strcmp(rows[i].family, rows[i - 1].family) != 0)
            write_head(out, rows[i].family, "_total", rows[i].help, "counter");
        shg_text_add(out, "shoogi_%s_total", rows[i].family);
        write_labels(out, metrics->node, rows[i].labels);
        shg_text_add(out, " %llu\n", (unsigned long long)metrics->counts[i]);
    }
}

static void write_gauges(shg_text_buffer *out, const char *node, const shg_gauge *gauges,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *end = gauges[i].flags & SHG_FIGURE_COUNTS ? "_total" : "";
        if (i == 0 || strcmp(gauges[i].family, gauges[i - 1].family) != 0)
            write_head(out, gauges[i].family, end, gauges[i].help,
                       gauges[i].flags & SHG_FIGURE_COUNTS ? "counter" : "gauge");
        shg_text_add(out, "shoogi_%s%s", gauges[i].family, end);
        write_labels(out, gauges[i].flags & SHG_FIGURE_OF_ALL ? NULL : node, gauges[i].labels);
        shg_text_add(out, " %.15g\n", gauges[i].value);
    }
}

static void write_sample(shg_text_buffer *out, const char *family, const char *end,
                         const char *node, const char *labels)
{
    shg_text_add(out, "shoogi_%s_seconds_%s", family, end);
    write_labels(out, node, labels);
}

static void write_histogram(shg_text_buffer *out, const char *node, const char *family,
                            const char *help, const shg_histogram *h)
{
    uint64_t count = 0, bound = SHG_HISTOGRAM_FIRST_US;
    char least[32];
    write_head(out, family, "_seconds", help, "histogram");
    for (size_t i = 0; i < SHG_HISTOGRAM_BOUNDS; i++, bound *= 4) {
        count += h->buckets[i];
        snprintf(least, sizeof least, "le=\"%.15g\"", (double)bound / 1e6);
        write_sample(out, family, "bucket", node, least);
        shg_text_add(out, " %llu\n", (unsigned long long)count);
    }
    count += h->buckets[SHG_HISTOGRAM_BOUNDS];
    write_sample(out, family, "bucket", node, "le=\"+Inf\"");
    shg_text_add(out, " %llu\n", (unsigned long long)count);
    write_sample(out, family, "sum", node, "");
    shg_text_add(out, " %.15g\n", (double)h->sum_us / 1e6);
    write_sample(out, family, "count", node, "");
    shg_text_add(out, " %llu\n", (unsigned long long)count);
}

void shg_metrics_write(shg_text_buffer *out, const shg_metrics *metrics, const shg_gauge *gauges,
                       size_t gauge_count)
{
    write_gauges(out, metrics->node, gauges, gauge_count);
    write_counts(out, metrics);
    write_histogram(out, metrics->node, "commit",
                    "Time from submitting a write to its commit on disk.", &metrics->commit);
    write_histogram(out, metrics->node, "turn", "CPU time of one iteration of the event loop.",
                    &metrics->turn);
}
