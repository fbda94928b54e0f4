/* glicko_test.c: Glickman's example; a slow reference implementation; and properties of all
 * ratings. */
#include "server/rating/glicko.h"
#include "base/test_suite.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static uint64_t random_state;

static int32_t random_between(int32_t least, int32_t most)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return least + (int32_t)((random_state >> 33) % ((uint64_t)most - (uint64_t)least + 1));
}

static bool chance(int one_in)
{
    return random_between(1, one_in) == 1;
}

/* Glickman 2013, page 4: 1500 with deviation 200 wins against 1400 (30), loses to 1550 (100) and
 * 1700 (300), with tau 0.5; the result is 1464.06, 151.52 and 0.05999. His arithmetic has four
 * or five digits; with more digits the rating is 1464.0507, which he prints as 1464.06. */
static void the_example_of_the_paper(void **state)
{
    (void)state;
    const shg_rating before = {
        .rating_e3 = 1500000, .deviation_e3 = 200000, .volatility_e9 = 60000000, .games = 10
    };
    const shg_rated_game games[] = { { 1400000, 30000, 2 },
                                     { 1550000, 100000, 0 },
                                     { 1700000, 300000, 0 } };
    const shg_rating after = shg_rating_period(&before, games, 3, SHG_RATING_PERIOD_MS);
    assert_int_equal(after.rating_e3, 1464051);
    assert_true(abs(after.rating_e3 - 1464060) <= 10);
    assert_int_equal(after.deviation_e3, 151517);
    assert_true(abs(after.deviation_e3 - 151520) <= 5);
    assert_int_equal(after.volatility_e9, 59995984);
    assert_int_equal(after.volatility_e9 / 10000, 5999);
    assert_int_equal(after.games, 13);
}

/* --- reference implementation --- */

/* The reference: in points and powers of ten, as in the first Glicko, with long double; and the
 * volatility by its definition: the most likely one, given the old one and the results. */
static long double power(long double base, long double exponent)
{
    return expl(exponent * logl(base));
}

static long double likelihood(long double x, long double delta2, long double rest, long double a)
{
    /* Minus the value for variance 0, so that small differences are preserved. */
    const long double variance = expl(x);
    return -log1pl(variance / rest) / 2 + delta2 * variance / (2 * rest * (rest + variance)) -
           (x - a) * (x - a) / (2 * 0.25L);
}

static shg_rating slow_period(const shg_rating *r, const shg_rated_game *games, size_t count,
                              long double periods)
{
    const long double q = logl(10) / 400, pi = acosl(-1);
    long double inverse_d2 = 0, sum = 0; /* of the first Glicko, in points */
    for (size_t i = 0; i < count; i++) {
        const long double rd = games[i].deviation_e3 / 1e3L;
        const long double g = 1 / sqrtl(1 + 3 * q * q * rd * rd / (pi * pi));
        const long double expected =
            1 / (1 + power(10, -g * (r->rating_e3 - games[i].rating_e3) / 1e3L / 400));
        inverse_d2 += q * q * g * g * expected * (1 - expected);
        sum += g * (games[i].halves / 2.0L - expected);
    }
    const long double rd = r->deviation_e3 / 1e3L, sigma = r->volatility_e9 / 1e9L;
    long double variance = sigma * sigma;
    if (count > 0) {
        const long double v = q * q / inverse_d2, delta = v * sum;
        const long double rest = q * q * rd * rd + v, a = logl(variance);
        long double low = 2 * logl(SHG_VOLATILITY_LEAST_E9 / 1e9L);
        long double high = 2 * logl(SHG_VOLATILITY_MOST_E9 / 1e9L);
        for (int i = 0; i < 200;
             i++) { /* if there is a maximum between them, it is not next to the lower point */
            const long double x = (2 * low + high) / 3, y = (low + 2 * high) / 3;
            if (likelihood(x, delta * delta, rest, a) < likelihood(y, delta * delta, rest, a))
                low = x;
            else
                high = y;
        }
        variance = expl(low);
    }
    const long double most2 = 350.0L * 350.0L, sum2 = rd * rd + variance * periods / (q * q);
    const long double grown2 = sum2 < most2 ? sum2 : most2;
    const long double rd2 = 1 / (1 / grown2 + inverse_d2);
    return (shg_rating){
        .rating_e3 = (int32_t)lroundl(r->rating_e3 + 1e3L * q * rd2 * sum),
        .deviation_e3 = (int32_t)lroundl(1e3L * sqrtl(rd2)),
        .volatility_e9 = (int32_t)lroundl(1e9L * sqrtl(variance)),
    };
}

