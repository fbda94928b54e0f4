/* handicap_text_test.c: handicaps as text: written, read, and rejected at the right place. */
#include "support/notation.h"
#include "base/test_suite.h"

/* Without named handicaps, with a piece of two letters, and ranks of two digits; the second player's guard is between
 * that player's rook and the royal. */
static const char plain[] =
    "files=3\nranks=12\nsymmetry=none\nholdingsType=-1\nmaxPromote=0\nroyal=4\nrook:R:R:r:,,b12\n"
    "guard:G:WfF:g:a1,,b11\nside mover:SM:sR:s:c1,,c12,c11\nking:K:K:k:b1,,a12\n";

static shoogi_variant *shogi, *other;

static shoogi_status read_text(shoogi_square *squares, size_t *count,
                               const shoogi_position *position, const char *text, shoogi_error *err)
{
    return shoogi_handicap_read(squares, count, position, text, strlen(text), err);
}

static void handicaps_are_read(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *text, *written;
    } handicaps[] = {
        { shogi, "HANDICAP:L@1a", "HANDICAP:L@1a" },
        { shogi, "HANDICAP:R@8b,L@1a", "HANDICAP:L@1a,R@8b" },
        { shogi, "handicap:l@1A,r@8B", "HANDICAP:L@1a,R@8b" },
        { shogi, "Handicap L@1a,R@8b", "HANDICAP:L@1a,R@8b" },
        { shogi, "HANDICAP:  L@1a ", "HANDICAP:L@1a" },
        { shogi, "L@1a,R@8b", "HANDICAP:L@1a,R@8b" },
        { shogi, "\tP@9c,P@1c,G@6a,L@9a", "HANDICAP:G@6a,L@9a,P@1c,P@9c" },
        { shogi, "HANDICAP:two-pieces", "HANDICAP:B@2b,R@8b" },
        { shogi, "Six-Pieces", "HANDICAP:L@1a,N@2a,N@8a,L@9a,B@2b,R@8b" },
        { other, "SM@1a,R@2a,g@2b", "HANDICAP:SM@1a,R@2a,G@2b" },
        /* Without the guard a line is open, and the rook is removed too. */
        { other, "G@2b,R@2a", "HANDICAP:R@2a,G@2b" },
    };
    for (size_t i = 0; i < COUNT(handicaps); i++) {
        shoogi_position *p = make_position(handicaps[i].variant, NULL);
        shoogi_square squares[SHOOGI_SQUARES_MAX];
        size_t count = 0;
        shoogi_error err;
        char text[128];
        assert_int_equal(shoogi_handicap_write(text, sizeof text, p), 0);
        assert_string_equal(text, "");
        if (read_text(squares, &count, p, handicaps[i].text, &err) != SHOOGI_OK)
            fail_msg("%s: %u: %s", handicaps[i].text, err.column, err.message);
        assert_int_equal(shoogi_position_handicap(p, squares, count), SHOOGI_OK);
        const size_t length = shoogi_handicap_write(text, sizeof text, p);
        assert_int_equal(length, strlen(handicaps[i].written));
        assert_string_equal(text, handicaps[i].written);
        /* Cut to the space, as by all writers. */
        assert_int_equal(shoogi_handicap_write(text, 12, p), length);
        assert_int_equal(strlen(text), length < 11 ? length : 11);
        /* Still there after more moves. */
        shoogi_move move;
        assert_true(shoogi_position_moves(p, &move, 1) > 0);
        assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
        assert_int_equal(shoogi_handicap_write(NULL, 0, p), length);
        shoogi_position_free(p);
    }
}

static void handicaps_in_japanese(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *text, *written;
    } handicaps[] = {
        { shogi, "two-pieces", "二枚落ち" },
        { shogi, "L@1a", "香落ち" },
        { shogi, "L@9a", "右香落ち" },
        { shogi, "P@9c,G@6a,L@9a", "６一金・９一香・９三歩落ち" },
        { other, "SM@1a", "１一SM落ち" },
    };
    for (size_t i = 0; i < COUNT(handicaps); i++) {
        shoogi_position *p = make_position(handicaps[i].variant, NULL);
        shoogi_square squares[SHOOGI_SQUARES_MAX];
        size_t count = 0;
        char text[128], plainly[128];
        assert_int_equal(shoogi_handicap_write_in(text, sizeof text, p, SHOOGI_NOTATION_JAPANESE),
                         0);
        assert_int_equal(read_text(squares, &count, p, handicaps[i].text, NULL), SHOOGI_OK);
        assert_int_equal(shoogi_position_handicap(p, squares, count), SHOOGI_OK);
        assert_int_equal(shoogi_handicap_write_in(text, sizeof text, p, SHOOGI_NOTATION_JAPANESE),
                         strlen(handicaps[i].written));
        assert_string_equal(text, handicaps[i].written);
        shoogi_handicap_write(plainly, sizeof plainly, p);
        shoogi_handicap_write_in(text, sizeof text, p, SHOOGI_NOTATION_KITAO);
        assert_string_equal(text, plainly);
        shoogi_position_free(p);
    }
}

