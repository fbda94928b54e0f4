/* score_test.c: Elo and likelihoods as Fishtest computes them. */
#include "match/score.h"
#include "base/test_suite.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void assert_near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("expected %.9g, found %.9g", expected, found);
}

/* Source: numbers that Fishtest's LLR_logistic (stats/LLRcalc.py) gives for these counts. */
static void likelihoods_of_fishtest(void **state)
{
    (void)state;
    static const struct {
        unsigned pairs[SHG_PAIR_RESULTS];
        double elo0, elo1, expected;
    } cases[] = {
        { { 3, 20, 50, 22, 5 }, 0, 20, 0.04032037241670679 },
        { { 3, 20, 50, 22, 5 }, 0, 5, 0.17838022438188125 },
        { { 3, 20, 50, 22, 5 }, -10, 10, 0.9344729113889829 },
        { { 0, 10, 30, 12, 0 }, 0, 20, -0.27041453628885204 },
        { { 0, 10, 30, 12, 0 }, 0, 5, 0.085226848211516 },
        { { 12, 40, 60, 30, 8 }, 0, 20, -2.9973011351582723 },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        shg_score score = { 0 };
        for (size_t k = 0; k < SHG_PAIR_RESULTS; k++)
            score.pairs[k] = cases[i].pairs[k];
        assert_near(shg_score_log_likelihood(&score, cases[i].elo0, cases[i].elo1),
                    cases[i].expected, 1e-9);
    }
}

static void no_pairs_say_nothing(void **state)
{
    (void)state;
    const shg_score none = { .won = 1 };
    const shg_estimate e = shg_score_estimate(&none);
    assert_near(shg_score_log_likelihood(&none, 0, 10), 0, 0);
    assert_near(e.share, 0.5, 0);
    assert_near(e.elo, 0, 0);
    assert_true(isinf(e.low) && e.low < 0 && isinf(e.high) && e.high > 0);
    assert_near(e.superiority, 0.5, 0);
}

static void exchanged_sides(void **state)
{
    (void)state;
    const shg_score score = { .pairs = { 3, 20, 50, 22, 5 } },
                    other = { .pairs = { 5, 22, 50, 20, 3 } };
    const shg_estimate a = shg_score_estimate(&score), b = shg_score_estimate(&other);
    assert_near(a.elo, -b.elo, 1e-9);
    assert_near(a.low, -b.high, 1e-9);
    assert_near(a.superiority, 1 - b.superiority, 1e-9);
    assert_near(shg_score_log_likelihood(&score, 0, 10), -shg_score_log_likelihood(&other, -10, 0),
                1e-9);
}

/* By hand: 100 pairs, mean 0.515, the squares of the deviations sum up to
 * 3 * 0.515^2 + 20 * 0.265^2 + 50 * 0.015^2 + 22 * 0.235^2 + 5 * 0.485^2 = 4.6025. */
static void an_estimate(void **state)
{
    (void)state;
    const shg_score score = { .pairs = { 3, 20, 50, 22, 5 } };
    const double deviation = sqrt(4.6025) / 100;
    const double low = 0.515 - 1.959964 * deviation, high = 0.515 + 1.959964 * deviation;
    const shg_estimate e = shg_score_estimate(&score);
    assert_near(e.share, 0.515, 1e-12);
    assert_near(e.elo, 400 * log10(0.515 / 0.485), 1e-9);
    assert_near(e.low, 400 * log10(low / (1 - low)), 1e-3);
    assert_near(e.high, 400 * log10(high / (1 - high)), 1e-3);
    /* The table of the normal distribution for 0.015 / 0.0214534 = 0.6992. */
    assert_near(e.superiority, 0.7578, 2e-4);
}

/* Fastchess prints 631.91 for 76 points of 78 games. */
static void an_elo_that_is_far_away(void **state)
{
    (void)state;
    const shg_score score = { .pairs = { 0, 0, 2, 0, 37 } }, all = { .pairs = { 0, 0, 0, 0, 3 } };
    assert_near(shg_score_estimate(&score).elo, 631.91, 0.005);
    assert_true(isinf(shg_score_estimate(&all).elo));
    assert_true(isinf(shg_score_estimate(&all).high));
    assert_near(shg_score_estimate(&all).superiority, 1, 0);
}

/* Clopper and Pearson: of 10 trials that all succeed, 69.15 % is the lower bound. */
static void pairs_that_end_alike(void **state)
{
    (void)state;
    const shg_score won = { .pairs = { [4] = 10 } }, lost = { .pairs = { [0] = 10 } },
                    drawn = { .pairs = { [2] = 10 } };
    const double low = 400 * log10(0.6915 / 0.3085);
    assert_near(shg_score_estimate(&won).low, low, 0.1);
    assert_near(shg_score_estimate(&lost).high, -low, 0.1);
    assert_true(isinf(shg_score_estimate(&lost).low));
    /* The other 30.85 % of pairs may all be won or lost. */
    assert_near(shg_score_estimate(&drawn).elo, 0, 1e-9);
    assert_near(shg_score_estimate(&drawn).low, 400 * log10(0.34575 / 0.65425), 0.1);
    assert_near(shg_score_estimate(&drawn).high, 400 * log10(0.65425 / 0.34575), 0.1);
}

/* With 5 % either way the bounds are the 2.94 that all programs print. */
static void the_end_of_a_test(void **state)
{
    (void)state;
    const shg_sprt sprt = { 0, 20, 0.05, 0.05 };
    double lower, upper;
    shg_sprt_bounds(&lower, &upper, &sprt);
    assert_near(lower, -2.94443897916644, 1e-12);
    assert_near(upper, 2.94443897916644, 1e-12);
    const shg_score lost = { .pairs = { 12, 40, 60, 30, 8 } },
                    open = { .pairs = { 3, 20, 50, 22, 5 } },
                    won = { .pairs = { 8, 30, 60, 60, 30 } };
    assert_int_equal(shg_sprt_decide(&sprt, &lost), SHG_SPRT_ELO0);
    assert_int_equal(shg_sprt_decide(&sprt, &open), SHG_SPRT_UNDECIDED);
    assert_int_equal(shg_sprt_decide(&sprt, &won), SHG_SPRT_ELO1);
}

TEST_SUITE(score)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(likelihoods_of_fishtest), cmocka_unit_test(no_pairs_say_nothing),
        cmocka_unit_test(exchanged_sides),         cmocka_unit_test(an_estimate),
        cmocka_unit_test(an_elo_that_is_far_away), cmocka_unit_test(pairs_that_end_alike),
        cmocka_unit_test(the_end_of_a_test),
    };
    return cmocka_run_group_tests_name("score", tests, NULL, NULL);
}
