/* login_limits_test.c: limits on wrong passwords, with a simulated clock. */
#include "server/account/login_limits.h"
#include "base/test_suite.h"

#include "server/loop/bounds.h"

#include <sodium.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static shg_address_key address(unsigned number)
{
    return (shg_address_key){ .kind = 4,
                              .bytes = { 10, 0, (uint8_t)(number >> 8), (uint8_t)number } };
}

static shg_login_limits *make(void)
{
    assert_true(sodium_init() >= 0);
    shg_login_limits *g = NULL;
    assert_int_equal(shg_login_limits_new(&g), SHOOGI_OK);
    return g;
}

static shg_login_allowance try_at(shg_login_limits *g, unsigned from, const char *name,
                                  int64_t now_ms)
{
    const shg_address_key key = address(from);
    int64_t delay_ms = -1;
    const shg_login_allowance guess =
        shg_login_limits_check(&delay_ms, g, &key, false, name, now_ms);
    assert_true(guess != SHG_LOGIN_MAY_TRY ||
                (delay_ms >= 0 && delay_ms <= SHG_WRONG_DELAY_MS_MAX));
    return guess;
}

static void right(shg_login_limits *g, unsigned from, const char *name, int64_t now_ms)
{
    const shg_address_key key = address(from);
    assert_int_equal(try_at(g, from, name, now_ms), SHG_LOGIN_MAY_TRY);
    shg_login_limits_succeeded(g, &key, false, name, now_ms);
}

/* What the storage knows, an address or a browser, is known although nobody has logged in since the start. */
static void known_by_the_storage(void **state)
{
    (void)state;
    shg_login_limits *g = make();
    const shg_address_key browser = { .kind = UINT8_MAX, .bytes = { 1, 2, 3 } };
    int64_t delay_ms;
    for (unsigned i = 0; i < SHG_WRONG_PER_NAME_MAX; i++)
        (void)try_at(g, i, "anna", 0);
    assert_int_equal(try_at(g, 99, "anna", 0), SHG_LOGIN_TOO_MANY_FOR_NAME);
    assert_int_equal(shg_login_limits_check(&delay_ms, g, &browser, true, "anna", 0),
                     SHG_LOGIN_MAY_TRY);
    assert_int_equal(delay_ms, 0);
    shg_login_limits_succeeded(g, &browser, true, "anna", 0);
    /* Takes back no charge of others: it had none of its own. */
    assert_int_equal(try_at(g, 99, "anna", 0), SHG_LOGIN_TOO_MANY_FOR_NAME);
    /* It has a bound of its own. */
    for (unsigned i = 0; i < SHG_WRONG_PER_ADDRESS_MAX; i++)
        assert_int_equal(shg_login_limits_check(&delay_ms, g, &browser, true, "anna", 0),
                         SHG_LOGIN_MAY_TRY);
    assert_int_equal(shg_login_limits_check(&delay_ms, g, &browser, true, "anna", 0),
                     SHG_LOGIN_TOO_MANY_HERE);
    shg_login_limits_free(g);
}

/* Returns the number of attempts that were checked. */
static unsigned guess(shg_login_limits *g, unsigned from, const char *name, unsigned count,
                      int64_t now_ms)
{
    const shg_address_key key = address(from);
    unsigned looked_at = 0;
    for (unsigned i = 0; i < count; i++)
        if (try_at(g, from, name, now_ms) == SHG_LOGIN_MAY_TRY) {
            shg_login_limits_failed(g, &key, now_ms);
            looked_at++;
        }
    return looked_at;
}

static void delays_grow(void **state)
{
    (void)state;
    shg_login_limits *g = make();
    const shg_address_key key = address(1);
    int64_t delay_ms, before_ms = -1;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(shg_login_limits_check(&delay_ms, g, &key, false, "Anna", 0),
                         SHG_LOGIN_MAY_TRY);
        assert_true(delay_ms > before_ms);
        before_ms = delay_ms;
    }
    shg_login_limits_succeeded(g, &key, false, "ANNA", 0);
    assert_int_equal(shg_login_limits_check(&delay_ms, g, &key, false, "anna", 0),
                     SHG_LOGIN_MAY_TRY);
    assert_int_equal(delay_ms, 0);
    shg_login_limits_free(g);
}

