/* coordinates_test.c: moves with chess coordinates: known texts, invalid ones, and every move of random games there
 * and back. */
#include "notation/moves/coordinates.h"
#include "base/test_suite.h"
#include "support/notation.h"

static const struct {
    const char *variant, *sfen, *usi, *uci, *xboard;
} texts[] = {
    { "shogi", NULL, "7g7f", "c3c4", "c3c4" },
    { "shogi", "4k4/9/9/9/9/9/9/7R1/4K4 b -", "2h2b+", "h2h8+", "h2h8+" },
    { "shogi", "4k4/9/9/9/9/9/9/9/4K4 w p", "P*5e", "P@e5", "P@e5" },
    { "mortal", "4k4/9/9/P1S4R1/9/9/9/9/4K4 b -", "9d9c+G", "a6a7g", "a6a7g" },
    { "mortal", "4k4/9/9/P1S4R1/9/9/9/9/4K4 b -", "7d7c+", "c6c7+", "c6c7+" },
    { "chu", "12/12/12/12/6n5/6i5/5N6/12/12/12/12/Kk10 b -", "7g6f7g", "f6g7f6", "f6g7,g7f6" },
    { "chu", "12/12/12/12/6n5/6i5/5N6/12/12/12/12/Kk10 b -", "7g6f6e", "f6g7g8", "f6g7,g7g8" },
    { "chu", "12/12/12/12/6n5/12/5N6/12/12/12/12/Kk10 b -", "7g6f7g", "f6g7f6", "@@@@" },
    { "chu", NULL, "12i12h", "a4a5", "a4a5" },
};

static void known_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_variant *const variant = load_variant(texts[i].variant);
        shoogi_position *const position = make_position(variant, texts[i].sfen);
        shoogi_move move, again;
        char text[SHOOGI_MOVE_TEXT_BYTES];
        assert_int_equal(shoogi_usi_read(&move, position, texts[i].usi, strlen(texts[i].usi), NULL),
                         SHOOGI_OK);
        shg_coordinates_write(text, sizeof text, position, move, SHG_COORDINATES_UCI);
        assert_string_equal(text, texts[i].uci);
        shg_coordinates_write(text, sizeof text, position, move, SHG_COORDINATES_XBOARD);
        assert_string_equal(text, texts[i].xboard);
        for (int dialect = SHG_COORDINATES_UCI; dialect <= SHG_COORDINATES_XBOARD; dialect++)
            for (int given = 0; given < 2; given++) {
                const char *const t = given ? texts[i].uci : texts[i].xboard;
                assert_int_equal(shg_coordinates_read(&again, position, t, strlen(t),
                                                      (shg_coordinates)dialect, NULL),
                                 SHOOGI_OK);
                assert_true(again == move);
            }
        shoogi_position_free(position);
        shoogi_variant_free(variant);
    }
}

static void other_forms(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *sfen, *text, *usi;
    } read[] = {
        { "chu", "12/12/12/12/6n5/12/5N6/12/12/12/12/Kk10 b -", "0000", "7g6f7g" },
        { "chu", "12/12/12/12/6n5/12/5N6/12/12/12/12/Kk10 b -", "@@@@", "7g6f7g" },
        { "chu", "12/12/12/12/6n5/12/5N6/12/12/12/12/Kk10 b -", "f6f6", "7g6f7g" },
        { "shogi", "4k4/9/9/9/9/9/9/7R1/4K4 b -", "h2h8=", "2h2b" },
        { "kyoto", NULL, "a1a2-", "5e5d+" },
        { "shogi", "4k4/9/9/9/9/9/9/9/4K4 w p", "p@e5", "P*5e" },
    };
    for (size_t i = 0; i < COUNT(read); i++) {
        shoogi_variant *const variant = load_variant(read[i].variant);
        shoogi_position *const position = make_position(variant, read[i].sfen);
        shoogi_move move;
        char text[SHOOGI_MOVE_TEXT_BYTES];
        assert_int_equal(shg_coordinates_read(&move, position, read[i].text, strlen(read[i].text),
                                              SHG_COORDINATES_UCI, NULL),
                         SHOOGI_OK);
        shoogi_usi_write(text, sizeof text, position, move);
        assert_string_equal(text, read[i].usi);
        shoogi_position_free(position);
        shoogi_variant_free(variant);
    }
}

