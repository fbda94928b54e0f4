/* spsa_test.c: the values find the maximum of a known function, through noise, and stay within their bounds. */
#include "learning/spsa.h"
#include "base/test_suite.h"

#include "engine/learning/self_play.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { VALUES = 3, TRIALS = 20000 };

/* A quadratic function, in Elo, with its maximum at `best`; the values begin far from it. */
static const double best[VALUES] = { 60, 7, -5 };
static const shg_spsa_value first[VALUES] = {
    { .value = 110, .least = 20, .most = 300, .step = 10 },
    { .value = 3, .least = 0, .most = 20, .step = 1 },
    { .value = -2, .least = -16, .most = 0, .step = 1 },
};

static double elo(const int *values)
{
    double sum = 0;
    for (unsigned i = 0; i < VALUES; i++)
        sum -= pow((values[i] - best[i]) / first[i].step, 2);
    return 4 * sum;
}

/* Two games without draws. */
static int play_pair(double difference, uint64_t *random)
{
    const double chance = 1 / (1 + pow(10, -difference / 400));
    int result = 0;
    for (unsigned game = 0; game < 2; game++)
        result += (double)(shg_random(random) >> 11) / 9007199254740992.0 < chance ? 1 : -1;
    return result;
}

static void run(shg_spsa *spsa, uint64_t random)
{
    int plus[VALUES], minus[VALUES];
    for (size_t trial = 0; trial < spsa->trials; trial++) {
        shg_spsa_perturb(plus, minus, spsa, trial);
        for (unsigned i = 0; i < VALUES; i++) {
            assert_in_range(plus[i] + 100, spsa->values[i].least + 100, spsa->values[i].most + 100);
            assert_in_range(minus[i] + 100, spsa->values[i].least + 100,
                            spsa->values[i].most + 100);
        }
        shg_spsa_update(spsa, trial, play_pair(elo(plus) - elo(minus), &random));
    }
}

static void finds_the_maximum(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        shg_spsa_value values[VALUES];
        memcpy(values, first, sizeof first);
        shg_spsa spsa = {
            .values = values, .count = VALUES, .trials = TRIALS, .rate = 0.002, .seed = seed
        };
        run(&spsa, seed);
        for (unsigned i = 0; i < VALUES; i++)
            assert_true(fabs(values[i].value - best[i]) < 1.5 * first[i].step);
    }
}

/* A maximum beyond the bounds: the values end at them. */
static void stays_within_bounds(void **state)
{
    (void)state;
    shg_spsa_value values[VALUES];
    memcpy(values, first, sizeof first);
    values[0].least = 90;
    values[2].least = -3;
    shg_spsa spsa = {
        .values = values, .count = VALUES, .trials = TRIALS, .rate = 0.002, .seed = 4
    };
    run(&spsa, 4);
    assert_true(values[0].value < 95 && values[0].value >= 90);
    assert_true(values[2].value < -2.5 && values[2].value >= -3);
}

/* The first trials try more, the last ones a step; values between two whole numbers are rounded to either. */
static void tries_less_and_less(void **state)
{
    (void)state;
    shg_spsa_value value = { .value = 50.5, .least = 0, .most = 100, .step = 4 };
    const shg_spsa spsa = {
        .values = &value, .count = 1, .trials = TRIALS, .rate = 0.002, .seed = 5
    };
    unsigned up = 0, seen[2] = { 0, 0 };
    for (size_t i = 0; i < 100; i++) {
        int early[2], late[2];
        shg_spsa_perturb(&early[0], &early[1], &spsa, i);
        shg_spsa_perturb(&late[0], &late[1], &spsa, TRIALS - 1 - i);
        assert_in_range(abs(early[0] - early[1]), 12, 25);
        assert_in_range(abs(late[0] - late[1]), 7, 9);
        up += late[0] > late[1];
        seen[(late[0] > late[1] ? late[0] : late[1]) - 54]++;
    }
    assert_in_range(up, 30, 70);
    assert_true(seen[0] > 20 && seen[1] > 20);
}

TEST_SUITE(spsa)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_maximum),
        cmocka_unit_test(stays_within_bounds),
        cmocka_unit_test(tries_less_and_less),
    };
    return cmocka_run_group_tests_name("spsa", tests, NULL, NULL);
}
