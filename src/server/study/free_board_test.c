/* free_board_test.c: set-ups of free boards, and lines of actions on them. */
#include "server/study/free_board.h"
#include "base/test_suite.h"

#include "support/server.h"

#include <stdio.h>

#define SHOGI "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"

static shg_free_board board_of(const char *text)
{
    shg_free_board board;
    shoogi_error err = { 0 };
    if (shg_free_setup_read(&board, text, strlen(text), &err) != SHOOGI_OK)
        fail_msg("%s: %u:%u: %s", text, err.line, err.column, err.message);
    return board;
}

static void tables_are_read(void **state)
{
    (void)state;
    shg_free_board board =
        board_of("title=Shogi, without rules\nsigns=shogi\ncoordinates=shogi\n"
                 "captures=hand\nlabels=P,L,+P,N'\nstart=" SHOGI " w 2P{+Gb}g\n");
    assert_string_equal(board.title, "Shogi, without rules");
    assert_int_equal(board.width, 9);
    assert_int_equal(board.height, 9);
    assert_false(board.chess);
    assert_true(board.second_begins);
    board = board_of("coordinates=chess\nstart=-k-/3/-{K2}@");
    assert_true(board.chess);
    assert_false(board.second_begins);
    assert_int_equal(board.width, 3);
    assert_int_equal(board.height, 3);
    assert_int_equal(board_of("start=36/36 b -").width, 36);
    assert_int_equal(board_of("start=\xe6\xad\xa9+\xe6\xad\xa9"
                              "2/4")
                         .width,
                     4);
}

static const struct {
    const char *text;
    uint32_t line, column;
} bad_tables[] = {
    { "", 1, 1 },
    { "title=x", 2, 1 },
    { "start=", 1, 7 },
    { "start=3/", 1, 9 },
    { "start=3/2", 1, 10 },
    { "start=3/4", 1, 9 },
    { "start=37", 1, 7 },
    { "start=0", 1, 7 },
    { "start=99999999999", 1, 7 },
    { "start=---", 1, 7 },
    { "start=3/k{P", 1, 11 },
    { "start=k{}", 1, 9 },
    { "start=k?", 1, 8 },
    { "start=k2 x", 1, 10 },
    { "start=k2 bw", 1, 10 },
    { "start=k2 b 2", 1, 13 },
    { "start=k2 b -P", 1, 13 },
    { "start=k2 b P Q", 1, 13 },
    { "start=k2_b", 1, 9 },
    { "start=3\nstart=3", 2, 1 },
    { "start=3\nprogram=x", 2, 1 },
    { "hello", 1, 1 },
    { "captures=maybe\nstart=3", 1, 10 },
    { "coordinates=\nstart=3", 1, 13 },
    { "labels=P,\nstart=3", 1, 10 },
    { "labels=P;Q\nstart=3", 1, 9 },
    { "signs=no such\nstart=3", 1, 9 },
    { "title=\x1b[2J\nstart=3", 1, 1 },
    { "title=\xe2\x80\xae\nstart=3", 1, 1 },
    { "title=\xff\nstart=3", 1, 1 },
};

static void bad_tables_are_refused_with_their_places(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_tables / sizeof bad_tables[0]; i++) {
        shg_free_board board;
        shoogi_error err = { 0 };
        const char *text = bad_tables[i].text;
        if (shg_free_setup_read(&board, text, strlen(text), &err) != SHOOGI_PARSE_ERROR)
            fail_msg("%s: nothing wrong was found", text);
        if (err.line != bad_tables[i].line || err.column != bad_tables[i].column)
            fail_msg("%s: found %u:%u: %s", text, err.line, err.column, err.message);
        assert_int_equal(shg_free_setup_read(&board, text, strlen(text), NULL), SHOOGI_PARSE_ERROR);
    }
}

