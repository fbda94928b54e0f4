#include "base/json.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void values_in_a_row(void **state)
{
    (void)state;
    static const char text[] =
        " { \"a\" : [1, -2.5e+3 ,\"x\"], \"b\":{}, \"a\":null,\r\n\"c\":[[],true,false]} ";
    static const struct {
        shg_json_type type;
        const char *text;
        uint32_t after;
    } expected[] = {
        { SHG_JSON_OBJECT, NULL, 15 },
        { SHG_JSON_STRING, "a", 2 },
        { SHG_JSON_ARRAY, "[1, -2.5e+3 ,\"x\"]", 6 },
        { SHG_JSON_NUMBER, "1", 4 },
        { SHG_JSON_NUMBER, "-2.5e+3", 5 },
        { SHG_JSON_STRING, "x", 6 },
        { SHG_JSON_STRING, "b", 7 },
        { SHG_JSON_OBJECT, "{}", 8 },
        { SHG_JSON_STRING, "a", 9 },
        { SHG_JSON_NULL, "null", 10 },
        { SHG_JSON_STRING, "c", 11 },
        { SHG_JSON_ARRAY, "[[],true,false]", 15 },
        { SHG_JSON_ARRAY, "[]", 13 },
        { SHG_JSON_TRUE, "true", 14 },
        { SHG_JSON_FALSE, "false", 15 },
    };
    shg_json json;
    assert_int_equal(shg_json_read(&json, text, sizeof text - 1, NULL), SHOOGI_OK);
    assert_int_equal(json.count, COUNT(expected));
    for (size_t i = 0; i < COUNT(expected); i++) {
        assert_int_equal(json.values[i].type, expected[i].type);
        assert_int_equal(json.values[i].after, expected[i].after);
        if (!expected[i].text)
            continue;
        assert_int_equal(json.values[i].bytes, strlen(expected[i].text));
        assert_memory_equal(text + json.values[i].at, expected[i].text, json.values[i].bytes);
    }
    assert_int_equal(shg_json_member(&json, 0, "a"), 9); /* the last of two */
    assert_int_equal(shg_json_member(&json, 0, "c"), 11);
    assert_int_equal(shg_json_member(&json, 0, "x"), 0);
    assert_int_equal(shg_json_member(&json, 7, "a"), 0);
    assert_int_equal(shg_json_member(&json, 2, "a"), 0);
    shg_json_fini(&json);
}

static void strings(void **state)
{
    (void)state;
    static const struct {
        const char *text, *meant, *quoted;
    } texts[] = {
        { "\"\"", "", "\"\"" },
        { "\"a\\n\\t\\\\\\/\\\"\\b\\f\\r\"", "a\n\t\\/\"\b\f\r",
          "\"a\\u000a\\u0009\\\\/\\\"\\u0008\\u000c\\u000d\"" },
        { "\"\\u6b69\\u006F歩\\u00e9\"", "歩o歩é", "\"歩o歩é\"" },
        { "\"\\ud83d\\ude00 \\ud83d \\ude00\\u0000\"", "😀 \uFFFD \uFFFD\uFFFD",
          "\"😀 \uFFFD \uFFFD\uFFFD\"" },
        { "\"\\ud83d\\u0041\"", "\uFFFDA", "\"\uFFFDA\"" },
        { "\"\x7F\"", "\x7F", "\"\\u007f\"" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shg_json json;
        shg_out out = shg_out_growing(), quoted = shg_out_growing();
        assert_int_equal(shg_json_read(&json, texts[i].text, strlen(texts[i].text), NULL),
                         SHOOGI_OK);
        shg_out_text(&out, "");
        shg_json_string(&out, &json, 0);
        assert_string_equal(out.bytes, texts[i].meant);
        shg_json_quote(&quoted, out.bytes, out.length);
        assert_string_equal(quoted.bytes, texts[i].quoted);
        free(out.bytes);
        free(quoted.bytes);
        shg_json_fini(&json);
    }
}

static void faults_have_a_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *message;
    } bad[] = {
        { "", 1, 1, "expected a value of JSON, found end of text" },
        { " nul", 1, 2, "expected a value of JSON, found \"nul\"" },
        { "[1,\n 2", 2, 3, "expected \",\" or \"]\", found end of text" },
        { "[1 2]", 1, 4, "expected \",\" or \"]\", found \"2]\"" },
        { "[1,]", 1, 4, "expected a value of JSON, found \"]\"" },
        { "[}", 1, 2, "expected a value of JSON, found \"}\"" },
        { "{]", 1, 2, "expected a name in \"\", found \"]\"" },
        { "{\"歩\" 1}", 1, 6, "expected \":\" after the name, found \"1}\"" },
        { "{\"a\":1,}", 1, 8, "expected a name in \"\", found \"}\"" },
        { "{\"a\":1]", 1, 7, "expected \",\" or \"}\", found \"]\"" },
        { "{\"a\":}", 1, 6, "expected a value of JSON, found \"}\"" },
        { "1 2", 1, 3, "expected the end of the text, found \"2\"" },
        { "01", 1, 1, "expected a number, found \"01\"" },
        { "[-]", 1, 2, "expected a number, found \"-]\"" },
        { "1.e3", 1, 1, "expected a number, found \"1.e3\"" },
        { "1e", 1, 1, "expected a number, found \"1e\"" },
        { "\"a", 1, 3, "expected \" at the end of the string, found end of text" },
        { "\"a\nb\"", 1, 3, "expected a character of a string, found end of line" },
        { "\"\xFF\"", 1, 2, "expected a character of a string, found \"?\"\"" },
        { "\"\\x\"", 1, 2, "expected an escape, as \\n or \\u6B69, found \"\\x\"\"" },
        { "\"\\u12g4\"", 1, 2, "expected four hexadecimal digits after \\u, found \"\\u12g4\"\"" },
        { "\"\\u12", 1, 2, "expected four hexadecimal digits after \\u, found \"\\u12\"" },
        { "\"\\", 1, 2, "expected an escape, as \\n or \\u6B69, found \"\\\"" },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        shg_json json;
        shoogi_error err = { .status = SHOOGI_OK };
        assert_int_equal(shg_json_read(&json, bad[i].text, strlen(bad[i].text), &err),
                         SHOOGI_PARSE_ERROR);
        if (err.line != bad[i].line || err.column != bad[i].column ||
            strcmp(err.message, bad[i].message) != 0)
            fail_msg("%s: %u:%u: %s", bad[i].text, err.line, err.column, err.message);
        assert_null(json.values);
    }
}

