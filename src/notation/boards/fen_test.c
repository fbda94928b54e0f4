/* fen_test.c: positions in the FEN of XBoard and Fairy-Stockfish. */
#include "support/notation.h"
#include "base/test_suite.h"

static shoogi_variant *three_check, *shogi, *chu, *shosu, *dobutsu, *kyoto, *dressed;

/* Ids with a mark after the letter, as XBoard has them in variants with more than 26 kinds. */
static const char dressed_text[] = "files=4\nranks=4\nsymmetry=rotate\nholdingsType=-1\n"
                                   "cat sword:C:F@4:c:a1\nchariot:C':W@4:d:b1\n"
                                   "copper:C!:fW@4:e:c1\nking:K:K:k:d1\n";

/* Texts as we write them, and the SFEN of the same position. */
static void written_form(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *sfen, *fen;
    } texts[] = {
        { shogi, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
          "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w - - 0 1" },
        { shogi, "4k4/9/9/9/9/9/9/4+P4/4K4 w R2Pb3p 8",
          "4k4/9/9/9/9/9/9/4+P4/4K4[RPPbppp] b - - 0 4" },
        { shosu, "k9/10/10/10/10/10/10/10/10/9K w - 2",
          "k9/10/10/10/10/10/10/10/10/9K[-] b - - 0 1" },
        { chu, "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 5",
          "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 w - - 0 3" },
        { chu, "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 w 7h 6",
          "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - f5 0 3" },
        { three_check, "4k4/9/9/9/9/9/9/9/4K4 b P 1", "4k4/9/9/9/9/9/9/9/4K4[P] w - - 3+3 0 1" },
        { three_check, "4k4/9/9/9/9/9/9/9/4K4 w P 3+1 4", "4k4/9/9/9/9/9/9/9/4K4[P] b - - 3+1 0 2" },
        { dressed, "k,c!,c',c/4/4/C,C',C!,K b C',C! 1", "k,c!,c',c/4/4/C,C',C!,K[C',C!] w - - 0 1" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(texts[i].variant, texts[i].sfen);
        char text[256];
        assert_int_equal(shoogi_fen_write(text, sizeof text, position), strlen(texts[i].fen));
        assert_string_equal(text, texts[i].fen);
        shoogi_position *read = make_position(texts[i].variant, NULL);
        shoogi_error err;
        if (shoogi_fen_read(read, text, strlen(text), &err) != SHOOGI_OK)
            fail_msg("%s: %u: %s", text, err.column, err.message);
        expect_sfen(read, texts[i].sfen);
        shoogi_position_free(read);
        shoogi_position_free(position);
    }
}

static void lenient(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *fen, *sfen;
    } texts[] = {
        { shogi, "4k4/9/9/9/9/9/9/9/4K4", "4k4/9/9/9/9/9/9/9/4K4 b - 1" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4[] b", "4k4/9/9/9/9/9/9/9/4K4 w - 2" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4/pPp b - - 0 7", "4k4/9/9/9/9/9/9/9/4K4 w P2p 14" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4[Pp] w 0 7", "4k4/9/9/9/9/9/9/9/4K4 b Pp 13" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4[] w - - 3+3 0 7", "4k4/9/9/9/9/9/9/9/4K4 b - 13" },
        { three_check, "4k4/9/9/9/9/9/9/9/4K4[] w - - 1+3 0 7", "4k4/9/9/9/9/9/9/9/4K4 b - 1+3 13" },
        { three_check, "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 7 +2+1",
          "4k4/9/9/9/9/9/9/9/4K4 b - 1+2 13" },
        { three_check, "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 7", "4k4/9/9/9/9/9/9/9/4K4 b - 13" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 7 +2+1", "4k4/9/9/9/9/9/9/9/4K4 b - 13" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4[] w KQkq e3 0 0", "4k4/9/9/9/9/9/9/9/4K4 b - 1" },
        { dobutsu, "gle/1c1/1C1/ELG[] w 0 1", "rkb/1p1/1P1/BKR b - 1" },
        { dobutsu, "1l1/3/1H1/ELG[CCg] w 0 1", "1k1/3/1+P1/BKR b 2Pr 1" },
        { kyoto, "p+nks+l/5/5/5/+LSK+NP[] w - - 0 1", "pgkst/5/5/5/TSKGP b - 1" },
        { dressed, "kc!c'c/4/4/CC'C!K[C'c!] w - - 0 1", "k,c!,c',c/4/4/C,C',C!,K b C',c! 1" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(texts[i].variant, NULL);
        shoogi_error err;
        if (shoogi_fen_read(position, texts[i].fen, strlen(texts[i].fen), &err) != SHOOGI_OK)
            fail_msg("%s: %u: %s", texts[i].fen, err.column, err.message);
        expect_sfen(position, texts[i].sfen);
        shoogi_position_free(position);
    }
}

static void bad(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned column;
        const char *message;
    } texts[] = {
        { "", 1, "expected 9 more squares on rank a, found end of text" },
        { "4k4/9/9/9/9/9/9/9/4K4x w", 22,
          "expected a space or \"[\" after the last of 9 ranks, found \"x\"" },
        { "4k4/9/9/9/9/9/9/9/4K4[x] w", 23, "expected pieces in hand, found \"x]\"" },
        { "4k4/9/9/9/9/9/9/9/4K4[K] w", 23, "expected a piece that can be in hand, found \"K]\"" },
        { "4k4/9/9/9/9/9/9/9/4K4[P w", 24, "expected \"]\" after the pieces in hand, found \" w\"" },
        { "4k4/9/9/9/9/9/9/9/4K4[P]w", 25, "expected a space after the field, found \"w\"" },
        { "4k4/9/9/9/9/9/9/9/4K4 x", 23, "expected the side to move, w or b, found \"x\"" },
        { "4k4/9/9/9/9/9/9/9/4K4 wb", 24, "expected a space after the field, found \"b\"" },
        { "4k4/9/9/9/9/9/9/9/4K4 w - ! 0 1", 27,
          "expected \"-\", a square of this board or the number of a move, found \"!\"" },
        { "4k4/9/9/9/9/9/9/9/4K4 w - - 0 1 2", 33,
          "expected \"-\", a square of this board or the number of a move, found \"2\"" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(shogi, NULL);
        const uint64_t hash = shoogi_position_hash(position);
        shoogi_error err = { .status = SHOOGI_OK };
        assert_int_equal(shoogi_fen_read(position, texts[i].text, strlen(texts[i].text), &err),
                         SHOOGI_PARSE_ERROR);
        if (err.line != 1 || err.column != texts[i].column ||
            strcmp(err.message, texts[i].message) != 0)
            fail_msg("%s: %u: %s", texts[i].text, err.column, err.message);
        assert_true(shoogi_position_hash(position) == hash);
        shoogi_position_free(position);
    }
}

static int set_up(void **state)
{
    (void)state;
    three_check = load_variant("three-check");
    shogi = load_variant("shogi");
    chu = load_variant("chu");
    shosu = load_variant("shosu");
    dobutsu = load_variant("dobutsu");
    kyoto = load_variant("kyoto");
    dressed = parse_variant("dressed", dressed_text, sizeof dressed_text - 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    shoogi_variant_free(shogi);
    shoogi_variant_free(three_check);
    shoogi_variant_free(chu);
    shoogi_variant_free(shosu);
    shoogi_variant_free(dobutsu);
    shoogi_variant_free(kyoto);
    shoogi_variant_free(dressed);
    return 0;
}

TEST_SUITE(fen)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_form),
        cmocka_unit_test(lenient),
        cmocka_unit_test(bad),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
