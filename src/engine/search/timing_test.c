/* timing_test.c: the budget never exceeds the clock, and never wastes time that would be lost. */
#include "engine/search/timing.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void keeps_to_the_clock(void **state)
{
    (void)state;
    static const int64_t lefts[] = { 0, 1, 50, 1000, 60000, 3600000 },
                         more[] = { 0, 1, 100, 10000, 60000 };
    for (size_t i = 0; i < sizeof lefts / sizeof lefts[0]; i++)
        for (size_t j = 0; j < sizeof more / sizeof more[0]; j++)
            for (size_t k = 0; k < sizeof more / sizeof more[0]; k++)
                for (unsigned ply = 1; ply < 300; ply += 37) {
                    const shg_clock c = { .left_ms = lefts[i],
                                          .increment_ms = more[j],
                                          .byoyomi_ms = more[k],
                                          .overhead_ms = 30,
                                          .overhead_max_ms = ply % 2 * 500,
                                          .minimum_ms = ply % 3 * 5000,
                                          .pace_percent = ply % 5 * 100 };
                    const shg_time_budget t = shg_time_budget_for(&c, ply);
                    if (lefts[i] + more[j] + more[k] == 0) {
                        assert_true(t.optimum_ms == 0 && t.maximum_ms == 0);
                        continue;
                    }
                    assert_true(t.optimum_ms >= 1 && t.optimum_ms <= t.maximum_ms);
                    assert_true(t.minimum_ms >= 0 && t.minimum_ms <= t.optimum_ms);
                    const int64_t there = lefts[i] + more[k] - (ply % 2 ? 500 : 30);
                    assert_true(t.maximum_ms <= (there > 1 ? there : 1));
                }
}

static void spends_time_that_would_be_lost(void **state)
{
    (void)state;
    const shg_clock byoyomi = { .byoyomi_ms = 10000, .overhead_ms = 100 };
    assert_int_equal(shg_time_budget_for(&byoyomi, 80).optimum_ms, 9900);
    const shg_clock fixed = { .left_ms = 5, .move_ms = 500, .overhead_ms = 20 };
    assert_int_equal(shg_time_budget_for(&fixed, 80).maximum_ms, 480);
    const shg_clock brief = { .move_ms = 15, .overhead_ms = 30 };
    assert_int_equal(shg_time_budget_for(&brief, 80).maximum_ms, 8);
    const shg_clock last = { .left_ms = 60000, .moves_to_go = 1 };
    assert_true(shg_time_budget_for(&last, 80).optimum_ms >= 30000);
}

/* left_ms after this many moves that each use the maximum (all) or the optimum; negative if the flag has fallen. */
static int64_t left_after(shg_clock clock, unsigned moves, bool all)
{
    for (unsigned ply = 1; moves-- > 0 && clock.left_ms >= 0; ply += 2) {
        const shg_time_budget t = shg_time_budget_for(&clock, ply);
        clock.left_ms -= (all ? t.maximum_ms : t.optimum_ms) + clock.overhead_ms;
        if (clock.left_ms >= 0)
            clock.left_ms += clock.increment_ms;
    }
    return clock.left_ms;
}

static void uses_increments(void **state)
{
    (void)state;
    static const int64_t lefts[] = { 100, 1000, 10000, 600000 },
                         increments[] = { 100, 1000, 10000 };
    for (size_t i = 0; i < sizeof lefts / sizeof lefts[0]; i++)
        for (size_t j = 0; j < sizeof increments / sizeof increments[0]; j++) {
            const shg_clock c = { .left_ms = lefts[i],
                                  .increment_ms = increments[j],
                                  .overhead_ms = 10 };
            assert_true(left_after(c, 500, true) > 0);
            const int64_t left = left_after(c, 500, false);
            assert_true(left >= 4 * c.increment_ms && left <= 5 * c.increment_ms);
        }
    /* Nine tenths of the increment are spent, from the first move on. */
    const shg_clock fischer = { .left_ms = 60000, .increment_ms = 10000 },
                    sudden = { .left_ms = 60000 };
    for (unsigned ply = 1; ply < 100; ply += 33)
        assert_int_equal(shg_time_budget_for(&fischer, ply).optimum_ms,
                         shg_time_budget_for(&sudden, ply).optimum_ms + 9000);
}

static void spends_time_saved_by_pondering(void **state)
{
    (void)state;
    shg_clock c = { .left_ms = 60000 };
    const int64_t alone_ms = shg_time_budget_for(&c, 80).optimum_ms;
    c.ponders = true;
    assert_int_equal(shg_time_budget_for(&c, 80).optimum_ms, alone_ms * 5 / 4);
    const shg_clock byoyomi = { .byoyomi_ms = 10000, .overhead_ms = 100, .ponders = true };
    assert_int_equal(shg_time_budget_for(&byoyomi, 80).optimum_ms, 9900);
}