static void clamp(int32_t *value, int32_t least, int32_t most)
{
    *value = *value < least ? least : *value > most ? most : *value;
}

static shg_rating draw_rating(void)
{
    return (shg_rating){
        .rating_e3 = random_between(SHG_RATING_LEAST_E3, SHG_RATING_MOST_E3),
        .deviation_e3 = random_between(SHG_DEVIATION_LEAST_E3, SHG_DEVIATION_MOST_E3),
        .volatility_e9 = random_between(SHG_VOLATILITY_LEAST_E9, SHG_VOLATILITY_MOST_E9),
        .games = (uint32_t)random_between(0, 5),
    };
}

static shg_rated_game draw_game(void)
{
    const shg_rating r = draw_rating();
    return (shg_rated_game){ r.rating_e3, r.deviation_e3, random_between(0, 2) };
}

static void compared_with_a_slow_one(void **state)
{
    (void)state;
    random_state = 1;
    unsigned same = 0;
    enum { CASES = 3000 };
    for (unsigned i = 0; i < CASES; i++) {
        const shg_rating before = draw_rating();
        shg_rated_game games[6];
        const size_t count = (size_t)random_between(0, 6);
        for (size_t k = 0; k < count; k++)
            games[k] = draw_game();
        const int64_t elapsed_ms = chance(3) ? 0 : random_between(0, 1000000) * INT64_C(1000);
        const shg_rating fast = shg_rating_period(&before, games, count, elapsed_ms);
        shg_rating slow =
            slow_period(&before, games, count, (long double)elapsed_ms / SHG_RATING_PERIOD_MS);
        clamp(&slow.rating_e3, SHG_RATING_LEAST_E3, SHG_RATING_MOST_E3);
        clamp(&slow.deviation_e3, SHG_DEVIATION_LEAST_E3, SHG_DEVIATION_MOST_E3);
        clamp(&slow.volatility_e9, SHG_VOLATILITY_LEAST_E9, SHG_VOLATILITY_MOST_E9);
        /* Off by one where a half was rounded. */
        assert_true(abs(fast.rating_e3 - slow.rating_e3) <= 1);
        assert_true(abs(fast.deviation_e3 - slow.deviation_e3) <= 1);
        assert_true(abs(fast.volatility_e9 - slow.volatility_e9) <= 1);
        same += fast.rating_e3 == slow.rating_e3 && fast.deviation_e3 == slow.deviation_e3 &&
                fast.volatility_e9 == slow.volatility_e9;
    }
    assert_true(same > CASES * 95 / 100);
}

/* --- properties --- */

static bool in_bounds(const shg_rating *r)
{
    return r->rating_e3 >= SHG_RATING_LEAST_E3 && r->rating_e3 <= SHG_RATING_MOST_E3 &&
           r->deviation_e3 >= SHG_DEVIATION_LEAST_E3 && r->deviation_e3 <= SHG_DEVIATION_MOST_E3 &&
           r->volatility_e9 >= SHG_VOLATILITY_LEAST_E9 &&
           r->volatility_e9 <= SHG_VOLATILITY_MOST_E9;
}

