/* nearest_test.c: how far one word is from another, and which are near enough to be named. */
#include "base/nearest.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

static void distances(void **state)
{
    static const struct {
        const char *a, *b;
        size_t distance;
    } cases[] = {
        { "", "", 0 },
        { "perft", "perft", 0 },
        { "PERFT", "perft", 0 },  /* without regard to case */
        { "prft", "perft", 1 },   /* one left out, */
        { "peerft", "perft", 1 }, /* one too many, */
        { "parft", "perft", 1 },  /* one for another, */
        { "pefrt", "perft", 1 },  /* two exchanged */
        { "", "abc", 3 },
        { "kitten", "sitting", 3 },
        { "serve", "show", 4 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(shg_edit_distance(cases[i].a, cases[i].b), cases[i].distance);
        assert_int_equal(shg_edit_distance(cases[i].b, cases[i].a), cases[i].distance);
    }
}

static void long_words_are_far(void **state)
{
    char word[SHG_NEAR_WORD_BYTES + 1];
    (void)state;
    memset(word, 'a', sizeof word);
    word[SHG_NEAR_WORD_BYTES - 2] = '\0';
    assert_int_equal(shg_edit_distance(word, word), 0);
    word[SHG_NEAR_WORD_BYTES - 2] = 'a';
    word[SHG_NEAR_WORD_BYTES - 1] = '\0';
    assert_int_equal(shg_edit_distance(word, word), SHG_NEAR_WORD_BYTES - 2); /* as far as can be */
    assert_false(shg_is_near(word, word));
}

static void near_words(void **state)
{
    static const struct {
        const char *word, *name;
        bool near;
    } cases[] = {
        { "prft", "perft", true },  { "xyz", "perft", false },     { "serv", "serve", true },
        { "sevre", "serve", true }, { "n", "o", false },           { "moves", "moves-of", true },
        { "mvoes", "moves", true }, { "convrt", "convert", true }, { "match", "mate", false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (shg_is_near(cases[i].word, cases[i].name) != cases[i].near)
            fail_msg("%s and %s", cases[i].word, cases[i].name);
}

static void nearest_of_several_words(void **state)
{
    static const char *const names[] = { "BOARD", "OBSERVE", "STAT", "STYLE", "UNOBSERVE" };
    static const struct {
        const char *word, *name;
    } cases[] = {
        { "OBSERV", "OBSERVE" },
        { "obsreve", "OBSERVE" },
        { "sty", "STYLE" },
        { "ST", "STAT" },
        { "s", "" },
        { "FROB", "" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shg_nearest nearest = shg_nearest_to(cases[i].word, strlen(cases[i].word));
        for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
            shg_nearest_try(&nearest, names[n], strlen(names[n]));
        assert_string_equal(nearest.name, cases[i].name);
    }
}

TEST_SUITE(nearest)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances),
        cmocka_unit_test(long_words_are_far),
        cmocka_unit_test(nearest_of_several_words),
        cmocka_unit_test(near_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
