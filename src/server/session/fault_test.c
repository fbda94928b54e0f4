/* fault_test.c: explanations of invalid lines. */
#include "base/error.h"
#include "base/test_suite.h"
#include "server/session/fault.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

static void parts(void **state)
{
    static const struct {
        const char *message, *expected, *found;
        bool at_end, fits;
    } rows[] = {
        { "expected a move, found \"x\"", "a move", "x", false, true },
        { "expected \"-\", found \"a\", found \"b\"", "\"-\"", "a\", found \"b", false, true },
        { "expected a move, found end of text", "a move", "", true, true },
        { "expected a move, found end of line", "a move", "", true, true },
        { "expected a line of at most 9 bytes, found more", "a line of at most 9 bytes", "", false,
          true },
        { "expected one comment", "one comment", "", false, true },
        { "no piece stands on 7g", "", "", false, false },
        { "", "", "", false, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        shg_fault_parts out;
        assert_int_equal(shg_fault_parts_of(&out, rows[i].message), rows[i].fits);
        assert_string_equal(out.expected, rows[i].expected);
        assert_string_equal(out.found, rows[i].found);
        assert_int_equal(out.at_end, rows[i].at_end);
    }
}

static void sentences(void **state)
{
    static const struct {
        const char *line;
        unsigned column;
        const char *message, *sentence;
    } rows[] = {
        { "PLAY", 5, "expected <move>, found end of text",
          "PLAY needs a move, such as PLAY P-7f (HELP PLAY)." },
        { "NEW -t 10m,grace=5 W", 19, "expected d, h, m or s, found end of text",
          "Expected d, h, m or s after \"10m,grace=5\" (HELP NEW)." },
        { "BOARD x", 7, "expected the number of a game, found \"x\"",
          "\"x\" should be the number of a game (HELP BOARD)." },
        { "DRAW now", 6, "expected the end of the line, found \"now\"",
          "Leave out \"now\" (HELP DRAW)." },
        { "DRAW -x", 6, "expected no option, as this command has none, found \"-x\"",
          "DRAW has no options (HELP DRAW)." },
        { "WHO a<", 7, "expected > at the end of the group, found end of text",
          "Expected > at the end of the group after \"a<\" (HELP WHO)." },
        { "PLAY P2f", 7, "expected \"-\", found \"2f\"", "Expected \"-\", not \"2f\" (HELP PLAY)." },
        { "PLAY P-2f+", 10, "expected the end of the move (it cannot promote: P-2f), found \"+\"",
          "Leave out \"+\" (it cannot promote: P-2f)." },
        { "WHO a", 5, "expected text in UTF-8, found the byte 0xC3",
          "Expected text in UTF-8, found the byte 0xC3." },
        { "", 1, "no piece stands on 7g", "No piece stands on 7g." },
        { "", 0, "The server is out of memory.", "The server is out of memory." },
        { "", 0, "", "" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        shoogi_error err = { .status = SHOOGI_PARSE_ERROR, .line = 1, .column = rows[i].column };
        strcpy(err.message, rows[i].message);
        char text[300] = "";
        shg_out out = shg_out_make(text, sizeof text);
        const size_t bytes = strlen(rows[i].line);
        shg_fault_write(&out, SHG_ENGLISH, shg_command_of_line(rows[i].line, bytes), rows[i].line,
                        bytes, &err);
        assert_string_equal(text, rows[i].sentence);
    }
}

/* The reason against a mark is kept in other languages, and a sentence ends as its language does. */
static void translated(void **state)
{
    static const struct {
        const char *code, *line;
        unsigned column;
        const char *message, *sentence;
    } rows[] = {
        { "ja", "PLAY P-2f+", 10,
          "expected the end of the move (it cannot promote: P-2f), found \"+\"",
          "「+」は要りません（成れません：P-2f）。" },
        { "de", "PLAY P*2f+", 10,
          "expected the end of the move (a drop does not promote), found \"+\"",
          "Lassen Sie „+“ weg (beim Einsetzen wird nicht befördert)." },
        { "ja", "DRAW now", 6, "expected the end of the line, found \"now\"",
          "「now」は要りません (HELP DRAW)。" },
        { "ja", "PLAY", 5, "expected <move>, found end of text",
          "PLAY には指し手が必要です。例：PLAY P-7f (HELP PLAY)" },
        { "ja", "ACCEPT", 7, "expected <challenge>, found end of text",
          "ACCEPT には募集の番号が必要です。例：ACCEPT 12 (HELP ACCEPT)" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        shoogi_error err = { .status = SHOOGI_PARSE_ERROR, .line = 1, .column = rows[i].column };
        strcpy(err.message, rows[i].message);
        char text[300] = "";
        shg_out out = shg_out_make(text, sizeof text);
        const size_t bytes = strlen(rows[i].line);
        shg_fault_write(&out, shg_language_find(rows[i].code, 2),
                        shg_command_of_line(rows[i].line, bytes), rows[i].line, bytes, &err);
        assert_string_equal(text, rows[i].sentence);
    }
}

/* Each row of foreign_words.def points to a command, and its word is not a command. */
static void foreign_words(void **state)
{
    static const struct {
        const char *word, *type, *topic;
    } rows[] = {
#define FOREIGN(word, type, topic) { word, type, topic },
#include "server/session/foreign_words.def"
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_null(shg_command_find(rows[i].word, strlen(rows[i].word)));
        assert_non_null(shg_command_of_line(rows[i].type, strlen(rows[i].type)));
        assert_true(i == 0 || strcmp(rows[i - 1].word, rows[i].word) < 0);
    }
}

/* Each example of needs.def parses. */
static void examples(void **state)
{
    static const char *const rows[][2] = {
#define NEEDS(command, what, example) { #command, example },
#include "server/session/needs.def"
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        shg_call *call = NULL;
        shoogi_error err;
        assert_int_equal(shg_call_read(&call, rows[i][1], strlen(rows[i][1]), &err), SHOOGI_OK);
        assert_string_equal(call->command->id, rows[i][0]);
        free(call);
    }
}

TEST_SUITE(fault)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts),         cmocka_unit_test(sentences), cmocka_unit_test(translated),
        cmocka_unit_test(foreign_words), cmocka_unit_test(examples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
