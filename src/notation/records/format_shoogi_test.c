/* format_shoogi_test.c: our own record. */
#include "support/records.h"
#include "base/test_suite.h"

#define HEAD  "shoogi record 1\n"
#define START HEAD "\n"

static shoogi_variant *shogi, *mini;

static const shoogi_variant *find(void *context, const char *name, size_t name_bytes)
{
    (void)context;
    return name_bytes == 4 && memcmp(name, "mini", 4) == 0 ? mini : NULL;
}

static shoogi_status read_with(shoogi_record **out, const char *text, bool keep,
                               shoogi_find_variant *how_found, shoogi_error errors[4],
                               size_t *count)
{
    const shoogi_record_read_options options = { .variant = shogi,
                                                 .find_variant = how_found,
                                                 .keep_partial = keep };
    return shoogi_record_read(out, NULL, SHOOGI_FORMAT_SHOOGI, text, strlen(text), &options, errors,
                              4, count);
}

static shoogi_record *good(const char *text)
{
    const shoogi_record_read_options options = { .variant = shogi, .find_variant = find };
    return good_record(SHOOGI_FORMAT_SHOOGI, &options, text);
}

/* The text without the line that depends on the current rules.  Owned (free). */
static char *written(const shoogi_record *record)
{
    char *text = NULL;
    size_t bytes = 0;
    uint32_t losses = 99;
    assert_int_equal(
        shoogi_record_write(&text, &bytes, &losses, SHOOGI_FORMAT_SHOOGI, record, NULL, NULL),
        SHOOGI_OK);
    assert_int_equal(losses, 0);
    char *const rules = strstr(text, "rules ");
    assert_non_null(rules);
    char *const next = strchr(rules, '\n') + 1;
    memmove(rules, next, strlen(next) + 1);
    return text;
}

static void comes_back(void **state)
{
    (void)state;
    static const char *const texts[] = {
        START,
        START "1 7g7f\n",
        START
        "* before\n& start\n1 7g7f 3\n2 3c3d 0.500\n* about it\n*\n*  of three lines\n& here\n"
        "3 8h2b+ 3600\n4 end resign white 30\n* he sighed\n2 8c8d\n3 2g2f 0\n3 end sealed none\n"
        "3 7i6h\n2 end other none 1 : a word: two\n",
        START "1 end board black checkmate\n1 end illegal-before white 0.001\n1 end other none\n",
        HEAD "black: Anna\nwhite:\nevent: a: b \n\\1st: x\n\\*: y\na\\:b\\\\c: z\n\\ : w\n"
             "\\shoogi record 1: v\nあ:  い\n\n",
        HEAD "start 4k4/9/9/9/9/9/9/9/4K4 w P 7\n\n1 5a5b\n2 P*5c\n",
        START "1 7g7f\n> 3333FU\n>\n>  and so on\n",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_record *record = good(texts[i]);
        char *text = written(record);
        assert_string_equal(text, texts[i]);
        shoogi_record *again = good(text);
        assert_null(shg_record_difference(NULL, record, again, 0));
        shoogi_record_free(again);
        shoogi_record_free(record);
        shoogi_text_free(text);
    }
}

static void the_game_is_named(void **state)
{
    (void)state;
    char text[256];
    uint64_t hash;
    assert_int_equal(shoogi_variant_hash(&hash, mini), SHOOGI_OK);
    snprintf(text, sizeof text, HEAD "game mini\nrules %016llx\n\n1 2e3d\n",
             (unsigned long long)hash);
    shoogi_record *record = good(text);
    assert_ptr_equal(shoogi_position_variant(shoogi_record_start(record)), mini);
    shoogi_record_free(record);

    shoogi_error errors[4];
    size_t count;
    const char *const other = HEAD "game mini\nrules 0123456789abcdef\n\n1 2e3d\n";
    assert_int_equal(read_with(&record, other, false, find, errors, &count), SHOOGI_OK);
    assert_int_equal(count, 1);
    snprintf(text, sizeof text,
             "warning: expected the current rules of this game, %016llx, found \"0123456789abcdef\"",
             (unsigned long long)hash);
    assert_string_equal(errors[0].message, text);
    assert_int_equal(errors[0].line, 3);
    assert_int_equal(errors[0].column, 7);
    shoogi_record_free(record);

    assert_int_equal(read_with(&record, HEAD "game chess\n", true, find, errors, &count),
                     SHOOGI_NOT_FOUND);
    assert_null(record);
    assert_string_equal(errors[0].message, "expected the name of a game, found \"chess\"");
    assert_int_equal(errors[0].line, 2);
    assert_int_equal(errors[0].column, 6);
    /* Without a look-up only the caller's variant can be meant, and it has no name. */
    assert_int_equal(read_with(&record, HEAD "game mini\n", true, NULL, errors, &count),
                     SHOOGI_NOT_FOUND);
}

