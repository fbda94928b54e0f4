#include "server/loop/rate_limit.h"
#include "base/test_suite.h"

#include "server/loop/bounds.h"

#include <sodium.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static shg_rate_limit *make_times(unsigned times)
{
    assert_true(sodium_init() >= 0);
    shg_rate_limit *t = NULL;
    assert_int_equal(shg_rate_limit_new(&t, SHG_WRONG_FADE_MS, times), SHOOGI_OK);
    return t;
}

static shg_rate_limit *make(void)
{
    return make_times(1);
}

static void counts_expire(void **state)
{
    (void)state;
    shg_rate_limit *t = make();
    const int64_t fade = SHG_WRONG_FADE_MS;
    assert_int_equal(shg_rate_limit_count(t, "anna", 4, 0), 0);
    for (int i = 0; i < 3; i++)
        shg_rate_limit_add(t, "anna", 4, 1000, 1);
    shg_rate_limit_add(t, "bert", 4, 1000, 1);
    assert_int_equal(shg_rate_limit_count(t, "anna", 4, 1000), 3);
    assert_int_equal(shg_rate_limit_count(t, "anna", 4, 1000 + fade - 1), 3);
    assert_int_equal(shg_rate_limit_count(t, "anna", 4, 1000 + fade), 2);
    shg_rate_limit_add(t, "anna", 4, 1000 + fade + fade / 2, 1); /* does not delay the next step */
    assert_int_equal(shg_rate_limit_count(t, "anna", 4, 1000 + 2 * fade), 2);
    assert_int_equal(shg_rate_limit_count(t, "anna", 4, 1000 + 100 * fade), 0);
    assert_int_equal(shg_rate_limit_count(t, "bert", 4, 1000), 1);
    shg_rate_limit_withdraw(t, "bert", 4, 1000);
    shg_rate_limit_withdraw(t, "bert", 4, 1000);
    assert_int_equal(shg_rate_limit_count(t, "bert", 4, 1000), 0);
    shg_rate_limit_add(t, "anna", 4, 200 * fade, 1);
    shg_rate_limit_forget(t, "anna", 4);
    assert_int_equal(shg_rate_limit_count(t, "anna", 4, 200 * fade), 0);
    shg_rate_limit_add(t, "anna", 4, 200 * fade, 8);
    assert_int_equal(shg_rate_limit_count(t, "anna", 4, 203 * fade), 5);
    for (int i = 0; i < 5; i++)
        shg_rate_limit_add(t, "anna", 4, 203 * fade, UINT32_MAX);
    assert_int_equal(shg_rate_limit_count(t, "anna", 4, 203 * fade), 1000);
    shg_rate_limit_free(t);
}

/* A call that costs no more than the one already counted leaves the count as it is. */
static void nothing_more(void **state)
{
    (void)state;
    shg_rate_limit *t = make();
    const shg_address_key address = { 0 };
    assert_true(shg_rate_limit_allows(t, 7, &address, 3, 3, 1000));
    assert_true(shg_rate_limit_allows(t, 7, &address, 0, 3, 1000));
    assert_true(shg_rate_limit_allows(t, 7, &address, 1, 3, 1000));
    assert_false(shg_rate_limit_allows(t, 7, &address, 1, 3, 1000));
    shg_rate_limit_add(t, "anna", 4, 1000, 2);
    shg_rate_limit_add(t, "anna", 4, 1000, 0);
    assert_int_equal(shg_rate_limit_count(t, "anna", 4, 1000), 2);
    shg_rate_limit_free(t);
}

static void publish(void *context, unsigned number, int64_t key, int change)
{
    assert_int_equal(number, 3);
    shg_rate_limit_apply(context, key, change, 1000);
}

/* What one server counts, another one counts, too. */
static void counts_are_shared(void **state)
{
    (void)state;
    shg_rate_limit *here = make(), *there = make();
    shg_rate_limit_share(here, 3, publish, there);
    shg_rate_limit_add(here, "anna", 4, 1000, 3);
    shg_rate_limit_add(there, "anna", 4, 1000, 2);
    assert_int_equal(shg_rate_limit_count(here, "anna", 4, 1000), 3);
    assert_int_equal(shg_rate_limit_count(there, "anna", 4, 1000), 5);
    shg_rate_limit_withdraw(here, "anna", 4, 1000);
    assert_int_equal(shg_rate_limit_count(there, "anna", 4, 1000), 4);
    assert_int_equal(shg_rate_limit_count(there, "bert", 4, 1000), 0);
    shg_rate_limit_forget(here, "anna", 4);
    assert_int_equal(shg_rate_limit_count(there, "anna", 4, 1000), 0);
    /* What was not counted here is not forgotten there. */
    shg_rate_limit_add(there, "anna", 4, 1000, 2);
    shg_rate_limit_forget(here, "anna", 4);
    assert_int_equal(shg_rate_limit_count(there, "anna", 4, 1000), 2);
    shg_rate_limit_free(here);
    shg_rate_limit_free(there);
}

