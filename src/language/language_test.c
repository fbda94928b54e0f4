/* language_test.c: looking up translations, and choosing the reader's language. */
#include "language/language_int.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <string.h>

/* The keys are sorted, as the binary search needs them. */
static void test_all_found(void **state)
{
    (void)state;
    assert_true(shg_language_row_count > 100);
    for (size_t i = 0; i < shg_language_row_count; i++) {
        const shg_language_row *row = &shg_language_rows[i];
        if (i > 0)
            assert_true(strcmp(shg_language_rows[i - 1].english, row->english) < 0);
        const char *end = strchr(row->english, '\4');
        for (size_t language = 1; language < SHG_LANGUAGES; language++) {
            char context[64] = "";
            if (end)
                memcpy(context, row->english, (size_t)(end - row->english));
            const char *english = end ? end + 1 : row->english;
            const char *said = row->said[language - 1] ? row->said[language - 1] : english;
            const char *found = end ? shg_word_in((shg_language)language, context, english)
                                    : shg_text_in((shg_language)language, english);
            assert_string_equal(found, said);
        }
    }
}

static void test_what_there_is_not(void **state)
{
    (void)state;
    static const char none[] = "There is no such text.";
    const shg_language german = shg_language_find("de", 2);
    assert_ptr_equal(shg_text_in(german, none), none);
    assert_ptr_equal(shg_word_in(german, "piece", none), none);
}

static void test_words_in_contexts(void **state)
{
    (void)state;
    const shg_language german = shg_language_find("de", 2), japanese = shg_language_find("ja", 2);
    assert_string_equal(shg_word_in(german, "piece", "lion"), "Löwe");
    assert_string_equal(shg_word_in(japanese, "piece", "lion"), "獅子");
    assert_string_equal(shg_word_in(SHG_ENGLISH, "piece", "lion"), "lion");
    assert_string_equal(shg_text_in(german, "lion"), "lion");
}

static void test_finding(void **state)
{
    (void)state;
    static const struct {
        const char *code, *found; /* found: NULL if no language matches */
    } rows[] = { { "en", "en" },    { "JA", "ja" },  { "de-AT", "de" },
                 { "en-GB", "en" }, { "", NULL },    { "j", NULL },
                 { "jap", NULL },   { "-de", NULL }, { "xx", NULL } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const shg_language found = shg_language_find(rows[i].code, strlen(rows[i].code));
        if (rows[i].found)
            assert_string_equal(shg_language_code(found), rows[i].found);
        else
            assert_int_equal(found, SHG_LANGUAGES);
    }
}

static void test_accepting(void **state)
{
    (void)state;
    static const struct {
        const char *header, *best;
    } rows[] = {
        { "", "en" },
        { "ja", "ja" },
        { "ja,en-US;q=0.7,en;q=0.3", "ja" },
        { "fr-FR, de;q=0.8, en;q=0.5", "de" },
        { "en;q=0.5, ja;q=0.75", "ja" },
        { "fr, it;q=0.9", "en" },
        { "de;q=0, en", "en" },
        { "de;q=0", "en" },
        { ",,;=;q,,=", "en" },
        { "ja;q=0.3;de", "ja" },
        { "\tde ;q=1.000 , ja", "de" },
        { "de;q=99999999999999999999", "de" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(
            shg_language_code(shg_language_accepted(rows[i].header, strlen(rows[i].header))),
            rows[i].best);
}

TEST_SUITE(language)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_found),         cmocka_unit_test(test_what_there_is_not),
        cmocka_unit_test(test_words_in_contexts), cmocka_unit_test(test_finding),
        cmocka_unit_test(test_accepting),
    };
    return cmocka_run_group_tests_name("language", tests, NULL, NULL);
}