static void bad_texts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        shoogi_status status;
        uint32_t column;
        const char *message;
    } bad[] = {
        { "", SHOOGI_PARSE_ERROR, 1, "expected a move such as c3c4 or P@e5, found end of text" },
        { "7g7f", SHOOGI_PARSE_ERROR, 1, "expected a move such as c3c4 or P@e5, found \"7g7f\"" },
        { "c3", SHOOGI_PARSE_ERROR, 3, "expected the destination square, found end of text" },
        { "c3c10", SHOOGI_PARSE_ERROR, 5, "expected \"+\" or the end of the move, found \"0\"" },
        { "c3c4!", SHOOGI_PARSE_ERROR, 5, "expected \"+\" or the end of the move, found \"!\"" },
        { "c3c4,c5c6", SHOOGI_PARSE_ERROR, 6,
          "expected the square on which the last leg ended, found \"c5c6\"" },
        { "Z@e5", SHOOGI_PARSE_ERROR, 1,
          "expected a piece of this game before \"@\", found \"Z@e5\"" },
        { "P@e5+", SHOOGI_PARSE_ERROR, 5, "expected the end of the move, found \"+\"" },
        { "c3c5", SHOOGI_ILLEGAL, 1, NULL },
        { "P@e5", SHOOGI_ILLEGAL, 1, NULL },
    };
    shoogi_variant *const variant = load_variant("shogi");
    shoogi_position *const position = make_position(variant, NULL);
    for (size_t i = 0; i < COUNT(bad); i++) {
        shoogi_error err = { 0 };
        shoogi_move move;
        const shoogi_status status = shg_coordinates_read(
            &move, position, bad[i].text, strlen(bad[i].text), SHG_COORDINATES_UCI, &err);
        if (status != bad[i].status || err.column != bad[i].column ||
            (bad[i].message && strcmp(err.message, bad[i].message) != 0))
            fail_msg("%s: %d, column %u: %s", bad[i].text, status, err.column, err.message);
    }
    shoogi_position_free(position);
    shoogi_variant_free(variant);
}

/* Ten ranks count from 0 in XBoard only. */
static void ten_ranks(void **state)
{
    (void)state;
    static const char text[] = "files=3\nranks=10\nroyal=1\nking:K:K:k:b1\n";
    shoogi_variant *const variant = parse_variant("ten ranks", text, strlen(text));
    shoogi_position *const position = make_position(variant, NULL);
    shoogi_move move;
    char uci[SHOOGI_MOVE_TEXT_BYTES], xboard[SHOOGI_MOVE_TEXT_BYTES];
    assert_int_equal(shoogi_usi_read(&move, position, "2j2i", 4, NULL), SHOOGI_OK);
    shg_coordinates_write(uci, sizeof uci, position, move, SHG_COORDINATES_UCI);
    shg_coordinates_write(xboard, sizeof xboard, position, move, SHG_COORDINATES_XBOARD);
    assert_string_equal(uci, "b1b2");
    assert_string_equal(xboard, "b0b1");
    shoogi_position_free(position);
    shoogi_variant_free(variant);
}

static void there_and_back(void **state)
{
    (void)state;
    static const char *const names[] = { "shogi", "chu", "mortal", "kyoto", "shosu" };
    enum { MOVES_MAX = 2048 };
    static shoogi_move moves[MOVES_MAX];
    uint64_t chance = 7;
    for (size_t v = 0; v < COUNT(names); v++) {
        shoogi_variant *const variant = load_variant(names[v]);
        shoogi_position *const position = make_position(variant, NULL);
        for (unsigned ply = 0; ply < 100; ply++) {
            const size_t count = shoogi_position_moves_by_path(position, moves, MOVES_MAX);
            assert_in_range(count, 0, MOVES_MAX);
            for (size_t i = 0; i < 2 * count; i++) {
                const shg_coordinates dialect =
                    i < count ? SHG_COORDINATES_UCI : SHG_COORDINATES_XBOARD;
                shoogi_move again = 0;
                char text[SHOOGI_MOVE_TEXT_BYTES];
                const size_t length =
                    shg_coordinates_write(text, sizeof text, position, moves[i % count], dialect);
                assert_in_range(length, 4, sizeof text - 1);
                if (shg_coordinates_read(&again, position, text, length, dialect, NULL) !=
                        SHOOGI_OK ||
                    (again != moves[i % count] && /* all passes are one */
                     (strcmp(text, "@@@@") != 0 ||
                      shoogi_move_from(again) != shoogi_move_to(again))))
                    fail_msg("%s: %s", names[v], text);
            }
            if (count == 0)
                break;
            chance = chance * 6364136223846793005u + 1442695040888963407u;
            assert_int_equal(shoogi_position_do(position, moves[(chance >> 33) % count]),
                             SHOOGI_OK);
        }
        shoogi_position_free(position);
        shoogi_variant_free(variant);
    }
}

TEST_SUITE(coordinates)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_texts),    cmocka_unit_test(other_forms),
        cmocka_unit_test(bad_texts),      cmocka_unit_test(ten_ranks),
        cmocka_unit_test(there_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
