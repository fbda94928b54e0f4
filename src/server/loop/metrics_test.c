#include "server/loop/metrics.h"
#include "base/test_suite.h"
#include "support/server.h"

static void buckets(void **state)
{
    (void)state;
    static const struct {
        int64_t us;
        size_t bucket;
    } rows[] = { { -5, 0 },      { 0, 0 },        { 16, 0 },
                 { 17, 1 },      { 64, 1 },       { 65, 2 },
                 { 4194304, 9 }, { 4194305, 10 }, { INT64_MAX / 2, 10 } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        shg_histogram h = { { 0 }, 0 };
        shg_histogram_add(&h, rows[i].us);
        for (size_t b = 0; b <= SHG_HISTOGRAM_BOUNDS; b++)
            assert_int_equal(h.buckets[b], b == rows[i].bucket);
        assert_int_equal(h.sum_us, rows[i].us > 0 ? rows[i].us : 0);
    }
}

static void expect_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("wanted: %s\nfound: %s", part, text);
}

static void text(void **state)
{
    (void)state;
    shg_metrics m;
    memset(&m, 0, sizeof m);
    m.counts[SHG_COUNT_refused_address] = 7;
    m.counts[SHG_COUNT_moves] = UINT64_MAX;
    shg_histogram_add(&m.commit, 20);
    shg_histogram_add(&m.commit, 5000000);
    static const shg_gauge gauges[] = {
        { "games", "state=\"running\"", "Games.", 3, SHG_FIGURE_OF_ALL },
        { "games", "state=\"all\"", "", 4, SHG_FIGURE_OF_ALL },
        { "uptime_seconds", "", "Since the start.", 1.25, 0 },
        { "share_refused", "share=\"links\"", "No.", 5, SHG_FIGURE_COUNTS },
    };
    shg_text_buffer out = { 0 };
    shg_metrics_write(&out, &m, gauges, 4);
    assert_false(out.failed);
    expect_contains(out.bytes, "# HELP shoogi_games Games.\n# TYPE shoogi_games gauge\n"
                               "shoogi_games{state=\"running\"} 3\nshoogi_games{state=\"all\"} 4\n"
                               "# HELP shoogi_uptime_seconds Since the start.\n"
                               "# TYPE shoogi_uptime_seconds gauge\nshoogi_uptime_seconds 1.25\n"
                               "# HELP shoogi_share_refused_total No.\n"
                               "# TYPE shoogi_share_refused_total counter\n"
                               "shoogi_share_refused_total{share=\"links\"} 5\n");
    expect_contains(out.bytes, "# TYPE shoogi_connections_refused_total counter\n"
                               "shoogi_connections_refused_total{reason=\"full\"} 0\n"
                               "shoogi_connections_refused_total{reason=\"address\"} 7\n"
                               "shoogi_connections_refused_total{reason=\"banned\"} 0\n");
    expect_contains(out.bytes, "shoogi_moves_total 18446744073709551615\n");
    expect_contains(out.bytes, "# TYPE shoogi_commit_seconds histogram\n"
                               "shoogi_commit_seconds_bucket{le=\"1.6e-05\"} 0\n"
                               "shoogi_commit_seconds_bucket{le=\"6.4e-05\"} 1\n");
    expect_contains(out.bytes,
                    "shoogi_commit_seconds_bucket{le=\"4.194304\"} 1\n"
                    "shoogi_commit_seconds_bucket{le=\"+Inf\"} 2\n"
                    "shoogi_commit_seconds_sum 5.00002\nshoogi_commit_seconds_count 2\n");
    shg_text_fini(&out);
    m.node = "left"; /* one of several */
    shg_metrics_write(&out, &m, gauges, 4);
    expect_contains(out.bytes, "shoogi_games{state=\"running\"} 3\n");
    expect_contains(out.bytes, "shoogi_uptime_seconds{node=\"left\"} 1.25\n");
    expect_contains(out.bytes, "shoogi_share_refused_total{node=\"left\",share=\"links\"} 5\n");
    expect_contains(out.bytes, "shoogi_moves_total{node=\"left\"} 18446744073709551615\n");
    expect_contains(out.bytes, "shoogi_commit_seconds_bucket{node=\"left\",le=\"1.6e-05\"} 0\n");
    expect_contains(out.bytes, "shoogi_commit_seconds_sum{node=\"left\"} 5.00002\n");
    shg_text_fini(&out);
}

TEST_SUITE(metrics)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(buckets), cmocka_unit_test(text) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
