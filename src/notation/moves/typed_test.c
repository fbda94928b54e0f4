/* typed_test.c: moves read in any notation. */
#include "support/notation.h"
#include "base/test_suite.h"

/* A position, the text, the move in USI, and whether its promotion is open. */
static const struct {
    const char *game, *sfen, *text, *usi;
    bool open;
} moves[] = {
    { "shogi", NULL, "7g7f", "7g7f", false },
    { "shogi", NULL, "P-7f", "7g7f", false },
    { "shogi", NULL, "p-76", "7g7f", false },
    { "shogi", NULL, "７六歩", "7g7f", false },
    { "shogi", NULL, "☗76歩", "7g7f", false },
    { "shogi", NULL, "歩-76", "7g7f", false },
    { "shogi", NULL, "P 7g-7f", "7g7f", false },
    { "shogi", NULL, "c3-c4", "7g7f", false },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b S 1", "S*7c", "S*7c", false },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b S 1", "７三銀打", "S*7c", false },
    /* USI says that it does not promote, Western notation leaves it open. */
    { "shogi", "4k4/9/9/9/9/9/9/1B7/4K4 b - 1", "8h2b", "8h2b", false },
    { "shogi", "4k4/9/9/9/9/9/9/1B7/4K4 b - 1", "B-2b", "8h2b", true },
    { "shogi", "4k4/9/9/9/9/9/9/1B7/4K4 b - 1", "B-2b+", "8h2b+", false },
    { "shogi", "4k4/9/9/9/9/9/9/1B7/4K4 b - 1", "２二角成", "8h2b+", false },
    { "shogi", "4k4/9/9/9/9/9/9/1B7/4K4 b - 1", "B 8h-2b; +B-2b", "8h2b+", false },
    { "chu", "5k6/12/12/6p5/6p5/6N5/12/12/12/12/12/5K6 b - 1", "Nx6ex6d", "6f6e6d", false },
    { "chu", "5k6/12/12/6p5/6p5/6N5/12/12/12/12/12/5K6 b - 1", "Nx!6e", "6f6e6f", false },
    { "chu", "5k6/12/12/6p5/6p5/6N5/12/12/12/12/12/5K6 b - 1", "--", "6f5e6f", false },
};

static void any_notation(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(moves); i++) {
        shoogi_variant *v = load_variant(moves[i].game);
        shoogi_position *position = make_position(v, moves[i].sfen);
        shoogi_parsed_move read;
        shoogi_error err;
        if (shoogi_move_read_any(&read, position, moves[i].text, strlen(moves[i].text), &err) !=
            SHOOGI_OK)
            fail_msg("%s: %u: %s", moves[i].text, err.column, err.message);
        char usi[SHOOGI_MOVE_TEXT_BYTES];
        shoogi_usi_write(usi, sizeof usi, position, read.move);
        assert_string_equal(usi, moves[i].usi);
        assert_int_equal(read.promotion_open, moves[i].open);
        shoogi_position_free(position);
        shoogi_variant_free(v);
    }
}

/* 同 is the destination of the position's last move. */
static void the_same_square(void **state)
{
    (void)state;
    shoogi_variant *v = load_variant("shogi");
    shoogi_position *position = make_position(v, NULL);
    for (size_t i = 0; i < 3; i++) {
        static const char *const texts[] = { "７六歩", "P-3d", "Bx2b+" };
        shoogi_parsed_move read;
        assert_int_equal(shoogi_move_read_any(&read, position, texts[i], strlen(texts[i]), NULL),
                         SHOOGI_OK);
        assert_int_equal(shoogi_position_do(position, read.move), SHOOGI_OK);
    }
    shoogi_parsed_move read;
    assert_int_equal(shoogi_move_read_any(&read, position, "同銀", strlen("同銀"), NULL),
                     SHOOGI_OK);
    char usi[SHOOGI_MOVE_TEXT_BYTES];
    shoogi_usi_write(usi, sizeof usi, position, read.move);
    assert_string_equal(usi, "3a2b");
    shoogi_position_free(position);
    shoogi_variant_free(v);
}

/* Texts at the start of Shogi, the status, a part of the message. */
static const struct {
    const char *text;
    shoogi_status status;
    const char *message;
} faults[] = {
    { "", SHOOGI_PARSE_ERROR, "expected a move, found end of text" },
    { "Pz", SHOOGI_PARSE_ERROR, "expected" },
    { "nonsense", SHOOGI_PARSE_ERROR, "expected" },
    { "resign", SHOOGI_PARSE_ERROR, "expected" },
    { "draw", SHOOGI_PARSE_ERROR, "expected" },
    { "７九十歩", SHOOGI_PARSE_ERROR, "expected" },
    { "7g7e", SHOOGI_ILLEGAL, "" },
    { "P-7e", SHOOGI_ILLEGAL, "" },
    { "７五歩", SHOOGI_ILLEGAL, "" },
    /* typing errors in Western notation, which are no illegal moves of Game Courier */
    { "P-7j", SHOOGI_PARSE_ERROR, "expected" },
    { "P 2f", SHOOGI_PARSE_ERROR, "expected" },
    { "P*2f", SHOOGI_PARSE_ERROR, "expected" },
    { "P 7g-7e", SHOOGI_PARSE_ERROR, "expected" },
    { "G-5h", SHOOGI_PARSE_ERROR, "4i" },
    { "５八金", SHOOGI_PARSE_ERROR, "expected" },
};

static void no_move(void **state)
{
    (void)state;
    shoogi_variant *v = load_variant("shogi");
    shoogi_position *position = make_position(v, NULL);
    for (size_t i = 0; i < COUNT(faults); i++) {
        shoogi_parsed_move untouched = { .move = 77, .promotion_open = true };
        shoogi_error err = { 0 };
        const shoogi_status status = shoogi_move_read_any(&untouched, position, faults[i].text,
                                                          strlen(faults[i].text), &err);
        if (status != faults[i].status || !strstr(err.message, faults[i].message))
            fail_msg("%s: %d: %s", faults[i].text, (int)status, err.message);
        assert_int_equal(err.status, status);
        assert_true(err.message[0] != '\0');
        assert_int_equal(untouched.move, 77);
    }
    shoogi_position_free(position);
    shoogi_variant_free(v);
}

TEST_SUITE(typed)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_notation),
        cmocka_unit_test(the_same_square),
        cmocka_unit_test(no_move),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