/* A minute lasts for a long game. */
static void a_minute_lasts(void **state)
{
    (void)state;
    shg_clock c = { .left_ms = 60000, .overhead_ms = 10 };
    for (unsigned ply = 1; ply < 400; ply += 2) {
        c.left_ms -= shg_time_budget_for(&c, ply).optimum_ms + c.overhead_ms;
        assert_true(c.left_ms > 0 || ply > 300);
        if (c.left_ms <= 0)
            break;
    }
}

static void extends_time_when_the_score_drops(void **state)
{
    (void)state;
    const shg_time_budget t = { .optimum_ms = 1000, .maximum_ms = 5000 };
    assert_true(shg_time_is_up(&t, 700, 4, 0, 0.6));
    assert_false(shg_time_is_up(&t, 700, 4, 100, 0.6));
    assert_false(shg_time_is_up(&t, 700, 0, 0, 0.3));
    assert_true(shg_time_is_up(&t, 450, 9, 0, 0.98));
    assert_true(shg_time_is_up(&t, 300, 9, 0, 0.98)); /* an easy move */
    assert_false(shg_time_is_up(&t, 300, 9, 0, 0.95));
    assert_false(shg_time_is_up(&t, 450, 9, 0, 0.3)); /* a hard one */
    assert_false(shg_time_is_up(&(shg_time_budget){ .maximum_ms = 0 }, 1000000, 9, 0, 1));
    const shg_time_budget fixed = { .optimum_ms = 480, .maximum_ms = 480 };
    assert_false(shg_time_is_up(&fixed, 470, 9, 0, 1));
}

static void respects_the_options(void **state)
{
    (void)state;
    const shg_clock usual = { .left_ms = 60000, .overhead_ms = 30 };
    const shg_time_budget t = shg_time_budget_for(&usual, 80);
    shg_clock c = usual;
    c.pace_percent = 200;
    assert_int_equal(shg_time_budget_for(&c, 80).optimum_ms, 2 * t.optimum_ms);
    c.pace_percent = 100;
    assert_int_equal(shg_time_budget_for(&c, 80).optimum_ms, t.optimum_ms);
    c = usual;
    c.minimum_ms = 5000;
    assert_int_equal(shg_time_budget_for(&c, 80).minimum_ms, 5000);
    assert_true(shg_time_budget_for(&c, 80).optimum_ms >= 5000);
    c.minimum_ms = 50000; /* must not lose on time */
    assert_int_equal(shg_time_budget_for(&c, 80).minimum_ms, 60000 / 10 - 30);
    const shg_time_budget slow = { .optimum_ms = 5000, .maximum_ms = 9000, .minimum_ms = 5000 };
    assert_false(shg_time_is_up(&slow, 4999, 9, 0, 1));
    assert_true(shg_time_is_up(&slow, 5000, 9, 0, 1));
    /* The maximum lag matters only where the flag would fall. */
    c = usual;
    c.overhead_max_ms = 1000;
    assert_int_equal(shg_time_budget_for(&c, 80).optimum_ms, t.optimum_ms);
    const shg_clock byoyomi = { .byoyomi_ms = 10000, .overhead_ms = 100, .overhead_max_ms = 1000 };
    assert_int_equal(shg_time_budget_for(&byoyomi, 80).maximum_ms, 9000);
}

/* A node of a great board takes so long that the clock is polled every few nodes. */
static void polls_the_clock_often_on_great_boards(void **state)
{
    (void)state;
    assert_int_equal(shg_poll_nodes(12), 1024);
    assert_int_equal(shg_poll_nodes(9 * 9), 1024);
    assert_int_equal(shg_poll_nodes(12 * 12), 325);
    assert_int_equal(shg_poll_nodes(36 * 36), 5);
}

TEST_SUITE(timing)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_to_the_clock),
        cmocka_unit_test(spends_time_that_would_be_lost),
        cmocka_unit_test(uses_increments),
        cmocka_unit_test(spends_time_saved_by_pondering),
        cmocka_unit_test(a_minute_lasts),
        cmocka_unit_test(extends_time_when_the_score_drops),
        cmocka_unit_test(respects_the_options),
        cmocka_unit_test(polls_the_clock_often_on_great_boards),
    };
    return cmocka_run_group_tests_name("timing", tests, NULL, NULL);
}
