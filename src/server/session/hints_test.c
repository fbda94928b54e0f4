#include "server/session/hints.h"
#include "base/test_suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
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

/* The text in quotation marks of a line of a catalogue, added to text. */
static void add_quoted(char *text, size_t room, const char *line)
{
    size_t used = strlen(text);
    const char *p = strchr(line, '"');
    for (p = p ? p + 1 : ""; *p && *p != '"' && used + 1 < room; p++) {
        if (*p == '\\')
            p++;
        text[used++] = *p == 'n' && p[-1] == '\\' ? '\n' : *p;
    }
    text[used] = '\0';
}

/* Sentences that are said beside another one, which a page gets alone, or to a person at a terminal
 * only; and the words of a value. */
static bool is_of_the_terminal(const char *text)
{
    static const char *const begins[] = {
        "(The players can read KIBITZ",
        "To make a move, type PLAY",
        "To play the game %.*s, type NEW",
        "To give a handicap, type PLAY",
        "STAT lists your games.",
        "HELP CLOCKS explains",
        "SET NOTIFY chooses",
        "SET <name> shows",
        "SET LETTERS chooses",
        "UNDO -t %zu asks",
        "UNDO is allowed",
        "(OPEN %s shows",
        "%s\nBOARD %lld shows it.",
        "expected ON, OFF, NEW or a code",
        "expected a number that NOTIFY shows",
        "expected a number that SESSIONS shows",
    };
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
        if (strncmp(text, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

/* Of every sentence of the server only that remains which names no command. */
static void no_sentence_for_a_page_names_a_command(void **state)
{
    (void)state;
    const char *root = getenv("SHOOGI_SOURCE_ROOT");
    char path[1000], line[4000], text[8000] = "";
    snprintf(path, sizeof path, "%s/languages/de.po", root ? root : ".");
    FILE *file = fopen(path, "r");
    if (!file) {
        print_message("# no languages/de.po here\n");
        skip();
    }
    bool wanted = false, reading = false;
    unsigned sentences = 0, left = 0;
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, "#: ", 3) == 0) {
            static const char *const folders[] = { "commands/", "game/",     "lobby/", "engines/",
                                                   "account/",  "messages/", "study/", "session/s" };
            wanted = false;
            for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
                char folder[60];
                snprintf(folder, sizeof folder, "src/server/%s", folders[i]);
                const char *at = strstr(line, folder);
                wanted = wanted || (at && strstr(line, ".def") == NULL);
            }
        } else if (strncmp(line, "msgid ", 6) == 0) {
            text[0] = '\0';
            reading = true;
            add_quoted(text, sizeof text, line);
        } else if (line[0] == '"' && reading) {
            add_quoted(text, sizeof text, line);
        } else if (strncmp(line, "msgstr", 6) == 0 && reading) {
            reading = false;
            bool all;
            char *marked = wanted ? shg_hints_mark(&all, text) : NULL;
            sentences += wanted;
            if (marked && all && !is_of_the_terminal(text)) {
                print_message("# names a command and nothing else: %s\n", text);
                left++;
            }
            free(marked);
        }
    }
    fclose(file);
    assert_true(sentences > 300);
    assert_int_equal(left, 0);
}

TEST_SUITE(hints)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_lose_the_commands_to_type),
        cmocka_unit_test(any_cut_of_a_text_is_read),
        cmocka_unit_test(no_sentence_for_a_page_names_a_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