static void tables_have_bounds(void **state)
{
    (void)state;
    char text[SHG_FREE_SETUP_BYTES + 2];
    shg_free_board board;
    shoogi_error err = { 0 };
    size_t bytes = (size_t)snprintf(text, sizeof text, "start=1");
    for (int i = 1; i < SHG_FREE_SIDE_MAX; i++)
        bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "/1");
    assert_int_equal(shg_free_setup_read(&board, text, bytes, &err), SHOOGI_OK);
    assert_int_equal(board.height, SHG_FREE_SIDE_MAX);
    bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "/1");
    assert_int_equal(shg_free_setup_read(&board, text, bytes, &err), SHOOGI_PARSE_ERROR);
    memset(text, 'P', sizeof text);
    memcpy(text, "start=3\nlabels=", 15);
    assert_int_equal(shg_free_setup_read(&board, text, SHG_FREE_SETUP_BYTES, &err), SHOOGI_OK);
    assert_int_equal(shg_free_setup_read(&board, text, SHG_FREE_SETUP_BYTES + 1, &err),
                     SHOOGI_LIMIT_EXCEEDED);
    memcpy(text, "start=3\ntitle=P", 15);
    bytes = 14 + SHG_FREE_TITLE_BYTES;
    assert_int_equal(shg_free_setup_read(&board, text, bytes, &err), SHOOGI_OK);
    assert_int_equal(shg_free_setup_read(&board, text, bytes + 1, &err), SHOOGI_PARSE_ERROR);
}

/* The canonical form of a line; NULL if it is invalid, then *column. */
static const char *line(const shg_free_board *board, const char *text, uint32_t *column)
{
    static char written[SHG_FREE_LINE_BYTES * 2];
    shg_out out = shg_out_make(written, sizeof written);
    shoogi_error err = { 0 };
    const shoogi_status status = shg_free_line_read(&out, board, text, strlen(text), &err);
    *column = err.column;
    if (status == SHOOGI_OK)
        return written;
    assert_int_equal(status, SHOOGI_PARSE_ERROR);
    assert_int_equal(shg_free_line_read(&out, board, text, strlen(text), NULL), SHOOGI_PARSE_ERROR);
    return NULL;
}

static const struct {
    bool chess;
    const char *text, *kept;
} lines[] = {
    { true, "P e2-e4", "P e2-e4" },
    { true, "  e2 -  e4 ", "e2-e4" },
    { true, "K e1-g1;R h1-f1", "K e1-g1; R h1-f1" },
    { true, "P e2-e5; @-e7", "P e2-e5; @-e7" },
    { true, "P e2-e5; e7-", "P e2-e5; e7-" },
    { true, "e2-e8; Q-dest // mate?", "e2-e8; Q-dest // mate?" },
    { true, "Q d1-d7; dest-origin", "Q d1-d7; dest-origin" },
    { true, "R a1-a7; old-origin; moved-a1", "R a1-a7; old-origin; moved-a1" },
    { true, "- e4; @-e4;n - e2", "-e4; @-e4; n-e2" },
    { true, "capture a7  b7", "capture a7 b7" },
    { true, "add N e4; add n all a4 e4", "add N e4; add n all a4 e4" },
    { true, "empty all; clear board; empty a1; clear a1 a8; flip h8",
      "empty all; clear board; empty a1; clear a1 a8; flip h8" },
    { true, "pass", "pass" },
    { true, "resign//a pity", "resign // a pity" },
    { true, "P e2-e4; won //", "P e2-e4; won" },
    { true, "draw // // ?", "draw // // ?" },
    { true, "won-e4", "won-e4" },
    { true, "P*e4", "P*e4" },
    { false, "P 7g-7f", "P 7g-7f" },
    { false, "+P * 5d", "+P*5d" },
    { false, "P 0P-5d; 0+Gb-1a", "P 0P-5d; 0+Gb-1a" },
    { false, "N' 1a-1b", "N' 1a-1b" },
    { false, "\xe6\xad\xa9 7g-7f", "\xe6\xad\xa9 7g-7f" },
};

static void lines_are_read(void **state)
{
    (void)state;
    const shg_free_board shogi = board_of("start=" SHOGI),
                         chess = board_of("coordinates=chess\nstart=8/8/8/8/8/8/8/8");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        uint32_t column;
        const shg_free_board *board = lines[i].chess ? &chess : &shogi;
        const char *kept = line(board, lines[i].text, &column);
        if (!kept)
            fail_msg("%s: column %u", lines[i].text, column);
        assert_string_equal(kept, lines[i].kept);
        /* The canonical form is its own canonical form. */
        char again[SHG_FREE_LINE_BYTES];
        snprintf(again, sizeof again, "%s", kept);
        assert_string_equal(line(board, again, &column), again);
    }
}

