#include "server/session/command.h"
#include "server/session/command_ids.h"
#include "base/test_suite.h"

#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static const struct {
    const char *line;
    int command;
    const char *options, *argument;
    int64_t number;
} good[] = {
    { "BOARD", SHG_COMMAND_board, "", "", 0 },
    { "  b  ", SHG_COMMAND_board, "", "", 0 },
    { "Refresh -O 12", SHG_COMMAND_board, "o", "12", 12 },
    { "b   -o   -o  007 ", SHG_COMMAND_board, "o", "007", 7 },
    { "m -n 3", SHG_COMMAND_moves, "n", "3", 3 },
    { "?", SHG_COMMAND_help, "", "", 0 },
    { "?board", SHG_COMMAND_help, "", "board", 0 },
    { "? board now ", SHG_COMMAND_help, "", "board now", 0 },
    { "?-n *", SHG_COMMAND_help, "n", "*", 0 },
    { "H", SHG_COMMAND_help, "", "", 0 },
    { "s", SHG_COMMAND_stat, "", "", 0 },
    { "Stat", SHG_COMMAND_stat, "", "", 0 },
    { "w *nen", SHG_COMMAND_who, "", "*nen", 0 },
    { "play  P-7f", SHG_COMMAND_play, "", "P-7f", 0 },
    { "play --", SHG_COMMAND_play, "", "--", 0 },
    { "play B 8h-2b; +B-2b", SHG_COMMAND_play, "", "B 8h-2b; +B-2b", 0 },
    { "say  Hello,  you ", SHG_COMMAND_say, "", "Hello,  you", 0 },
    { "SAY -o is an option", SHG_COMMAND_say, "", "-o is an option", 0 },
    { "remove 9223372036854775807", SHG_COMMAND_remove, "", "9223372036854775807", INT64_MAX },
    { "n -v tori * P-7f -v stays", SHG_COMMAND_new, "v", "* P-7f -v stays", 0 },
    { "NEW", SHG_COMMAND_new, "", "", 0 },
};

/* Rows: GEN.4 */
static void reads(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        shg_call *call = NULL;
        shoogi_error err = { 0 };
        if (shg_call_read(&call, good[i].line, strlen(good[i].line), &err) != SHOOGI_OK)
            fail_msg("%s: %s", good[i].line, err.message);
        assert_ptr_equal(call->command, &shg_commands[good[i].command]);
        uint32_t options = 0;
        for (const char *o = good[i].options; *o; o++)
            options |= 1u << (*o - 'a');
        assert_int_equal(call->options, options);
        assert_int_equal(call->argument.bytes, strlen(good[i].argument));
        assert_memory_equal(shg_call_text(call, call->argument), good[i].argument,
                            call->argument.bytes);
        assert_true(call->number == good[i].number);
        free(call);
    }
}

static const struct {
    const char *line;
    shoogi_status status;
    uint32_t column;
    const char *message;
} bad[] = {
    { "R", SHOOGI_NOT_FOUND, 1, "a command (HELP COMMAND-LIST lists them), found \"R\"" },
    { "  boar 3", SHOOGI_NOT_FOUND, 3, "a command (HELP COMMAND-LIST lists them), found \"boar\"" },
    { "p-7f", SHOOGI_NOT_FOUND, 1, "a command (HELP COMMAND-LIST lists them), found \"p-7f\"" },
    { "%ls", SHOOGI_NOT_FOUND, 1, "a command (HELP COMMAND-LIST lists them), found \"%ls\"" },
    { "board -x 3", SHOOGI_PARSE_ERROR, 7, "the option -o or -a SQUARE, found \"-x\"" },
    { "board -", SHOOGI_PARSE_ERROR, 7, "the option -o or -a SQUARE, found \"-\"" },
    { "board -on", SHOOGI_PARSE_ERROR, 7, "the option -o or -a SQUARE, found \"-on\"" },
    { "draw -x", SHOOGI_PARSE_ERROR, 6, "no option, as this command has none, found \"-x\"" },
    { "games all", SHOOGI_PARSE_ERROR, 7, "the end of the line, found \"all\"" },
    { "board x", SHOOGI_PARSE_ERROR, 7, "the number of a game, found \"x\"" },
    { "board 3 -o", SHOOGI_PARSE_ERROR, 9, "the end of the line, found \"-o\"" },
    { "board 9223372036854775808", SHOOGI_PARSE_ERROR, 7,
      "the number of a game, found \"9223372036854775808\"" },
    { "board 0", SHOOGI_PARSE_ERROR, 7, "a number from 1 on, found \"0\"" },
    { "remove", SHOOGI_PARSE_ERROR, 7, "<number>, found end of text" },
    { "play", SHOOGI_PARSE_ERROR, 5, "<move>, found end of text" },
    { "say   ", SHOOGI_PARSE_ERROR, 7, "<text>, found end of text" },
    { "new -v", SHOOGI_PARSE_ERROR, 7, "VARIANT after -v, found end of text" },
    { "new -x 5 * P-7f", SHOOGI_PARSE_ERROR, 5,
      "one of the options -v -s -c -t -g -i -r -u -p -b -e -l -f, found \"-x\"" },
    { "who a<b", SHOOGI_PARSE_ERROR, 8, "> at the end of the group, found end of text" },
    { "\xC3\xA4 @", SHOOGI_NOT_FOUND, 1,
      "a command (HELP COMMAND-LIST lists them), found \"\xC3\xA4\"" },
    { "who \xC3\xA4@", SHOOGI_PARSE_ERROR, 6, "a ? or a group somewhere before @, found \"@\"" },
};

