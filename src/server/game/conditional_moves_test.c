/* conditional_moves_test.c: trees of conditional moves, as text. */
#include "server/game/conditional_moves.h"
#include "base/test_suite.h"

#include "support/server.h"

static void expect_plan(const shg_out *out, const char *wanted)
{
    assert_string_equal(out->bytes, wanted);
}

static void adding_lines_to_a_plan(void **state)
{
    (void)state;
    static const struct {
        const char *plan, *line, *wanted;
    } rows[] = {
        { "", "a b", "a b\n" },
        { "a b\n", "a b", "a b\n" },
        { "a b\n", "c d", "a b\nc d\n" },
        { "a b\n", "a b c d", "a b c d\n" },
        { "a b c d\n", "a b", "a b c d\n" }, /* no change */
        { "a b c d\n", "a b e f", "a b c d\na b e f\n" },
        { "a b c d\n", "a x",
          "a x\n" }, /* a different answer: what followed the old one is removed */
        { "a b c d\na b e f\nx y\n", "a z e f", "x y\na z e f\n" },
        { "a b c d\na b e f\n", "a b e g", "a b c d\na b e g\n" },
        { "aa b\n", "a b", "aa b\na b\n" },
        { "a bb\n", "a b", "a b\n" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[200];
        shg_out out = shg_out_make(text, sizeof text);
        shg_plan_add(&out, rows[i].plan, rows[i].line);
        expect_plan(&out, rows[i].wanted);
    }
}

static void taking_out(void **state)
{
    (void)state;
    static const struct {
        const char *plan, *line, *wanted;
    } rows[] = {
        { "a b\nc d\n", "", "" },         { "a b\nc d\n", "a", "c d\n" },
        { "a b\nc d\n", "a b", "c d\n" }, { "a b c d\na b e f\n", "a b e", "a b c d\n" },
        { "a b\n", "a b c", "a b\n" },    { "aa b\n", "a", "aa b\n" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[200];
        shg_out out = shg_out_make(text, sizeof text);
        shg_plan_without(&out, rows[i].plan, rows[i].line);
        expect_plan(&out, rows[i].wanted);
    }
}

static void answering(void **state)
{
    (void)state;
    static const struct {
        const char *plan, *move, *answer, *rest;
    } rows[] = {
        { "a b\nc d\n", "a", "b", "" },
        { "a b\nc d\n", "c", "d", "" },
        { "a b\nc d\n", "b", NULL, "" },
        { "a b\nc d\n", "", NULL, "" },
        { "", "a", NULL, "" },
        { "a b c d\nx y\na b e f g h\n", "a", "b", "c d\ne f g h\n" },
        { "aa b\n", "a", NULL, "" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[200], answer[SHOOGI_MOVE_TEXT_BYTES] = "";
        shg_out out = shg_out_make(text, sizeof text);
        assert_int_equal(shg_plan_answer(answer, &out, rows[i].plan, rows[i].move),
                         rows[i].answer != NULL);
        assert_string_equal(answer, rows[i].answer ? rows[i].answer : "");
        expect_plan(&out, rows[i].rest);
    }
}

TEST_SUITE(conditional_moves)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adding_lines_to_a_plan),
        cmocka_unit_test(taking_out),
        cmocka_unit_test(answering),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