static void one_game(void **state)
{
    (void)state;
    random_state = 2;
    for (unsigned i = 0; i < 20000; i++) {
        const shg_rating before = draw_rating();
        shg_rated_game game = draw_game();
        const int64_t elapsed_ms = chance(2) ? 0 : random_between(0, INT32_MAX) * INT64_C(100);
        shg_rating after[3];
        for (game.halves = 0; game.halves <= 2; game.halves++) {
            after[game.halves] = shg_rating_period(&before, &game, 1, elapsed_ms);
            assert_true(in_bounds(&after[game.halves]));
            if (elapsed_ms == 0) /* zero time only adds information */
                assert_true(after[game.halves].deviation_e3 <= before.deviation_e3);
        }
        /* A win never lowers, a loss never raises, and a better result is never worse. */
        assert_true(after[2].rating_e3 >= before.rating_e3);
        assert_true(after[0].rating_e3 <= before.rating_e3);
        assert_true(after[2].rating_e3 >= after[1].rating_e3);
        assert_true(after[1].rating_e3 >= after[0].rating_e3);
        /* A draw brings the ratings closer. */
        if (before.rating_e3 < game.rating_e3)
            assert_true(after[1].rating_e3 >= before.rating_e3);
        if (before.rating_e3 > game.rating_e3)
            assert_true(after[1].rating_e3 <= before.rating_e3);
    }
}

/* A win against a stronger opponent gains more; a larger deviation means larger changes. */
static void monotone(void **state)
{
    (void)state;
    for (int32_t deviation = 50000; deviation <= 350000; deviation += 50000) {
        int32_t last_gain = 0;
        for (int32_t opponent = 1000000; opponent <= 2000000; opponent += 50000) {
            const shg_rating before = { .rating_e3 = 1500000,
                                        .deviation_e3 = deviation,
                                        .volatility_e9 = 60000000 };
            const shg_rated_game game = { opponent, 50000, 2 };
            const shg_rating after = shg_rating_period(&before, &game, 1, 0);
            const int32_t gain = after.rating_e3 - before.rating_e3;
            assert_true(gain > last_gain);
            last_gain = gain;
            if (deviation < 350000) {
                shg_rating less_known = before;
                less_known.deviation_e3 += 50000;
                assert_true(shg_rating_period(&less_known, &game, 1, 0).rating_e3 > after.rating_e3);
            }
            const shg_rated_game obscure = { 1500000, deviation, 2 }, known = { 1500000, 45000, 2 };
            assert_true(shg_rating_period(&before, &obscure, 1, 0).rating_e3 <=
                        shg_rating_period(&before, &known, 1, 0).rating_e3);
        }
    }
}

static void deviation_grows_with_time(void **state)
{
    (void)state;
    const int64_t day_ms = 24 * 3600 * 1000;
    shg_rating r = {
        .rating_e3 = 1700000, .deviation_e3 = 60000, .volatility_e9 = 60000000, .games = 50
    };
    int32_t last = r.deviation_e3;
    for (int64_t days = 1; days < 10000; days += 1 + days / 3) {
        const shg_rating later = shg_rating_at(&r, days * day_ms);
        assert_true(later.deviation_e3 > last || last == SHG_DEVIATION_MOST_E3);
        assert_int_equal(later.rating_e3, r.rating_e3);
        assert_int_equal(later.volatility_e9, r.volatility_e9);
        assert_int_equal(later.at_ms, r.at_ms);
        last = later.deviation_e3;
    }
    assert_int_equal(last, SHG_DEVIATION_MOST_E3);
    /* The purpose of the period's length: the deviation grows from 60 to 110 in a year. */
    const shg_rating year = shg_rating_at(&r, 365 * day_ms);
    assert_true(abs(year.deviation_e3 - 110000) < 100);
    /* Not for a new player, nor backwards in time. */
    assert_int_equal(shg_rating_at(&r, -day_ms).deviation_e3, 60000);
    r.games = 0;
    assert_int_equal(shg_rating_at(&r, 365 * day_ms).deviation_e3, 60000);
}