static void faults_have_a_place(void **state)
{
    (void)state;
    static const reported bad[] = {
        { "", SHOOGI_PARSE_ERROR, 0, 1, "expected shoogi record 1, found end of text", 0, NULL },
        { "\nblack: x\n", SHOOGI_PARSE_ERROR, 2, 1, "expected shoogi record 1, found \"black: x\"",
          0, NULL },
        { "shoogi record 2\n", SHOOGI_PARSE_ERROR, 1, 15, "expected 1, the version, found \"2\"", 0,
          NULL },
        { HEAD "hello\n", SHOOGI_PARSE_ERROR, 2, 1,
          "expected a header, as black: Anna, or a move, found \"hello\"", 0, NULL },
        { HEAD "black: x\ngame mini\n", SHOOGI_PARSE_ERROR, 3, 1,
          "move 1: expected a header, as black: Anna, or a move, found \"game mini\"", 1, NULL },
        { HEAD "start 9/9\n", SHOOGI_PARSE_ERROR, 2, 10,
          "expected \"/\" and 7 more ranks, found end of text", 0, NULL },
        { HEAD ": x\n", SHOOGI_PARSE_ERROR, 2, 1,
          "move 1: expected a name before the colon, found \": x\"", 1, NULL },
        { START "1 7g7f\nblack: x\n", SHOOGI_PARSE_ERROR, 4, 1,
          "move 2: expected the number of a move and a move, found \"black: x\"", 2, NULL },
        { START "1 7g7f\n3 3c3d\n", SHOOGI_PARSE_ERROR, 4, 1,
          "move 2: expected a number from 1 to 2, found \"3 3c3d\"", 2, NULL },
        { START "0 7g7f\n", SHOOGI_PARSE_ERROR, 3, 1,
          "move 1: expected a number from 1 to 1, found \"0 7g7f\"", 1, NULL },
        { START "1 end resign white\n2 7g7f\n", SHOOGI_PARSE_ERROR, 4, 1,
          "move 1: expected a number from 1 to 1, found \"2 7g7f\"", 2, NULL },
        { START "1 7g7f\n2 2c2e\n", SHOOGI_ILLEGAL, 4, 3,
          "move 2: a pawn does not move from 2c to 2e", 2, NULL },
        { START "1 7g\n", SHOOGI_PARSE_ERROR, 3, 5,
          "move 1: expected the destination square, found end of text", 1, NULL },
        { START "1 7g7f x\n", SHOOGI_PARSE_ERROR, 3, 8,
          "move 2: expected a time or the end of the line, found \"x\"", 2, NULL },
        { START "1 7g7f 99999999999999999999\n", SHOOGI_PARSE_ERROR, 3, 8,
          "move 2: expected seconds, as 12 or 12.345, found \"99999999999999999999\"", 2, NULL },
        { START "1 7g7f 8796093022.208\n", SHOOGI_PARSE_ERROR, 3, 8,
          "move 2: expected seconds, as 12 or 12.345, found \"8796093022.208\"", 2, NULL },
        { START "1 end\n", SHOOGI_PARSE_ERROR, 3, 6,
          "move 1: expected how the game ended, such as resign, found end of text", 1, NULL },
        { START "1 end lost black\n", SHOOGI_PARSE_ERROR, 3, 7,
          "move 1: expected how the game ended, such as resign, found \"lost black\"", 1, NULL },
        { START "1 end none black\n", SHOOGI_PARSE_ERROR, 3, 7,
          "move 1: expected how the game ended, such as resign, found \"none black\"", 1, NULL },
        { START "1 end resign\n", SHOOGI_PARSE_ERROR, 3, 13,
          "move 1: expected who won, such as black, found end of text", 1, NULL },
        { START "1 end resign white why\n", SHOOGI_PARSE_ERROR, 3, 20,
          "move 1: expected a reason, a time or the end of the line, found \"why\"", 2, NULL },
        { START "> a\n* b\n", SHOOGI_PARSE_ERROR, 4, 1,
          "move 1: expected > and an unparsed line, found \"* b\"", 1, NULL },
    };
    const shoogi_record_read_options options = { .variant = shogi,
                                                 .find_variant = find,
                                                 .keep_partial = true };
    for (size_t i = 0; i < COUNT(bad); i++)
        expect_reported_from_line(SHOOGI_FORMAT_SHOOGI, &options, &bad[i]);
}

