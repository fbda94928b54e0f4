/* kitao_test.c: moves in the notation of Kitao and Kawasaki. */
#include "support/notation.h"
#include "base/test_suite.h"

/* A position, a move in USI, the destination of the move before it in USI, its text, and other texts for it. */
static const struct {
    const char *game, *sfen, *usi, *previous, *text;
    const char *also[3];
} texts[] = {
    { "shogi", NULL, "7g7f", NULL, "歩-76", { "歩兵-76", "歩(77)-76" } },
    { "shogi", "9/1r7/9/9/9/9/9/7B1/9 b - 1", "2h8b+", NULL, "角x82+", { "角-82+", "角行×82+" } },
    { "shogi", "9/1r7/9/9/9/9/9/7B1/9 b - 1", "2h8b+", "8b", "角x+", { "角x82+", "角X+" } },
    { "shogi", "9/1r7/9/9/9/9/9/7B1/9 b - 1", "2h8b", "8b", "角x=", { "角x" } },
    { "shogi", NULL, "4i5h", NULL, "金(49)-58", { NULL } },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b S 1", "S*3c", NULL, "銀*33", { NULL } },
    { "shogi", "4k4/9/9/9/9/9/9/3+S5/4K4 b - 1", "6h5h", NULL, "+銀-58", { "成銀-58", "全-58" } },
    { "shogi", "4k4/9/9/9/9/9/9/3+P5/4K4 b - 1", "6h5h", NULL, "と-58", { NULL } },
    { "shogi", "9/2P6/9/9/9/9/9/9/9 b - 1", "7b7a+", NULL, "歩-71+", { NULL } },
    { "mortal", "4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "5c5b+S", NULL, "歩-52+銀", { "歩-52+銀将" } },
    { "chu", "12/12/12/12/12/12/12/12/12/12/k4B6/K11 b - 1", "7k12f", NULL, "角-c6", { NULL } },
    { "chu", "12/12/12/12/12/12/12/12/12/12/k4B6/K11 b - 1", "7k6l", NULL, "角-6c", { NULL } },
    /* one kanji is one piece, whatever it was before */
    { "chu", "12/12/12/12/12/12/4E1+I5/12/12/12/k11/K11 b - 1", "8g7f", NULL, "象(87)-76", { NULL } },
    { "chu", "12/12/12/12/12/5p6/5N6/12/12/12/k11/K11 b - 1", "7g7f7g", NULL, "獅x!76", { NULL } },
    { "chu", "12/12/12/12/12/5p6/5N6/12/12/12/k11/K11 b - 1", "7g7f6e", NULL, "獅x76-65", { NULL } },
    { "tori", "3k3/7/7/7/7/7/3K3 b LR 1", "L*4d", NULL, "L*44", { NULL } },
    { "chu",
      "12/12/12/12/6p5/5p6/5N6/12/12/12/k11/K11 b - 1",
      "7g7f6e",
      NULL,
      "獅x76x65",
      { "獅子(77)x76x65" } },
};

static shoogi_square square_of(const shoogi_variant *v, const char *usi)
{
    shoogi_square square = SHOOGI_NO_SQUARE;
    if (usi)
        assert_int_equal(shoogi_square_read(&square, v, usi, strlen(usi)), strlen(usi));
    return square;
}

static void expect_read(const shoogi_position *position, const char *text, shoogi_square previous,
                        shoogi_move move)
{
    shoogi_move read = 0;
    shoogi_error err;
    if (shoogi_kitao_read(&read, position, text, strlen(text), previous, &err) != SHOOGI_OK)
        fail_msg("%s: %u: %s", text, err.column, err.message);
    if (read != move)
        fail_msg("%s is read as another move", text);
}

static void texts_and_moves(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_variant *v = load_variant(texts[i].game);
        shoogi_position *position = make_position(v, texts[i].sfen);
        const shoogi_square previous = square_of(v, texts[i].previous);
        shoogi_move move = 0;
        assert_int_equal(shoogi_usi_read(&move, position, texts[i].usi, strlen(texts[i].usi), NULL),
                         SHOOGI_OK);
        char text[SHOOGI_JAPANESE_TEXT_BYTES];
        assert_int_equal(shoogi_kitao_write(text, sizeof text, position, move, previous),
                         strlen(texts[i].text));
        assert_string_equal(text, texts[i].text);
        expect_read(position, text, previous, move);
        for (size_t k = 0; k < COUNT(texts[i].also) && texts[i].also[k]; k++)
            expect_read(position, texts[i].also[k], previous, move);
        shoogi_position_free(position);
        shoogi_variant_free(v);
    }
}

static void faults_have_a_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        shoogi_status status;
        uint32_t column;
        const char *message;
    } bad[] = {
        { "", SHOOGI_PARSE_ERROR, 1, "expected a piece of this game, found end of text" },
        { "象-76", SHOOGI_PARSE_ERROR, 1, "expected a piece of this game, found \"象-76\"" },
        { "歩76", SHOOGI_PARSE_ERROR, 2, "expected \"-\", \"x\" or \"*\", found \"76\"" },
        { "歩-", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, in two numbers, found end of text" },
        { "歩-7a", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, in two numbers, found \"7a\"" },
        { "歩(7-76", SHOOGI_PARSE_ERROR, 3,
          "expected the square it comes from, and \")\", found \"7-76\"" },
        { "歩-76!", SHOOGI_PARSE_ERROR, 5,
          "expected \"+\", \"=\" or the end of the move, found \"!\"" },
        { "金-58", SHOOGI_PARSE_ERROR, 1, "expected one move, found several: ５八金右, ５八金左" },
        { "歩-75", SHOOGI_ILLEGAL, 1, "none of 9 such pieces can move there" },
        { "歩*55", SHOOGI_ILLEGAL, 1, "you have no pawn in hand" },
        { "--", SHOOGI_ILLEGAL, 1, "no piece can step out and back" },
    };
    shoogi_variant *shogi = load_variant("shogi");
    shoogi_position *position = make_position(shogi, NULL);
    for (size_t i = 0; i < COUNT(bad); i++) {
        shoogi_move move = 77;
        shoogi_error err = { .status = SHOOGI_OK };
        const shoogi_status status = shoogi_kitao_read(&move, position, bad[i].text,
                                                       strlen(bad[i].text), SHOOGI_NO_SQUARE, &err);
        if (status != bad[i].status || err.status != status || err.column != bad[i].column ||
            strcmp(err.message, bad[i].message) != 0)
            fail_msg("%s: %u: %s", bad[i].text, err.column, err.message);
        assert_int_equal(move, 77);
    }
    shoogi_position_free(position);
    shoogi_variant_free(shogi);
}

TEST_SUITE(kitao)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_and_moves),
        cmocka_unit_test(faults_have_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