static void sfen_of_a_handicap(void **state)
{
    (void)state;
    shoogi_position *p = make_position(shogi, NULL);
    shoogi_square squares[SHOOGI_SQUARES_MAX];
    size_t count;
    assert_int_equal(read_text(squares, &count, p, "HANDICAP:rook-lance", NULL), SHOOGI_OK);
    assert_int_equal(shoogi_position_handicap(p, squares, count), SHOOGI_OK);
    expect_sfen(p, "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 2");
    shoogi_position_undo(p);
    expect_sfen(p, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    shoogi_position_free(p);
}

static void faults_have_their_places(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *sfen, *text;
        shoogi_status status;
        uint32_t column;
        const char *message;
    } bad[] = {
        { shogi, NULL, "", SHOOGI_PARSE_ERROR, 1,
          "expected a piece and its square, such as L@1a, or a name, such as lance, found end of text" },
        { shogi, NULL, "HANDICAP:", SHOOGI_PARSE_ERROR, 10,
          "expected a piece and its square, such as L@1a, or a name, such as lance, found end of text" },
        { shogi, NULL, "HANDICAP", SHOOGI_PARSE_ERROR, 9,
          "expected a piece and its square, such as L@1a, or a name, such as lance, found end of text" },
        { other, NULL, "HANDICAP:rook", SHOOGI_PARSE_ERROR, 10,
          "expected a piece and its square, such as SM@1a, found \"rook\"" },
        { shogi, NULL, "HANDICAP:two-peices", SHOOGI_PARSE_ERROR, 10,
          "expected a piece and its square, such as L@1a, or a name, such as lance, found "
          "\"two-peices\"" },
        { shogi, NULL, "HANDICAPL@1a", SHOOGI_PARSE_ERROR, 9, "expected \":\", found \"L@1a\"" },
        { shogi, NULL, "HANDICAP:L@1a,", SHOOGI_PARSE_ERROR, 15,
          "expected a piece and its square, such as L@1a, or a name, such as lance, found end of text" },
        { shogi, NULL, "HANDICAP:L@1a,R8b", SHOOGI_PARSE_ERROR, 15,
          "expected a piece and its square, such as L@1a, or a name, such as lance, found \"R8b\"" },
        { shogi, NULL, "HANDICAP:X@1a,R@8b", SHOOGI_PARSE_ERROR, 10,
          "expected a piece of this game before \"@\", found \"X@1a\"" },
        { shogi, NULL, "@1a", SHOOGI_PARSE_ERROR, 1,
          "expected a piece of this game before \"@\", found \"@1a\"" },
        { shogi, NULL, "HANDICAP:L@1a,R@", SHOOGI_PARSE_ERROR, 17,
          "expected a square of this board, found end of text" },
        { shogi, NULL, "HANDICAP:L@1z,R@8b", SHOOGI_PARSE_ERROR, 12,
          "expected a square of this board, found \"1z\"" },
        { shogi, NULL, "HANDICAP:L@1a+", SHOOGI_PARSE_ERROR, 14,
          "expected \",\" and another piece, or the end, found \"+\"" },
        { shogi, NULL, "HANDICAP:L@1a R@8b", SHOOGI_PARSE_ERROR, 14,
          "expected \",\" and another piece, or the end, found \" R@8b\"" },
        { shogi, NULL, "HANDICAP:P@5e,L@1a", SHOOGI_PARSE_ERROR, 10,
          "expected a piece that can be removed (there is no piece on 5e), found \"P@5e\"" },
        { shogi, NULL, "HANDICAP:L@1a,P@7g", SHOOGI_PARSE_ERROR, 15,
          "expected a piece that can be removed (the pawn on 7g is your own), found \"P@7g\"" },
        { shogi, NULL, "HANDICAP:K@5a", SHOOGI_PARSE_ERROR, 10,
          "expected a piece that can be removed (the king on 5a cannot be removed), found \"K@5a\"" },
        { shogi, NULL, "L@1a,R@8b,L@1a", SHOOGI_PARSE_ERROR, 11,
          "expected a piece that can be removed (the lance on 1a is named twice), found \"L@1a\"" },
        { shogi, NULL, "HANDICAP:L@1a,B@8b", SHOOGI_PARSE_ERROR, 15,
          "expected R@8b (a rook stands there), found \"B@8b\"" },
        { shogi, NULL, "HANDICAP:+L@1a", SHOOGI_PARSE_ERROR, 10,
          "expected L@1a (a lance stands there), found \"+L@1a\"" },
        { other, NULL, "G@2b", SHOOGI_ILLEGAL, 1, "your royal piece would be in check" },
        { shogi, "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "R@8b",
          SHOOGI_ILLEGAL, 1, "a handicap can be given only as the first move of the game" },
        { shogi, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "nonsense",
          SHOOGI_ILLEGAL, 1, "a handicap can be given only as the first move of the game" },
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        shoogi_position *p = make_position(bad[i].variant, bad[i].sfen);
        shoogi_square squares[SHOOGI_SQUARES_MAX];
        size_t count = 77;
        shoogi_error err = { 0 };
        const shoogi_status status = read_text(squares, &count, p, bad[i].text, &err);
        if (status != bad[i].status || err.line != 1 || err.column != bad[i].column ||
            strcmp(err.message, bad[i].message) != 0)
            fail_msg("%s: %d at %u: %s", bad[i].text, (int)status, err.column, err.message);
        assert_int_equal(err.status, status);
        assert_int_equal(count, 77);
        assert_int_equal(read_text(squares, &count, p, bad[i].text, NULL), status);
        shoogi_position_free(p);
    }
}

