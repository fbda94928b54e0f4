#include "server/session/hints.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Checks a text without its hints; alone: there is nothing but hints. */
static void expect_without(const char *text, const char *rest, bool alone)
{
    bool all = !alone;
    char *marked = shg_hints_mark(&all, text);
    assert_int_equal(all, alone);
    if (marked)
        shg_hints_remove(marked, strlen(marked));
    assert_string_equal(marked ? marked : text, rest);
    free(marked);
}

static void sentences_lose_the_commands_to_type(void **state)
{
    (void)state;
    static const struct {
        const char *text, *rest;
    } cases[] = {
        { "Your challenge is number 7.  REMOVE 7 withdraws it.\n", "Your challenge is number 7.\n" },
        { "募集の番号は7です。REMOVE 7 で取り下げられます。\n", "募集の番号は7です。\n" },
        { "Bert challenges you to a game of shogi: ACCEPT 7, or DECLINE 7.\n",
          "Bert challenges you to a game of shogi.\n" },
        { "Bertさんから対局の申し込みです：shogi。応じるには ACCEPT 7、断るには DECLINE 7 としてください。\n",
          "Bertさんから対局の申し込みです：shogi。\n" },
        { "the list is full; NEW shows challenges", "the list is full" },
        { "Look at it first: BOARD 3.\n", "Look at it first.\n" },
        { "a command (HELP COMMAND-LIST lists them)", "a command" },
        { "It is over (HELP RESIGN).  It counts.\n", "It is over.  It counts.\n" },
        { "Free board 3.\nTABLE 3 shows it.\nBert joins.\n", "Free board 3.\nBert joins.\n" },
        { "STAT lists yours.  You have 3 games.\n", "You have 3 games.\n" },
        { "Game 3 has begun.  BOARD 3 shows it.  STAT lists all.\nGood luck!\n",
          "Game 3 has begun.\nGood luck!\n" },
        { "It is your turn in game 3.\n", "It is your turn in game 3.\n" },
        { "expected a move, found \"NEW. PLAY\"", "expected a move, found \"NEW. PLAY\"" },
        { "Wait for USI and KIF.  Newer ones too.\n", "Wait for USI and KIF.  Newer ones too.\n" },
        { "", "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_without(cases[i].text, cases[i].rest, cases[i].text[0] == '\0');
    expect_without("STAT lists your games.\n", "\n", true);
}

static void any_cut_of_a_text_is_read(void **state)
{
    (void)state;
    const char *text = "A (HELP B) \"C. NEW\": NEW。x；BOARD 3.  y (STAT; BOARD) z: SET.\n\n";
    char part[100];
    for (size_t i = 0; i <= strlen(text); i++)
        for (size_t from = 0; from <= i; from++) {
            memcpy(part, text + from, i - from);
            part[i - from] = '\0';
            char *marked = shg_hints_mark(NULL, part);
            assert_true(!marked || shg_hints_remove(marked, strlen(marked)) <= i - from);
            free(marked);
        }
    char many[4000] = "";
    for (size_t i = 0; i < 300; i++)
        strcat(many, "Try NEW 3. ");
    char *marked = shg_hints_mark(NULL, many);
    assert_non_null(marked);
    free(marked);
}

TEST_SUITE(hints)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_lose_the_commands_to_type),
        cmocka_unit_test(any_cut_of_a_text_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
