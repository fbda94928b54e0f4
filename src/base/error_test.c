/* error_test.c: the form of error messages. */
#include "base/error.h"
#include "base/test_suite.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const struct {
    const char *expected, *found;
    size_t found_bytes;
    const char *message;
} messages[] = {
    { "a direction", "nw", 2, "expected a direction, found \"nw\"" },
    { "a direction", "nwxyz", 2, "expected a direction, found \"nw\"" },
    { "a number", NULL, 0, "expected a number, found end of text" },
    { "a number", "9", 0, "expected a number, found end of text" },
    { "a number", "\nfiles=9", 8, "expected a number, found end of line" },
    { "a number", "\r\nfiles=9", 9, "expected a number, found end of line" },
    { "a number", "x\nfiles=9", 9, "expected a number, found \"x\"" },
    { "a number", "x\r\nfiles=9", 10, "expected a number, found \"x\"" },
    { "a number", "\x1B[2J\x07\x7F", 6, "expected a number, found \"?[2J??\"" },
    { "a number", "\t1", 2, "expected a number, found \"?1\"" },
    { "a number",
      "\xC2\x9B"
      "2J",
      4, "expected a number, found \"?2J\"" }, /* CSI as one C1 character */
    { "a number",
      "\xE2\x80\xAE"
      "abc",
      6, "expected a number, found \"?abc\"" }, /* U+202E */
    { "a number",
      "\xEF\xBB\xBF"
      "1",
      4, "expected a number, found \"?1\"" }, /* a byte order mark */
    { "a number",
      "\xFF"
      "1",
      2, "expected a number, found \"?1\"" },
    { "a number", "\0", 1, "expected a number, found \"?\"" },
    { "a pawn", "\xE6\xAD\xA9", 3, "expected a pawn, found \"\xE6\xAD\xA9\"" },
    /* At most 40 characters, whatever their size in bytes. */
    { "less", "1234567890123456789012345678901234567890", 40,
      "expected less, found \"1234567890123456789012345678901234567890\"" },
    { "less", "12345678901234567890123456789012345678901", 41,
      "expected less, found \"1234567890123456789012345678901234567890\"" },
};

static void expected_and_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(messages); i++) {
        shoogi_error err;
        memset(&err, 0x5A, sizeof err);
        assert_int_equal(shg_error_expected(&err, SHOOGI_PARSE_ERROR, 3, 7, messages[i].expected,
                                            messages[i].found, messages[i].found_bytes),
                         SHOOGI_PARSE_ERROR);
        assert_int_equal(err.status, SHOOGI_PARSE_ERROR);
        assert_int_equal(err.line, 3);
        assert_int_equal(err.column, 7);
        assert_string_equal(err.message, messages[i].message);
    }
}

/* A long message is cut in the expected part; the found part stays whole, even with the widest characters. */
static void expected_is_cut(void **state)
{
    (void)state;
    char expected[400];
    memset(expected, 'e', sizeof expected - 1);
    expected[sizeof expected - 1] = '\0';
    char found[40 * 4];
    for (size_t i = 0; i < sizeof found; i += 4)
        memcpy(found + i, "\xF0\xA0\x80\x80", 4);

    for (size_t count = 0; count <= sizeof found; count += 4) {
        shoogi_error err;
        (void)shg_error_expected(&err, SHOOGI_PARSE_ERROR, 1, 1, expected, found, count);
        assert_true(memchr(err.message, '\0', sizeof err.message) != NULL);
        assert_memory_equal(err.message, "expected ", 9);
        assert_true(shg_utf8_valid(err.message, strlen(err.message)));
        if (count > 0) {
            assert_non_null(strstr(err.message, ", found \""));
            assert_int_equal(err.message[strlen(err.message) - 1], '"');
        }
    }
}

static void a_warning_is_no_error(void **state)
{
    (void)state;
    shoogi_error err;
    memset(&err, 0x5A, sizeof err);
    assert_int_equal(shg_warning_expected(&err, 4, 2, "a direction", "sf", 2), SHOOGI_OK);
    assert_int_equal(err.status, SHOOGI_OK);
    assert_int_equal(err.line, 4);
    assert_int_equal(err.column, 2);
    assert_string_equal(err.message, "warning: expected a direction, found \"sf\"");
    assert_int_equal(shg_warning_expected(NULL, 4, 2, "a direction", "sf", 2), SHOOGI_OK);

    char found[40 * 3];
    for (size_t i = 0; i < sizeof found; i += 3)
        memcpy(found + i, "\xE6\xAD\xA9", 3);
    (void)shg_warning_expected(&err, 1, 1, "a direction and much more", found, sizeof found);
    assert_non_null(memchr(err.message, '\0', sizeof err.message));
    assert_int_equal(err.message[strlen(err.message) - 1], '"');
}

static void a_message_of_its_own(void **state)
{
    (void)state;
    shoogi_error err;
    assert_int_equal(shg_error_set(&err, SHOOGI_LIMIT_EXCEEDED, 0, 0, "%d of %s", 7, "them"),
                     SHOOGI_LIMIT_EXCEEDED);
    assert_int_equal(err.status, SHOOGI_LIMIT_EXCEEDED);
    assert_int_equal(err.line, 0);
    assert_int_equal(err.column, 0);
    assert_string_equal(err.message, "7 of them");

    char text[400];
    memset(text, 't', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    (void)shg_error_set(&err, SHOOGI_IO, 1, 1, "%s", text);
    assert_int_equal(strlen(err.message), sizeof err.message - 1);
}

static void nobody_listens(void **state)
{
    (void)state;
    assert_int_equal(shg_error_expected(NULL, SHOOGI_PARSE_ERROR, 1, 1, "a", "b", 1),
                     SHOOGI_PARSE_ERROR);
    assert_int_equal(shg_error_set(NULL, SHOOGI_IO, 1, 1, "%s", "a"), SHOOGI_IO);
}

static void words_of_every_status(void **state)
{
    (void)state;
    for (int i = 0; i < SHOOGI_STATUS_COUNT; i++) {
        const char *words = shoogi_status_text((shoogi_status)i);
        assert_non_null(words);
        assert_true(strlen(words) > 0);
        assert_string_not_equal(words, "unknown status");
    }
    assert_string_equal(shoogi_status_text(SHOOGI_OK), "no error");
    assert_string_equal(shoogi_status_text((shoogi_status)SHOOGI_STATUS_COUNT), "unknown status");
    assert_string_equal(shoogi_status_text((shoogi_status)1000), "unknown status");
}

TEST_SUITE(error)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expected_and_found),    cmocka_unit_test(expected_is_cut),
        cmocka_unit_test(a_warning_is_no_error), cmocka_unit_test(a_message_of_its_own),
        cmocka_unit_test(nobody_listens),        cmocka_unit_test(words_of_every_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
