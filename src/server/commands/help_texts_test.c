/* help_texts_test.c: texts of HELP are found again, give way in order, and last while they are shown. */
#include "server/commands/help_texts.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static shg_help_key key_of(const char *word)
{
    return (shg_help_key){ .language = SHG_ENGLISH, .word = word, .word_bytes = strlen(word) };
}

/* Adds a text of so many signs. */
static shg_help_text *add(shg_help_texts *texts, const char *word, size_t bytes)
{
    char *text = malloc(bytes + 1);
    assert_non_null(text);
    memset(text, 'x', bytes);
    text[bytes] = '\0';
    const shg_help_key key = key_of(word);
    shg_help_text *added = shg_help_texts_add(texts, &key, text, bytes);
    assert_non_null(added);
    return added;
}

static bool has(shg_help_texts *texts, const char *word)
{
    const shg_help_key key = key_of(word);
    shg_help_text *found = shg_help_texts_find(texts, &key);
    if (found)
        shg_help_text_leave(found);
    return found != NULL;
}

static void each_key_has_its_text(void **state)
{
    (void)state;
    shg_help_texts *texts;
    assert_int_equal(shg_help_texts_new(&texts, 4, 4096), SHOOGI_OK);
    shg_help_text_leave(add(texts, "Chu", 10));
    shg_help_key key = key_of("CHU");
    shg_help_text *found = shg_help_texts_find(texts, &key);
    assert_int_equal(found->bytes, 10);
    assert_string_equal(found->text, "xxxxxxxxxx");
    shg_help_text_leave(found);
    assert_false(has(texts, "ch"));
    key.in_words = true;
    assert_null(shg_help_texts_find(texts, &key));
    key = key_of("chu");
    key.language = SHG_LANGUAGE_de;
    assert_null(shg_help_texts_find(texts, &key));
    key = key_of("chu");
    key.variant = (const shoogi_variant *)(const void *)&key;
    assert_null(shg_help_texts_find(texts, &key));
    shg_help_texts_free(texts);
}

static void the_least_used_gives_way(void **state)
{
    (void)state;
    shg_help_texts *texts;
    size_t bytes;
    assert_int_equal(shg_help_texts_new(&texts, 3, 4096), SHOOGI_OK);
    static const char *const words[] = { "a", "b", "c" };
    for (size_t i = 0; i < 3; i++)
        shg_help_text_leave(add(texts, words[i], 100));
    assert_true(has(texts, "a")); /* used again: b is the oldest */
    shg_help_text_leave(add(texts, "d", 100));
    assert_false(has(texts, "b"));
    assert_true(has(texts, "a") && has(texts, "c") && has(texts, "d"));
    assert_int_equal(shg_help_texts_kept(&bytes, texts), 3);
    shg_help_text_leave(add(texts, "e", 3500)); /* by bytes: it leaves room for one of the others */
    assert_true(shg_help_texts_kept(&bytes, texts) < 4 && bytes <= 4096);
    assert_true(has(texts, "e") && has(texts, "d") && !has(texts, "a"));
    shg_help_text *large = add(texts, "f", 5000); /* shown, and not kept */
    assert_int_equal(strlen(large->text), 5000);
    shg_help_text_leave(large);
    assert_true(!has(texts, "f") && has(texts, "e"));
    shg_help_texts_free(texts);
}

/* Sanitizers see to the rest: no text is freed while it is shown, and each is in the end. */
static void what_is_shown_stays(void **state)
{
    (void)state;
    shg_help_texts *texts;
    assert_int_equal(shg_help_texts_new(&texts, 1, 4096), SHOOGI_OK);
    shg_help_text *shown = add(texts, "a", 100);
    const shg_help_key key = key_of("a");
    assert_ptr_equal(shg_help_texts_find(texts, &key), shown);
    shg_help_text *other = add(texts, "b", 100);
    assert_false(has(texts, "a"));
    assert_int_equal(strlen(shown->text), 100);
    shg_help_text_leave(shown);
    assert_int_equal(strlen(shown->text), 100);
    shg_help_text_leave(shown);
    shg_help_texts_free(texts);
    assert_int_equal(strlen(other->text), 100);
    shg_help_text_leave(other);
}

TEST_SUITE(help_texts)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_key_has_its_text),
        cmocka_unit_test(the_least_used_gives_way),
        cmocka_unit_test(what_is_shown_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