/* With more keys than rows, the new key gets a row and the busiest recent key keeps its own. */
static void full_table(void **state)
{
    (void)state;
    shg_rate_limit *t = make();
    for (uint32_t i = 0; i < 10 * SHG_RATE_LIMIT_ROWS; i++) {
        shg_rate_limit_add(t, &i, sizeof i, (int64_t)i, 1);
        assert_int_equal(shg_rate_limit_count(t, &i, sizeof i, (int64_t)i), 1);
    }
    shg_rate_limit_free(t);
}

/* A player has one count wherever it acts, and without a player an address has one. */
static void counts_by_player_or_address(void **state)
{
    (void)state;
    shg_rate_limit *t = make();
    const shg_address_key here = { .kind = 4, .bytes = { 192, 0, 2, 1 } };
    const shg_address_key there = { .kind = 4, .bytes = { 192, 0, 2, 2 } };
    enum { F = SHG_WRONG_FADE_MS };
    for (unsigned i = 1; i <= 3; i++) /* the time until it is 0 */
        assert_int_equal(shg_rate_limit_charge(t, 0, &here, 1, 0, 0), i * F);
    assert_int_equal(shg_rate_limit_charge(t, 0, &there, 1, 0, 0), F);
    assert_int_equal(shg_rate_limit_charge(t, 7, &here, 2, 1, 0), F);
    assert_int_equal(shg_rate_limit_charge(t, 7, &there, 2, 1, 0), 3 * F);
    assert_true(shg_rate_limit_allows(t, 0, &here, 1, 3, 0));
    assert_false(shg_rate_limit_allows(t, 0, &here, 1, 3, 0));
    assert_int_equal(shg_rate_limit_charge(t, 0, &here, 1, 0, 0),
                     5 * F); /* counts what is not allowed, too */
    assert_int_equal(shg_rate_limit_charge(t, 0, &here, 1, 2, 4 * F), 0);
    assert_int_equal(shg_rate_limit_charge(t, 0, &here, 1, 2, 4 * F + 10), F - 10);
    shg_rate_limit_free(t);
}

/* A club whose address may have more connections does more in proportion; each of its players no more. */
static void a_large_address(void **state)
{
    (void)state;
    enum { TIMES = 7, MAX = 20 };
    shg_rate_limit *t = make_times(TIMES);
    const shg_address_key club = { .kind = 4, .bytes = { 192, 0, 2, 1 } };
    unsigned done[2] = { 0 }; /* of the club, of a player */
    for (int64_t now_ms = 0; now_ms < 10 * SHG_WRONG_FADE_MS; now_ms += SHG_WRONG_FADE_MS / 40)
        for (int64_t player = 0; player < 2; player++)
            while (shg_rate_limit_allows(t, player, &club, 1, MAX - 1, now_ms))
                done[player]++;
    /* MAX at once, and then one in each fade. The club loses parts of a fade to rounding. */
    assert_in_range(done[1], MAX + 9, MAX + 10);
    assert_in_range(done[0], TIMES * (MAX - 1) + TIMES * 9, TIMES * (MAX + 10));
    assert_true(shg_rate_limit_charge(t, 1, &club, 3, MAX, 10 * SHG_WRONG_FADE_MS) >
                SHG_WRONG_FADE_MS);
    assert_int_equal(shg_rate_limit_charge(t, 0, &club, 3, MAX, 10 * SHG_WRONG_FADE_MS), 0);
    assert_in_range(shg_rate_limit_charge(t, 0, &club, 2 * TIMES, MAX, 10 * SHG_WRONG_FADE_MS), 1,
                    2 * SHG_WRONG_FADE_MS);
    for (int i = 0; i < TIMES * MAX; i++) {
        assert_false(shg_rate_limit_reached(t, &club, MAX, 0)); /* counted by the key */
        shg_rate_limit_add(t, &club, sizeof club, 0, 1);
    }
    assert_true(shg_rate_limit_reached(t, &club, MAX, 0));
    shg_rate_limit_free(t);
}

static void delays(void **state)
{
    (void)state;
    assert_int_equal(shg_rate_limit_delay_ms(0), 0);
    assert_int_equal(shg_rate_limit_delay_ms(1), SHG_WRONG_DELAY_MS);
    assert_int_equal(shg_rate_limit_delay_ms(2), 2 * SHG_WRONG_DELAY_MS);
    assert_int_equal(shg_rate_limit_delay_ms(20), SHG_WRONG_DELAY_MS_MAX);
    assert_int_equal(shg_rate_limit_delay_ms(UINT32_MAX), SHG_WRONG_DELAY_MS_MAX);
}

TEST_SUITE(rate_limit)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_expire),
        cmocka_unit_test(nothing_more),
        cmocka_unit_test(counts_are_shared),
        cmocka_unit_test(full_table),
        cmocka_unit_test(counts_by_player_or_address),
        cmocka_unit_test(a_large_address),
        cmocka_unit_test(delays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
