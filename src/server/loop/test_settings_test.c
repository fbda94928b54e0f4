#include "base/test_suite.h"
#include "server/loop/test_settings.h"

#include <stdlib.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifdef NDEBUG
enum { READ = false };
#else
enum { READ = true };
#endif

static const char name[] = "SHOOGI_TEST_OF_THIS_TEST";

static void words(void **state)
{
    (void)state;
    unsetenv(name);
    assert_null(shg_test_setting(name));
    assert_false(shg_test_setting_is(name, "least"));
    assert_int_equal(setenv(name, "least", 1), 0);
    assert_int_equal(shg_test_setting_is(name, "least"), READ);
    assert_int_equal(shg_test_setting(name) != NULL, READ);
    assert_false(shg_test_setting_is(name, "leas"));
    assert_false(shg_test_setting_is(name, "leasts"));
    assert_false(shg_test_setting_is(name, ""));
}

static void times(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int ms;
    } cases[] = {
        { "1", 1 },
        { "300", 300 },
        { "10000", 10000 },
        { "10001", 10000 }, /* above the normal value */
        { "99999999999999999999", 10000 },
        { "0", 10000 },
        { "-5", 10000 },
        { "+5", 10000 },
        { " 5", 10000 },
        { "5 ", 10000 },
        { "5s", 10000 },
        { "0x10", 10000 },
        { "", 10000 },
    };
    unsetenv(name);
    assert_int_equal(shg_test_setting_ms(name, 10000), 10000);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(setenv(name, cases[i].text, 1), 0);
        assert_int_equal(shg_test_setting_ms(name, 10000), READ ? cases[i].ms : 10000);
    }
}

static void bounds(void **state)
{
    (void)state;
    static const char of_bounds[] = "SHOOGI_TEST_BOUNDS";
    unsetenv(of_bounds);
    assert_int_equal(shg_test_bound(4096, 1), 4096);
    assert_int_equal(setenv(of_bounds, "small", 1), 0);
    assert_int_equal(shg_test_bound(4096, 1), 4096);
    assert_int_equal(setenv(of_bounds, "tiny", 1), 0);
    assert_int_equal(shg_test_bound(4096, 1), READ ? 1 : 4096);
    unsetenv(of_bounds);
}

TEST_SUITE(test_settings)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words),
        cmocka_unit_test(times),
        cmocka_unit_test(bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
