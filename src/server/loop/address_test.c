#include "server/loop/address.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void reads_and_writes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *canonical;
    } good[] = {
        { "127.0.0.1:4080", "127.0.0.1:4080" },    { "0.0.0.0:0", "0.0.0.0:0" },
        { "[::1]:65535", "[::1]:65535" },          { "[0:0:0:0::1]:00080", "[::1]:80" },
        { "[::ffff:10.0.0.1]:23", "10.0.0.1:23" },
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        shg_address a;
        char text[SHG_ADDRESS_TEXT_BYTES];
        assert_int_equal(shg_address_read(&a, good[i].text, NULL), SHOOGI_OK);
        shg_address_write(text, &a);
        assert_string_equal(text, good[i].canonical);
    }
}

static void refuses(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t column;
    } bad[] = {
        { "", 1 },
        { "4080", 1 },
        { "localhost:4080", 1 },
        { ":4080", 1 },
        { "127.0.0.1", 1 },
        { "127.0.0.1:", 11 },
        { "127.0.0.1:65536", 11 },
        { "127.0.0.1:80x", 11 },
        { "127.0.0.1:-1", 11 },
        { "::1:4080", 1 },
        { "[::1]", 6 },
        { "[::1]x:1", 6 },
        { "[127.0.0.1]:1", 2 },
        { "[::1", 1 },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        shg_address a;
        shoogi_error err = { 0 };
        assert_int_equal(shg_address_read(&a, bad[i].text, &err), SHOOGI_PARSE_ERROR);
        if (err.column != bad[i].column)
            fail_msg("%s: column %u (%s)", bad[i].text, (unsigned)err.column, err.message);
        assert_non_null(strstr(err.message, "expected "));
    }
}

static bool same_key(const char *a, const char *b)
{
    shg_address one, two;
    assert_int_equal(shg_address_read(&one, a, NULL), SHOOGI_OK);
    assert_int_equal(shg_address_read(&two, b, NULL), SHOOGI_OK);
    const shg_address_key k = shg_address_to_key(&one), l = shg_address_to_key(&two);
    return memcmp(&k, &l, sizeof k) == 0;
}

static void keys(void **state)
{
    (void)state;
    assert_true(same_key("10.0.0.1:1", "10.0.0.1:2"));
    assert_false(same_key("10.0.0.1:1", "10.0.0.2:1"));
    assert_true(same_key("[::ffff:10.0.0.1]:1", "10.0.0.1:2"));
    assert_true(same_key("[2001:db8:1:2::1]:1", "[2001:db8:1:2:ffff::9]:1"));
    assert_false(same_key("[2001:db8:1:2::1]:1", "[2001:db8:1:3::1]:1"));
}

TEST_SUITE(address)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_and_writes),
        cmocka_unit_test(refuses),
        cmocka_unit_test(keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
