#include "server/lobby/new_form.h"
#include "base/test_suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static const struct {
    const char *line;
    shg_new_kind kind;
    int64_t number;
    const char *pattern, *move, *comment;
} good[] = {
    { "NEW", SHG_NEW_LIST, 0, "", "", "" },
    { "new 12", SHG_NEW_ANSWER, 12, "", "", "" },
    { "N * p-7f", SHG_NEW_BLACK, 0, "*", "p-7f", "" },
    { "NEW !NILKKI.NUISANCE r-3h Not for the jerks!", SHG_NEW_BLACK, 0, "!NILKKI.NUISANCE", "r-3h",
      "Not for the jerks!" },
    { "NEW 12 p-7f", SHG_NEW_BLACK, 0, "12", "p-7f", "" },
    { "NEW W", SHG_NEW_WHITE, 0, "", "", "" },
    { "NEW w come on,  you ", SHG_NEW_WHITE, 0, "", "", "come on,  you" },
    { "NEW wp-7f W p-3d", SHG_NEW_WHITE, 0, "", "p-7f", "W p-3d" },
    { "NEW WPX7F p-7f", SHG_NEW_WHITE, 0, "", "PX7F", "p-7f" },
    { "NEW <W>PX7F p-7f", SHG_NEW_BLACK, 0, "<W>PX7F", "p-7f", "" },
    { "NEW Walter p-7f", SHG_NEW_BLACK, 0, "Walter", "p-7f", "" },
    { "NEW anna W", SHG_NEW_WHITE, 0, "anna", "", "" },
    { "NEW anna wP-7f  hello", SHG_NEW_WHITE, 0, "anna", "P-7f", "hello" },
    { "NEW BART.BEGINNER WHANDICAP:L@1a", SHG_NEW_WHITE, 0, "BART.BEGINNER", "HANDICAP:L@1a", "" },
    { "NEW ERKKI.EXPERT HANDICAP:L@1a,R@8b", SHG_NEW_BLACK, 0, "ERKKI.EXPERT", "HANDICAP:L@1a,R@8b",
      "" },
    { "NEW -c white * Wolves are welcome", SHG_NEW_WHITE, 0, "*", "", "Wolves are welcome" },
    { "NEW -c black * WH-4d", SHG_NEW_BLACK, 0, "*", "WH-4d", "" }, /* a white horse */
    { "NEW -g * p-7f.", SHG_NEW_RANDOM, 0, "*", "", "p-7f." },
    { "NEW -v shosu W", SHG_NEW_WHITE, 0, "", "", "" },
};

static void assert_part(const shg_call *call, shg_part part, const char *text)
{
    assert_int_equal(part.bytes, strlen(text));
    assert_memory_equal(shg_call_text(call, part), text, part.bytes);
}

/* Rows: NEW.3 NEW.5 NEW.6 NEW.7 */
static void forms(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        shg_call *call = NULL;
        shg_new_form form;
        shoogi_error err = { 0 };
        assert_int_equal(shg_call_read(&call, good[i].line, strlen(good[i].line), &err), SHOOGI_OK);
        if (shg_new_form_read(&form, call, &err) != SHOOGI_OK)
            fail_msg("%s: %s", good[i].line, err.message);
        assert_int_equal(form.kind, good[i].kind);
        assert_int_equal(form.number, good[i].number);
        assert_part(call, form.pattern, good[i].pattern);
        assert_part(call, form.move, good[i].move);
        assert_part(call, form.comment, good[i].comment);
        free(call);
    }
}

static const struct {
    const char *line;
    uint32_t column;
    const char *message;
} bad[] = {
    { "NEW anna", 9, "a move or W, found end of text" },
    { "NEW anna bert", 10, "a move or W, found \"bert\"" },
    { "NEW p-7f", 5, "name the player who may answer: NEW * p-7f is for everybody" },
    { "NEW 12 13", 8, "a move or W, found \"13\"" },
    { "NEW -c white * p-7f", 16,
      "W and a move, or a comment, as -c makes you White, found \"p-7f\"" },
    { "NEW -c black * W", 16, "a move or a comment, as -c makes you Black, found \"W\"" },
    { "NEW -c random * p-7f", 17, "a comment, as the colours are random, found \"p-7f\"" },
    { "NEW -c random * Wp-7f", 17, "a comment, as the colours are random, found \"Wp-7f\"" },
    { "NEW -g anna HANDICAP:L@1a", 13,
      "a comment, as grades decide who moves first, found \"HANDICAP:L@1a\"" },
    { "NEW a<b p-7f", 8, "> at the end of the group, found end of text" },
};

/* Rows: NEW.7 */
static void refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        shg_call *call = NULL;
        shg_new_form form;
        shoogi_error err = { 0 };
        assert_int_equal(shg_call_read(&call, bad[i].line, strlen(bad[i].line), &err), SHOOGI_OK);
        assert_int_equal(shg_new_form_read(&form, call, &err), SHOOGI_PARSE_ERROR);
        const bool expects = strncmp(err.message, "expected ", strlen("expected ")) == 0;
        assert_string_equal(err.message + (expects ? strlen("expected ") : 0), bad[i].message);
        assert_int_equal(err.column, bad[i].column);
        free(call);
    }
}

static void long_comments(void **state)
{
    (void)state;
    for (int length = 200; length <= 201; length++) {
        char line[300];
        snprintf(line, sizeof line, "NEW W %0*d", length, 0);
        shg_call *call = NULL;
        shg_new_form form;
        shoogi_error err = { 0 };
        assert_int_equal(shg_call_read(&call, line, strlen(line), &err), SHOOGI_OK);
        assert_int_equal(shg_new_form_read(&form, call, &err),
                         length == 200 ? SHOOGI_OK : SHOOGI_LIMIT_EXCEEDED);
        if (length > 200)
            assert_int_equal(err.column, 7 + 200);
        free(call);
    }
}

TEST_SUITE(new_form)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms),
        cmocka_unit_test(refused),
        cmocka_unit_test(long_comments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