/* Rows: GEN.1 GEN.4 GEN.5 */
static void refuses(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        shg_call *call = NULL;
        shoogi_error err = { 0 };
        const shoogi_status status = shg_call_read(&call, bad[i].line, strlen(bad[i].line), &err);
        assert_null(call);
        assert_int_equal(status, bad[i].status);
        assert_memory_equal(err.message, "expected ", 9);
        assert_string_equal(err.message + 9, bad[i].message);
        if (err.column != bad[i].column)
            fail_msg("%s: column %u", bad[i].line, (unsigned)err.column);
    }
}

/* Rows: GEN.2 */
static void second_names(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        { "B", "BOARD" }, { "REFRESH", "BOARD" }, { "G", "GAMES" },    { "H", "HELP" },
        { "?", "HELP" },  { "M", "MOVES" },       { "N", "NEW" },      { "U", "UNDO" },
        { "S", "STAT" },  { "W", "WHO" },         { "STATS", "USER" }, { "PUSH", "SHELL" },
        { "!", "SHELL" },
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        const shg_command *command = shg_command_find(same[i][0], strlen(same[i][0]));
        assert_non_null(command);
        assert_ptr_equal(command, shg_command_find(same[i][1], strlen(same[i][1])));
    }
    assert_ptr_not_equal(shg_command_find("STAT", 4), shg_command_find("STATS", 5));
    /* No other command has a name of one or two letters. */
    static const char known[] = "BGHMNSUW";
    for (char a = 'A'; a <= 'Z'; a++) {
        assert_int_equal(shg_command_find(&a, 1) != NULL, strchr(known, a) != NULL);
        for (char b = 'A'; b <= 'Z'; b++)
            assert_null(shg_command_find((const char[]){ a, b }, 2));
    }
}

static void blanks(void **state)
{
    (void)state;
    shg_call *call = NULL;
    assert_int_equal(shg_call_read(&call, "", 0, NULL), SHOOGI_OK);
    assert_null(call);
    assert_int_equal(shg_call_read(&call, "    ", 4, NULL), SHOOGI_OK);
    assert_null(call);
}

/* Rows are well formed: unique names, unique option letters, help that ends its lines. */
static void rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < SHG_COMMANDS; i++) {
        const char *name;
        size_t bytes;
        for (size_t n = 0; shg_command_name(&name, &bytes, &shg_commands[i], n); n++)
            assert_ptr_equal(shg_command_find(name, bytes), &shg_commands[i]);
        const char *help = shg_commands[i].help;
        assert_true(help[0] != '\0' && help[strlen(help) - 1] == '\n');
        assert_true(strlen(shg_commands[i].brief) < 60);
        char usage[80];
        shg_out out = shg_out_make(usage, sizeof usage);
        shg_command_usage(&out, &shg_commands[i]);
        assert_true(out.length > 0 && out.length < sizeof usage);
    }
    char usage[80];
    shg_out out = shg_out_make(usage, sizeof usage);
    shg_command_usage(&out, &shg_commands[SHG_COMMAND_board]);
    assert_string_equal(usage, "BOARD [-o] [-a SQUARE] [<gid>]");
}

TEST_SUITE(command)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads),  cmocka_unit_test(refuses), cmocka_unit_test(second_names),
        cmocka_unit_test(blanks), cmocka_unit_test(rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
