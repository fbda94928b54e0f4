/* scope_test.c: the words of scopes. */
#include "server/session/scope.h"

#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void words(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned scopes; /* 0: refused */
        const char *written;
    } rows[] = {
        { "read", SHG_SCOPE_READ, "read" },
        { "play,read", SHG_SCOPE_READ | SHG_SCOPE_PLAY, "read,play" },
        { "MANAGE,records,play,Read", SHG_SCOPES_TOKEN, "read,play,records,manage" },
        { "read,read", SHG_SCOPE_READ, "read" },
        { "", 0, "" },
        { ",", 0, "" },
        { "read,", 0, "" },
        { ",read", 0, "" },
        { "reading", 0, "" },
        { "rea", 0, "" },
        { "owner", 0, "" },
        { "read play", 0, "" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned scopes = 0;
        char text[SHG_SCOPES_BYTES];
        assert_int_equal(shg_scopes_read(&scopes, rows[i].text, strlen(rows[i].text)),
                         rows[i].scopes != 0);
        assert_int_equal(scopes, rows[i].scopes);
        shg_scopes_write(text, scopes);
        assert_string_equal(text, rows[i].written);
    }
    char text[SHG_SCOPES_BYTES];
    shg_scopes_write(text, SHG_SCOPES_DEFAULT | SHG_SCOPE_OWNER);
    assert_string_equal(text, "read,play,records");
    assert_string_equal(shg_scope_word(SHG_SCOPE_MANAGE), "manage");
    assert_string_equal(shg_scope_word(SHG_SCOPE_NONE), "");
    assert_string_equal(shg_scope_word(SHG_SCOPE_OWNER), "");
}

TEST_SUITE(scope)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(words) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