static void two_players(void **state)
{
    (void)state;
    shg_rating p[2] = { shg_rating_new(), shg_rating_new() };
    assert_true(shg_rating_provisional(&p[0]));
    shg_rating_play(p, 2, 1000000);
    assert_true(p[0].rating_e3 > 1500000);
    assert_int_equal(p[0].rating_e3 - 1500000, 1500000 - p[1].rating_e3); /* they were equal */
    assert_int_equal(p[0].deviation_e3, p[1].deviation_e3);
    assert_int_equal(p[0].at_ms, 1000000);
    assert_int_equal(p[1].games, 1);
    /* From the other side it is the same game. */
    shg_rating a[2] = { p[0], p[1] }, b[2] = { p[1], p[0] };
    shg_rating_play(a, 0, 2000000);
    shg_rating_play(b, 2, 2000000);
    assert_memory_equal(&a[0], &b[1], sizeof a[0]);
    assert_memory_equal(&a[1], &b[0], sizeof a[0]);
    /* A game stored late does not move the time back. */
    shg_rating_play(a, 1, 1500000);
    assert_int_equal(a[0].at_ms, 2000000);
    /* After enough games the rating is no longer provisional. */
    for (int i = 0; i < 30; i++)
        shg_rating_play(a, 1, 3000000);
    assert_false(shg_rating_provisional(&a[0]));
    assert_int_equal(a[0].games, 33);
}

/* A game against an opponent absent for ten years says less. */
static void long_away(void **state)
{
    (void)state;
    const int64_t now_ms = INT64_C(315576000000);
    const shg_rating known = { .rating_e3 = 1500000,
                               .deviation_e3 = 60000,
                               .volatility_e9 = 60000000,
                               .at_ms = now_ms,
                               .games = 9 };
    shg_rating present[2] = { known, known }, away[2] = { known, known };
    away[1].at_ms = 0;
    shg_rating_play(present, 2, now_ms);
    shg_rating_play(away, 2, now_ms);
    assert_true(away[0].rating_e3 > 1500000 && away[0].rating_e3 < present[0].rating_e3);
    assert_true(away[1].rating_e3 < present[1].rating_e3);
}

/* Random seasons between players at all limits: ratings stay within the limits, and reflect the
 * true strengths. */
static void seasons(void **state)
{
    (void)state;
    enum { PLAYERS = 12, GAMES = 20000 };
    shg_rating p[PLAYERS];
    random_state = 3;
    for (int i = 0; i < PLAYERS; i++)
        p[i] = shg_rating_new();
    int64_t now_ms = 0;
    for (int n = 0; n < GAMES; n++) {
        const int a = random_between(0, PLAYERS - 1), b = random_between(0, PLAYERS - 2);
        const int c = b < a ? b : b + 1;
        /* True strengths are 200 points apart. */
        const double expected = 1 / (1 + pow(10, (c - a) * 200 / 400.0));
        const bool wins = random_between(0, 999999) < expected * 1e6;
        shg_rating pair[2] = { p[a], p[c] };
        now_ms += random_between(0, 3600 * 1000);
        shg_rating_play(pair, wins ? 2 : 0, now_ms);
        p[a] = pair[0];
        p[c] = pair[1];
        assert_true(in_bounds(&p[a]) && in_bounds(&p[c]));
    }
    for (int i = 1; i < PLAYERS; i++) {
        const int32_t apart = p[i].rating_e3 - p[i - 1].rating_e3;
        if (apart < 50000 || apart > 350000)
            fail_msg("%d and %d are %d apart", i - 1, i, apart);
        assert_false(shg_rating_provisional(&p[i]));
    }
}

