/* options_test.c: parsing the arguments of a command, valid ones in any order, and every error. */
#include "cli/options.h"
#include "base/test_suite.h"
#include "cli/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 24, MESSAGE_BYTES = 256 };

/* The results of one call. */
typedef struct filled {
    const char *name;
    cli_list list;
    bool flag, short_flag;
    unsigned number;
    size_t word_count;
    char words[64];              /* separated by spaces */
    char message[MESSAGE_BYTES]; /* from standard error, without its newline */
} filled;

/* Splits a line into words; argv[0] is the command. */
static int cut(char *line, char **argv)
{
    int argc = 0;
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        assert_in_range(argc, 0, ARGUMENTS_MAX - 1);
        argv[argc++] = word;
    }
    return argc;
}

/* Parses a line of arguments and captures standard error. */
static int read_line(filled *out, const char *line, const char *words)
{
    static char copy[1024]; /* the words point into it */
    char *argv[ARGUMENTS_MAX];
    *out = (filled){ .number = 7 };
    const cli_option options[] = {
        { .name = "name", .value = "TEXT", .help = "a text", .text = &out->name },
        { .name = "each", .value = "TEXT", .help = "several", .list = &out->list },
        { .name = "flag", .help = "a flag", .given = &out->flag },
        { .name = "n", .help = "a short flag", .given = &out->short_flag },
        { .name = "count",
          .value = "N",
          .help = "a number",
          .read = cli_read_number,
          .into = &out->number,
          .noun = "things",
          .least = 2,
          .most = 20 },
    };
    const cli_arguments arguments = { .help = "Tests.",
                                      .options = options,
                                      .option_count = sizeof options / sizeof options[0],
                                      .words = words };
    snprintf(copy, sizeof copy, "show %s", line);
    const int argc = cut(copy, argv);
    FILE *const caught = tmpfile();
    const int kept = dup(STDERR_FILENO);
    assert_non_null(caught);
    fflush(stderr);
    assert_int_equal(dup2(fileno(caught), STDERR_FILENO), STDERR_FILENO);
    const int status = cli_arguments_read(&out->word_count, &arguments, argc, argv);
    fflush(stderr);
    assert_int_equal(dup2(kept, STDERR_FILENO), STDERR_FILENO);
    close(kept);
    rewind(caught);
    out->message[fread(out->message, 1, sizeof out->message - 1, caught)] = '\0';
    out->message[strcspn(out->message, "\n")] = '\0';
    fclose(caught);
    for (size_t i = 1; status == CLI_GO_ON && i <= out->word_count; i++)
        snprintf(out->words + strlen(out->words), sizeof out->words - strlen(out->words), "%s%s",
                 i > 1 ? " " : "", argv[i]);
    return status;
}

static void what_is_taken(void **state)
{
    static const struct {
        const char *line, *called, *words, *name, *each;
        bool flag, short_flag;
        unsigned number;
    } cases[] = {
        { "", NULL, "", NULL, "", false, false, 7 },
        { "--name x", NULL, "", "x", "", false, false, 7 },
        { "--name=x", NULL, "", "x", "", false, false, 7 },
        { "--name=", NULL, "", "", "", false, false, 7 },
        { "--name=a=b", NULL, "", "a=b", "", false, false, 7 },
        { "--name --flag", NULL, "", "--flag", "", false, false, 7 }, /* any text can be a value */
        { "a --flag b -n", "ONE TWO", "a b", NULL, "", true, true, 7 },
        { "--each 1 --each=2", NULL, "", NULL, "12", false, false, 7 },
        { "--count 2", NULL, "", NULL, "", false, false, 2 },
        { "--count=20", NULL, "", NULL, "", false, false, 20 },
        { "a", "FILE...", "a", NULL, "", false, false, 7 },
        { "a b c", "FILE...", "a b c", NULL, "", false, false, 7 },
        { "", "[FILE]", "", NULL, "", false, false, 7 },
        { "a", "[FILE]", "a", NULL, "", false, false, 7 },
        { "-- --name x", "ONE TWO", "--name x", NULL, "", false, false, 7 },
        { "-", "FILE", "-", NULL, "", false, false, 7 }, /* standard input */
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        filled got;
        if (read_line(&got, cases[i].line, cases[i].called) != CLI_GO_ON)
            fail_msg("\"%s\": %s", cases[i].line, got.message);
        assert_string_equal(got.words, cases[i].words);
        assert_string_equal(got.message, "");
        assert_int_equal(got.name != NULL, cases[i].name != NULL);
        if (cases[i].name)
            assert_string_equal(got.name, cases[i].name);
        assert_int_equal(got.list.count, strlen(cases[i].each));
        for (size_t k = 0; k < got.list.count; k++)
            assert_int_equal(got.list.each[k][0], cases[i].each[k]);
        assert_int_equal(got.flag, cases[i].flag);
        assert_int_equal(got.short_flag, cases[i].short_flag);
        assert_int_equal(got.number, cases[i].number);
    }
}