/* Cut anywhere, a text is a handicap of fewer pieces or rejected within it. */
static void texts_cut_anywhere(void **state)
{
    (void)state;
    static const char text[] = "HANDICAP:L@1a,N@2a,S@3a,G@4a,R@8b";
    shoogi_position *p = make_position(shogi, NULL);
    size_t good = 0;
    for (size_t bytes = 0; bytes < sizeof text; bytes++) {
        shoogi_square squares[SHOOGI_SQUARES_MAX];
        size_t count = 0;
        shoogi_error err;
        const shoogi_status status = shoogi_handicap_read(squares, &count, p, text, bytes, &err);
        if (status == SHOOGI_OK)
            assert_int_equal(count, ++good);
        else
            assert_true(status == SHOOGI_PARSE_ERROR && err.column <= bytes + 1);
    }
    assert_int_equal(good, 5);
    shoogi_error err;
    size_t count;
    assert_int_equal(shoogi_handicap_read(NULL, &count, p, NULL, 0, &err), SHOOGI_PARSE_ERROR);
    shoogi_position_free(p);
}

/* Any pieces are written and read back; the whole camp fits. */
static void written_handicaps_read_back(void **state)
{
    (void)state;
    uint64_t chance = 20260402;
    for (int n = 0; n < 200; n++) {
        const shoogi_variant *v = n % 2 ? shogi : other;
        shoogi_position *p = make_position(v, NULL), *q = make_position(v, NULL);
        shoogi_square squares[SHOOGI_SQUARES_MAX];
        size_t count = 0;
        for (unsigned i = 0; i < shoogi_variant_square_count(v); i++) {
            const shoogi_square square = (shoogi_square)i;
            if ((n < 2 || random_below(&chance, 3) == 0) &&
                shoogi_position_why_handicap_illegal(p, &square, 1, NULL, NULL, 0) ==
                    SHOOGI_ILLEGAL_NONE)
                squares[count++] = square;
        }
        if (count > 0) {
            char text[512];
            assert_int_equal(shoogi_position_handicap(p, squares, count), SHOOGI_OK);
            const size_t length = shoogi_handicap_write(text, sizeof text, p);
            assert_true(length < sizeof text);
            assert_int_equal(shoogi_handicap_read(squares, &count, q, text, length, NULL),
                             SHOOGI_OK);
            assert_int_equal(shoogi_position_handicap(q, squares, count), SHOOGI_OK);
            assert_true(shoogi_position_hash(p) == shoogi_position_hash(q));
        }
        shoogi_position_free(p);
        shoogi_position_free(q);
    }
}

static int set_up(void **state)
{
    (void)state;
    shogi = load_variant("shogi");
    other = parse_variant("plain", plain, sizeof plain - 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    shoogi_variant_free(shogi);
    shoogi_variant_free(other);
    return 0;
}

TEST_SUITE(handicap_text)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handicaps_are_read), cmocka_unit_test(handicaps_in_japanese),
        cmocka_unit_test(sfen_of_a_handicap), cmocka_unit_test(faults_have_their_places),
        cmocka_unit_test(texts_cut_anywhere), cmocka_unit_test(written_handicaps_read_back),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