static const struct {
    const char *text;
    uint32_t column;
} bad_lines[] = {
    { "", 1 },
    { "// only words", 1 },
    { "7g", 3 },
    { "7g-7f;", 7 },
    { "7g-7f; ; pass", 8 },
    { "7g-7f 6f", 7 },
    { "P 7g", 5 },
    { "P 7g-", 6 },
    { "P 7g-7j", 6 },
    { "P 7g-10a", 6 },
    { "P e2-e4", 3 },
    { "P 7g 7f-7e", 6 },
    { "P-", 3 },
    { "P*", 3 },
    { "*7g", 1 },
    { "@*7g", 2 },
    { "7g*7f", 3 },
    { "-", 2 },
    { "-P", 2 },
    { "resign; P 7g-7f", 7 },
    { "pass now", 6 },
    { "capture", 8 },
    { "capture P", 9 },
    { "capture all", 9 },
    { "empty all 7g", 11 },
    { "add 7g", 5 },
    { "add P 7g 7f", 10 },
    { "add P all", 10 },
    { "(7g-7f)", 1 },
    { "P 7g-7f // \x1b[2J", 1 },
    { "P 7g-7f\n", 1 },
};

static void bad_lines_are_refused_with_their_places(void **state)
{
    (void)state;
    const shg_free_board board = board_of("start=" SHOGI);
    for (size_t i = 0; i < sizeof bad_lines / sizeof bad_lines[0]; i++) {
        uint32_t column = 0;
        assert_null(line(&board, bad_lines[i].text, &column));
        if (column != bad_lines[i].column)
            fail_msg("%s: found column %u", bad_lines[i].text, column);
    }
}

static void spaces_are_those_of_the_board(void **state)
{
    (void)state;
    const shg_free_board wide = board_of("start=36/36"),
                         high = board_of("coordinates=chess\nstart=1/1/1/1/1/1/1/1/1/1/1/1");
    uint32_t column;
    assert_non_null(line(&wide, "36a-1b", &column));
    assert_null(line(&wide, "36a-1c", &column));
    assert_null(line(&wide, "37a-1a", &column));
    assert_null(line(&wide, "01a-1a", &column));
    assert_null(line(&wide, "flip 0a", &column));
    assert_non_null(line(&high, "a1-a12", &column));
    assert_null(line(&high, "a1-a13", &column));
    assert_null(line(&high, "a1-b1", &column));
    const shg_free_board large = board_of(
        "coordinates=chess\nstart=36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/36/"
        "36/36/36/36/36/36/36/36/36/36/36/36/36/36");
    assert_non_null(line(&large, "aj36-aa1", &column));
    assert_null(line(&large, "P ak36-a1", &column));
    assert_null(line(&large, "P aaa1-a1", &column));
}

static void lines_have_bounds(void **state)
{
    (void)state;
    const shg_free_board board = board_of("start=" SHOGI);
    char text[SHG_FREE_LINE_BYTES + 2] = "pass // ";
    memset(text + 8, 'x', sizeof text - 8);
    shg_out out = shg_out_growing();
    assert_int_equal(shg_free_line_read(&out, &board, text, SHG_FREE_LINE_BYTES, NULL), SHOOGI_OK);
    assert_int_equal(shg_free_line_read(&out, &board, text, SHG_FREE_LINE_BYTES + 1, NULL),
                     SHOOGI_LIMIT_EXCEEDED);
    free(out.bytes);
}

TEST_SUITE(free_board)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_read),
        cmocka_unit_test(bad_tables_are_refused_with_their_places),
        cmocka_unit_test(tables_have_bounds),
        cmocka_unit_test(lines_are_read),
        cmocka_unit_test(bad_lines_are_refused_with_their_places),
        cmocka_unit_test(spaces_are_those_of_the_board),
        cmocka_unit_test(lines_have_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