static void one_address(void **state)
{
    (void)state;
    shg_login_limits *g = make();
    assert_int_equal(guess(g, 1, "anna", 100, 0), SHG_WRONG_PER_ADDRESS_MAX);
    assert_int_equal(try_at(g, 1, "anna", 0), SHG_LOGIN_TOO_MANY_HERE);
    assert_int_equal(try_at(g, 1, "bert", 0), SHG_LOGIN_TOO_MANY_HERE);
    assert_int_equal(try_at(g, 1, "bert", SHG_WRONG_FADE_MS - 1), SHG_LOGIN_TOO_MANY_HERE);
    /* Then one a minute. */
    assert_int_equal(guess(g, 1, "bert", 100, SHG_WRONG_FADE_MS), 1);
    assert_int_equal(guess(g, 1, "bert", 100, 2 * SHG_WRONG_FADE_MS), 1);
    /* Many names from one address. */
    unsigned looked_at = 0;
    for (unsigned i = 0; i < 100; i++) {
        const char name[] = { 'x', (char)('a' + i / 10), (char)('a' + i % 10), '\0' };
        looked_at += guess(g, 2, name, 1, 0);
    }
    assert_int_equal(looked_at, SHG_WRONG_PER_ADDRESS_MAX);
    shg_login_limits_free(g);
}

static void many_addresses(void **state)
{
    (void)state;
    shg_login_limits *g = make();
    unsigned looked_at = 0;
    for (unsigned from = 0; from < 1000; from++)
        looked_at += guess(g, from, "Anna", 3, 0);
    assert_int_equal(looked_at, SHG_WRONG_PER_NAME_MAX);
    assert_int_equal(try_at(g, 2000, "ANNA", 0), SHG_LOGIN_TOO_MANY_FOR_NAME);
    right(g, 2000, "bert", 0); /* others are not affected */
    looked_at = 0;
    for (unsigned from = 0; from < 1000; from++)
        looked_at += guess(g, from + 3000, "Anna", 3, SHG_WRONG_FADE_MS);
    assert_int_equal(looked_at, 1);
    shg_login_limits_free(g);
}

/* A known address can still log in, whatever strangers do; and its login does not reset their
 * counts. */
static void strangers_cannot_lock_out_the_owner(void **state)
{
    (void)state;
    shg_login_limits *g = make();
    right(g, 1, "Anna", 0);
    for (unsigned from = 100; from < 200; from++)
        (void)guess(g, from, "anna", 100, 0);
    assert_int_equal(try_at(g, 100, "anna", 0), SHG_LOGIN_TOO_MANY_HERE);
    assert_int_equal(try_at(g, 300, "anna", 0), SHG_LOGIN_TOO_MANY_FOR_NAME);
    for (int i = 0; i < 50; i++)
        right(g, 1, "ANNA", 0);
    assert_int_equal(try_at(g, 300, "anna", 0), SHG_LOGIN_TOO_MANY_FOR_NAME);
    /* Nor does an attacker at Anna's address who guesses at other names; only Anna's own name
     * can be blocked there. */
    (void)guess(g, 1, "bert", 100, 0);
    assert_int_equal(try_at(g, 1, "bert", 0), SHG_LOGIN_TOO_MANY_HERE);
    right(g, 1, "anna", 0);
    assert_int_equal(guess(g, 1, "anna", 100, 0), SHG_WRONG_PER_ADDRESS_MAX);
    assert_int_equal(try_at(g, 1, "anna", 0), SHG_LOGIN_TOO_MANY_HERE);
    assert_int_equal(try_at(g, 1, "anna", SHG_WRONG_FADE_MS), SHG_LOGIN_MAY_TRY);
    shg_login_limits_free(g);
}

/* Simultaneously, before any result is known. */
static void many_at_once(void **state)
{
    (void)state;
    shg_login_limits *g = make();
    unsigned tried = 0;
    for (unsigned from = 0; from < 100; from++)
        tried += try_at(g, from, "anna", 0) == SHG_LOGIN_MAY_TRY;
    assert_int_equal(tried, SHG_WRONG_PER_NAME_MAX);
    shg_login_limits_free(g);
}

TEST_SUITE(login_limits)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(delays_grow),
        cmocka_unit_test(one_address),
        cmocka_unit_test(many_addresses),
        cmocka_unit_test(strangers_cannot_lock_out_the_owner),
        cmocka_unit_test(known_by_the_storage),
        cmocka_unit_test(many_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