/* A line that came twice is no variation, and a quoted line no rest. */
static void doubled_and_quoted_lines_are_reported(void **state)
{
    (void)state;
    static const reported odd[] = {
        { START "1 7g7f\n2 3c3d\n2 3c3d\n3 2g2f\n", SHOOGI_OK, 5, 1,
          "warning: expected another move than that of the line before, found \"2 3c3d\"", 5, NULL },
        { START "1 7g7f\n2 end resign black\n2 end resign black\n", SHOOGI_OK, 5, 1,
          "warning: expected another move than that of the line before, found "
          "\"2 end resign black\"",
          4, NULL },
        { START "1 7g7f\n> 2 3c3d\n", SHOOGI_OK, 4, 1,
          "warning: expected a move or an end without >, found \"> 2 3c3d\"", 2, "2 3c3d" },
        { START "1 7g7f\n> 2 end resign black\n", SHOOGI_OK, 4, 1,
          "warning: expected a move or an end without >, found \"> 2 end resign black\"", 2,
          "2 end resign black" },
    };
    const shoogi_record_read_options options = { .variant = shogi };
    for (size_t i = 0; i < COUNT(odd); i++)
        expect_reported(SHOOGI_FORMAT_SHOOGI, &options, &odd[i]);
}

/* Cut anywhere, a text is rejected or read, and what is kept can be written. */
static void cut_at_every_length(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "black: Anna\nstart 4k4/9/9/9/9/9/9/9/4K4 b P 7\n\n* a\n1 5i5h 1.5\n"
             "& b\n2 end resign black 3\n1 P*5d\n> rest\n";
    for (size_t bytes = 0; bytes < sizeof text; bytes++) {
        char *const cut = malloc(bytes > 0 ? bytes : 1);
        assert_non_null(cut);
        memcpy(cut, text, bytes);
        const shoogi_record_read_options options = { .variant = shogi, .keep_partial = true };
        shoogi_record *record = NULL;
        shoogi_error err = { .status = SHOOGI_OK };
        size_t count = 0, used = 0;
        const shoogi_status status = shoogi_record_read(&record, &used, SHOOGI_FORMAT_SHOOGI, cut,
                                                        bytes, &options, &err, 1, &count);
        assert_int_equal(used, bytes);
        assert_true(status == SHOOGI_OK || (count == 1 && err.message[0] != '\0'));
        if (record)
            free(written(record));
        shoogi_record_free(record);
        free(cut);
    }
}

static void several_in_one_text(void **state)
{
    (void)state;
    const char *at = START "1 7g7f\n\n" START "1 7g7e\n1 2g2f\n" START "1 3g3f\n";
    static const shoogi_status expected[] = { SHOOGI_OK, SHOOGI_ILLEGAL, SHOOGI_OK };
    for (size_t i = 0; i < COUNT(expected); i++) {
        const shoogi_record_read_options options = { .variant = shogi, .keep_partial = true };
        shoogi_record *record = NULL;
        size_t used = 0;
        assert_int_equal(shoogi_record_read(&record, &used, SHOOGI_FORMAT_SHOOGI, at, strlen(at),
                                            &options, NULL, 0, NULL),
                         expected[i]);
        assert_int_equal(shoogi_record_node_count(record), i == 1 ? 1 : 2);
        if (i == 1)
            assert_string_equal(shoogi_record_unparsed(record), "1 7g7e\n1 2g2f\n");
        shoogi_record_free(record);
        at += used;
    }
    assert_string_equal(at, "");
}

static int set_up(void **state)
{
    (void)state;
    shogi = load_variant("shogi");
    mini = load_variant("mini");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    shoogi_variant_free(shogi);
    shoogi_variant_free(mini);
    return 0;
}

TEST_SUITE(format_shoogi)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comes_back),
        cmocka_unit_test(the_game_is_named),
        cmocka_unit_test(faults_have_a_place),
        cmocka_unit_test(doubled_and_quoted_lines_are_reported),
        cmocka_unit_test(cut_at_every_length),
        cmocka_unit_test(several_in_one_text),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