/* Nesting as deep as a text allows: the parser does not recurse. */
static void deeply_nested_arrays(void **state)
{
    (void)state;
    enum { DEPTH = 1000000 };
    char *const text = malloc(2 * DEPTH);
    assert_non_null(text);
    memset(text, '[', DEPTH);
    memset(text + DEPTH, ']', DEPTH);
    shg_json json;
    assert_int_equal(shg_json_read(&json, text, 2 * DEPTH, NULL), SHOOGI_OK);
    assert_int_equal(json.count, DEPTH);
    assert_int_equal(json.values[0].after, DEPTH);
    shg_json_fini(&json);
    assert_int_equal(shg_json_read(&json, text, 2 * DEPTH - 1, NULL), SHOOGI_PARSE_ERROR);
    free(text);
}

/* Parses an array of the given number of numbers, on two lines. */
static shoogi_status read_array(size_t numbers, shoogi_error *err)
{
    const size_t bytes = numbers * 2 + 2;
    char *const text = malloc(bytes);
    assert_non_null(text);
    for (size_t i = 0; i < numbers; i++)
        memcpy(text + 1 + 2 * i, "1,", 2);
    text[0] = '[';
    text[bytes - 2] = '\n'; /* replaces the last comma */
    text[bytes - 1] = ']';
    shg_json json;
    const shoogi_status status = shg_json_read(&json, text, bytes, err);
    if (status == SHOOGI_OK) {
        assert_int_equal(json.count, numbers + 1);
        shg_json_fini(&json);
    }
    free(text);
    return status;
}

static void values_are_bounded(void **state)
{
    (void)state;
    shoogi_error err;
    assert_int_equal(read_array(SHG_JSON_VALUES_MAX - 1, &err), SHOOGI_OK);
    assert_int_equal(read_array(SHG_JSON_VALUES_MAX, &err), SHOOGI_LIMIT_EXCEEDED);
    assert_int_equal(err.line, 1);
    assert_int_equal(err.column, 2 * SHG_JSON_VALUES_MAX);
    assert_string_equal(err.message, "expected at most 1048576 values, found \"1\"");
}

static void cut_at_every_length(void **state)
{
    (void)state;
    static const char text[] = "{\"a\":[1,-2.5e3,\"\\u6b69\\n歩\",true],\"b\":{\"c\":null}}";
    for (size_t bytes = 0; bytes < sizeof text - 1; bytes++) {
        char *const cut = malloc(bytes > 0 ? bytes : 1);
        assert_non_null(cut);
        memcpy(cut, text, bytes);
        shg_json json;
        assert_int_equal(shg_json_read(&json, cut, bytes, NULL), SHOOGI_PARSE_ERROR);
        free(cut);
    }
}

TEST_SUITE(json)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_in_a_row),     cmocka_unit_test(strings),
        cmocka_unit_test(faults_have_a_place), cmocka_unit_test(deeply_nested_arrays),
        cmocka_unit_test(values_are_bounded),  cmocka_unit_test(cut_at_every_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