static void what_is_refused(void **state)
{
    static const struct {
        const char *line, *called, *message;
    } cases[] = {
        { "--nmae x", NULL, "expected an option of this command, perhaps --name, found \"--nmae\"" },
        { "--what", NULL,
          "expected an option of this command (--help lists them), found \"--what\"" },
        { "-name x", NULL,
          "expected an option of this command (--help lists them), found \"-name\"" },
        { "--n", NULL, "expected an option of this command, perhaps -n, found \"--n\"" },
        { "-n=1", NULL, "expected an option of this command (--help lists them), found \"-n=1\"" },
        { "--name", NULL, "expected TEXT after --name, found end of text" },
        { "--name a --name b", NULL, "expected --name only once, found \"--name\"" },
        { "--name= --name b", NULL, "expected --name only once, found \"--name\"" },
        { "--flag --flag", NULL, "expected --flag only once, found \"--flag\"" },
        { "-n -n", NULL, "expected -n only once, found \"-n\"" },
        { "--count 3 --count 3", NULL, "expected --count only once, found \"--count\"" },
        { "--flag=1", NULL, "expected nothing after --flag, found \"=1\"" },
        { "--count 1", NULL, "expected things from 2 to 20, found \"1\"" },
        { "--count 21", NULL, "expected things from 2 to 20, found \"21\"" },
        { "--count 3x", NULL, "expected things from 2 to 20, found \"3x\"" },
        { "--count -3", NULL, "expected things from 2 to 20, found \"-3\"" },
        { "--count=", NULL, "expected things from 2 to 20, found end of text" },
        { "--count 99999999999999999999", NULL,
          "expected things from 2 to 20, found \"99999999999999999999\"" },
        { "a", NULL, "expected no more words, found \"a\"" },
        { "a b", "[FILE]", "expected no more words, found \"b\"" },
        { "a", "ONE TWO", "expected TWO, found end of text" },
        { "", "FILE...", "expected FILE, found end of text" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        filled got;
        char whole[MESSAGE_BYTES];
        snprintf(whole, sizeof whole, "shoogi show: %s", cases[i].message);
        if (read_line(&got, cases[i].line, cases[i].called) != CLI_BAD ||
            strcmp(got.message, whole) != 0)
            fail_msg("\"%s\": expected \"%s\", found \"%s\"", cases[i].line, whole, got.message);
    }
}

/* Typed values are parsed after all arguments have been checked: other errors are reported first. */
static void types_are_read_last(void **state)
{
    filled got;
    (void)state;
    assert_int_equal(read_line(&got, "--count 1 --what", NULL), CLI_BAD);
    assert_non_null(strstr(got.message, "--what"));
    assert_int_equal(got.number, 7);
}

static void lists_have_a_bound(void **state)
{
    char line[CLI_LIST_MAX * 10 + 20] = "";
    filled got;
    (void)state;
    for (int i = 0; i < CLI_LIST_MAX; i++)
        strcat(line, "--each=x ");
    assert_int_equal(read_line(&got, line, NULL), CLI_GO_ON);
    assert_int_equal(got.list.count, CLI_LIST_MAX);
    strcat(line, "--each=x");
    assert_int_equal(read_line(&got, line, NULL), CLI_BAD);
    assert_non_null(strstr(got.message, "--each at most 16 times"));
}

TEST_SUITE(options)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_taken),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(types_are_read_last),
        cmocka_unit_test(lists_have_a_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
