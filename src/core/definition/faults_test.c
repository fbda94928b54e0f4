/* faults_test.c: which faults of a text are kept, and how they are reported. */
#include "core/definition/faults.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static const char text[] = "one two\nthr\xC3\xA9\xC3\xA9 four\n\nfive";

static shg_faults begin(void)
{
    shg_faults faults;
    shg_faults_init(&faults, (shg_source){ .bytes = text, .count = sizeof text - 1 });
    return faults;
}

static shg_span at(size_t from, size_t count)
{
    return (shg_span){ text + from, count };
}

static void places_are_counted(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint32_t line, column;
    } places[] = { { 0, 1, 1 },  { 4, 1, 5 },  { 7, 1, 8 },  { 8, 2, 1 },
                   { 16, 2, 7 }, { 21, 3, 1 }, { 22, 4, 1 }, { 26, 4, 5 } };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        uint32_t line, column;
        shg_line_and_column(text, places[i].at, &line, &column);
        assert_int_equal(line, places[i].line);
        assert_int_equal(column, places[i].column);
    }
}

static void what_is_found(void **state)
{
    (void)state;
    static const struct {
        size_t from, count;
        const char *message;
    } finds[] = {
        { 4, 2, "expected x, found \"tw\"" },    { 4, 0, "expected x, found \"two\"" },
        { 3, 0, "expected x, found \" \"" },     { 7, 0, "expected x, found end of line" },
        { 22, 0, "expected x, found \"five\"" }, { 26, 0, "expected x, found end of text" },
    };
    for (size_t i = 0; i < sizeof finds / sizeof finds[0]; i++) {
        shg_faults faults = begin();
        shoogi_error error;
        size_t count;
        shg_fault_rules_format(&faults, at(finds[i].from, finds[i].count), "%c", 'x');
        assert_true(shg_faults_any(&faults));
        assert_int_equal(shg_faults_report(&faults, &error, 1, &count), SHOOGI_INVALID_RULES);
        assert_int_equal(count, 1);
        assert_string_equal(error.message, finds[i].message);
    }
}

/* Faults are reported in the order of the text, whatever the order of finding them, errors before warnings if space
 * is short. */
static void faults_are_sorted(void **state)
{
    (void)state;
    shg_faults faults = begin();
    shoogi_error errors[8];
    size_t count;
    assert_int_equal(shg_faults_report(&faults, errors, 8, &count), SHOOGI_OK);
    assert_int_equal(count, 0);
    shg_warning(&faults, at(0, 3), "w");
    shg_fault_rules(&faults, shg_faults_end(&faults), "last");
    shg_fault_text(&faults, at(8, 5), "first");
    shg_fault_text(&faults, at(8, 5), "first"); /* duplicates are reported once */
    shg_fault_text(&faults, at(8, 5), "second");
    shg_warning(&faults, at(14, 4), "w");
    assert_int_equal(shg_faults_report(&faults, errors, 8, &count), SHOOGI_PARSE_ERROR);
    assert_int_equal(count, 5);
    static const char *const order[] = { "warning: expected w, found \"one\"", "expected first",
                                         "expected second", "warning: expected w",
                                         "expected last, found end of text" };
    for (size_t i = 0; i < count; i++) {
        assert_memory_equal(errors[i].message, order[i], strlen(order[i]));
        assert_int_equal(errors[i].status == SHOOGI_OK, order[i][0] == 'w');
    }
    assert_int_equal(errors[4].line, 4);
    assert_int_equal(errors[4].column, 5);
    assert_int_equal(shg_faults_report(&faults, errors, 2, &count), SHOOGI_PARSE_ERROR);
    assert_int_equal(count, 2);
    assert_memory_equal(errors[0].message, "expected first", 14);
    assert_memory_equal(errors[1].message, "expected second", 15);
    assert_int_equal(shg_faults_report(&faults, errors, 4, &count), SHOOGI_PARSE_ERROR);
    assert_int_equal(count, 4);
    assert_memory_equal(errors[0].message, "warning", 7);
    assert_int_equal(shg_faults_report(&faults, NULL, 0, &count), SHOOGI_PARSE_ERROR);
    assert_int_equal(count, 0);
}

/* Only the earliest faults are kept. */
static void the_earliest_are_kept(void **state)
{
    (void)state;
    static char many[200];
    memset(many, 'x', sizeof many);
    for (int backwards = 0; backwards < 2; backwards++) {
        shg_faults faults;
        shg_faults_init(&faults, (shg_source){ .bytes = many, .count = sizeof many });
        for (size_t i = 0; i < sizeof many; i++) {
            const size_t place = backwards ? sizeof many - 1 - i : i;
            shg_fault_text(&faults, (shg_span){ many + place, 1 }, "y");
            shg_warning(&faults, (shg_span){ many + place, 1 }, "z");
        }
        shoogi_error errors[2 * SHOOGI_DEFINITION_ERRORS_MAX];
        size_t count;
        (void)shg_faults_report(&faults, errors, 2 * SHOOGI_DEFINITION_ERRORS_MAX, &count);
        assert_int_equal(count, 2 * SHOOGI_DEFINITION_ERRORS_MAX);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(errors[i].column, i / 2 + 1);
    }
}

/* An error in a base is reported where the text names the base; warnings of a base are not reported. */
static void faults_of_a_base(void **state)
{
    (void)state;
    static const char base[] = "a\nbc";
    shg_faults faults = begin();
    shoogi_error errors[4];
    size_t count;
    faults.sources[faults.source_count++] =
        (shg_source){ .bytes = base, .count = sizeof base - 1, .name = at(4, 3) };
    shg_warning(&faults, (shg_span){ base, 1 }, "w");
    shg_fault_rules(&faults, (shg_span){ base + 3, 1 }, "x");
    assert_int_equal(shg_faults_report(&faults, errors, 4, &count), SHOOGI_INVALID_RULES);
    assert_int_equal(count, 1);
    assert_int_equal(errors[0].line, 1);
    assert_int_equal(errors[0].column, 5);
    assert_string_equal(
        errors[0].message,
        "expected a base without errors (2:2: expected x, found \"c\"), found \"two\"");
}

/* Places in a text extracted from a page are those of the page. */
static void places_of_a_page(void **state)
{
    (void)state;
    static const char page[] = "<p>\n&amp;b</p>";
    static const uint32_t origin[] = { 3, 4, 9, 10 };
    shg_faults faults;
    shg_faults_init(&faults,
                    (shg_source){ .bytes = "\n&b", .count = 3, .page = page, .origin = origin });
    const char *const cut = faults.sources[0].bytes;
    shoogi_error errors[4];
    size_t count;
    shg_fault_text(&faults, (shg_span){ cut + 1, 1 }, "x");
    shg_fault_text(&faults, (shg_span){ cut + 2, 1 }, "y");
    shg_fault_text(&faults, shg_faults_end(&faults), "z");
    (void)shg_faults_report(&faults, errors, 4, &count);
    assert_int_equal(count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        static const uint32_t columns[] = { 1, 6, 7 };
        assert_int_equal(errors[i].line, 2);
        assert_int_equal(errors[i].column, columns[i]);
    }
}

TEST_SUITE(faults)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_counted), cmocka_unit_test(what_is_found),
        cmocka_unit_test(faults_are_sorted),  cmocka_unit_test(the_earliest_are_kept),
        cmocka_unit_test(faults_of_a_base),   cmocka_unit_test(places_of_a_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