static void extremes(void **state)
{
    (void)state;
    static const int64_t moments[] = { INT64_MIN, -1, 0, 1, INT64_MAX };
    static const int32_t ratings[] = { SHG_RATING_LEAST_E3, SHG_RATING_MOST_E3 };
    static const int32_t deviations[] = { SHG_DEVIATION_LEAST_E3, SHG_DEVIATION_MOST_E3 };
    static const int32_t volatilities[] = { SHG_VOLATILITY_LEAST_E9, SHG_VOLATILITY_MOST_E9 };
    for (unsigned code = 0; code < 64; code++) {
        for (unsigned m = 0; m < 125; m++) {
            for (int halves = 0; halves <= 2; halves++) {
                shg_rating p[2];
                for (unsigned i = 0; i < 2; i++)
                    p[i] = (shg_rating){ .rating_e3 = ratings[code >> (3 * i) & 1],
                                         .deviation_e3 = deviations[code >> (3 * i + 1) & 1],
                                         .volatility_e9 = volatilities[code >> (3 * i + 2) & 1],
                                         .at_ms = moments[i == 0 ? m % 5 : m / 5 % 5],
                                         .games = UINT32_MAX };
                shg_rating_play(p, halves, moments[m / 25]);
                assert_true(in_bounds(&p[0]) && in_bounds(&p[1]));
                assert_int_equal(p[0].games, UINT32_MAX);
            }
        }
    }
}

static void texts(void **state)
{
    (void)state;
    static const struct {
        int32_t rating_e3, deviation_e3;
        const char *text;
    } rows[] = {
        { 1500000, 350000, "1500?" }, { 1623499, 110000, "1623?" }, { 1623500, 109999, "1624" },
        { 100000, 45000, "100" },     { 4000000, 350000, "4000?" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[SHG_RATING_TEXT_BYTES];
        const shg_rating r = { .rating_e3 = rows[i].rating_e3,
                               .deviation_e3 = rows[i].deviation_e3 };
        shg_rating_write(text, &r);
        assert_string_equal(text, rows[i].text);
    }
}

/* The numbers in the page for players. */
static void the_page_is_right(void **state)
{
    (void)state;
    static const double values[] = {
        SHG_RATING_START_E3 / 1e3,          SHG_RATING_LEAST_E3 / 1e3,
        SHG_RATING_MOST_E3 / 1e3,           SHG_DEVIATION_START_E3 / 1e3,
        SHG_DEVIATION_LEAST_E3 / 1e3,       SHG_DEVIATION_MOST_E3 / 1e3,
        SHG_DEVIATION_PROVISIONAL_E3 / 1e3, SHG_VOLATILITY_START_E9 / 1e9,
        SHG_VOLATILITY_LEAST_E9 / 1e9,      SHG_VOLATILITY_MOST_E9 / 1e9,
    };
    char path[1024], line[256];
    const char *root = getenv("SHOOGI_SOURCE_ROOT");
    snprintf(path, sizeof path, "%s/docs/ratings.md", root ? root : ".");
    FILE *const file = fopen(path, "r");
    if (!file)
        fail_msg("%s cannot be read", path);
    size_t found = 0;
    while (fgets(line, sizeof line, file)) {
        double value;
        int end = 0; /* of a row with two cells: rows of grades have more */
        if (sscanf(line, "| %*[^|]| %lf |%n", &value, &end) != 1 || line[end] != '\n')
            continue;
        assert_true(found < sizeof values / sizeof values[0]);
        assert_true(fabs(value - values[found]) < 1e-9);
        found++;
    }
    fclose(file);
    assert_int_equal(found, sizeof values / sizeof values[0]);
}

TEST_SUITE(glicko)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_paper),
        cmocka_unit_test(compared_with_a_slow_one),
        cmocka_unit_test(one_game),
        cmocka_unit_test(monotone),
        cmocka_unit_test(deviation_grows_with_time),
        cmocka_unit_test(two_players),
        cmocka_unit_test(long_away),
        cmocka_unit_test(seasons),
        cmocka_unit_test(extremes),
        cmocka_unit_test(texts),
        cmocka_unit_test(the_page_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
