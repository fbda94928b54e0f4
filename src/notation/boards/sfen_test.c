/* sfen_test.c: positions as SFEN, written and read. */
#include "support/notation.h"
#include "base/test_suite.h"

static shoogi_variant *three_check, *shogi, *shosu, *letters, *faces, *tall, *wide;

/* Ids of two letters and holes in the board. */
static const char letters_text[] =
    "files=5\nranks=4\nholdingsType=-1\npromoZone=1\nmaxPromote=2\npromoOffset=4\npromoChoice=+\n"
    "symmetry=rotate\nroyal=4\nhole::::b2\n"
    "arrow:A1:W@4:a:\nflying cock:FC:fFsW@4:f:b1\ngeneral:G:K@4:g:c1\nking:K:K:k:a1\ngreat arrow:+A1:R:a:\n"
    "raiding falcon:+FC:vRK:r:\n";

/* A two-sided piece with different letters; one of its sides and the king have other spellings. */
static const char faces_text[] =
    "files=5\nranks=5\nholdingsType=-1\npromoZone=5\nmaxPromote=1\npromoOffset=1\nsymmetry=rotate\n"
    "idAlias=M:P,L:K\nroyal=3\npawn:P:fW@5:p:a1\nrook:R:R:r:\nking:K:K:k:c1\n";

/* More than 26 ranks, and more than 26 files. */
static const char tall_text[] = "files=5\nranks=36\nholdingsType=-1\nsymmetry=rotate\nroyal=2\n"
                                "pawn:P:fW@36:p:a3-e3\nking:K:K:k:c1\n";
static const char wide_text[] = "files=36\nranks=5\nholdingsType=-1\nsymmetry=rotate\nroyal=2\n"
                                "pawn:P:fW@5:p:a2-aj2\nking:K:K:k:a1\n";

#define START  "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
#define MIDDLE "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"

/* Texts as we write them: reading and writing gives the same. */
static void written_form(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *sfen;
    } texts[] = {
        { shogi, START },
        { shogi, MIDDLE },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 w R2B3GSNL10Prb2g2s3n18p 9999" },
        { shogi, "9/9/9/9/9/9/9/9/9 b - 1" }, /* no kings: diagrams in books */
        { shogi, "4k4/9/9/9/9/9/9/9/9 b 2R 1" },
        { shogi, "+p+l+n+s+b+r3/9/9/9/4k4/4K4/9/9/+P+L+N+S+B+R3 b - 40" },
        { shosu, "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL b - 1" },
        { shosu, "k9/10/+g+s+n+l+p+b+r3/10/10/10/10/10/10/9K w QRBGSNLPqrbgsnlp 7" },
        { three_check, "4k4/9/9/9/9/9/9/9/4K4 b - 1" },
        { three_check, "4k4/9/9/9/9/9/9/9/4K4 w R2P 3+1 40" },
        { three_check, "4k4/9/9/9/9/9/9/9/4K4 b - 0+3 1" },
        { letters, "2,g,fc,k/2,a1,2/5/K,FC,G,2 b 2FC,A1,g,3a1 1" },
        { faces, "2k1p/5/5/5/P1K2 b - 1" },
        { tall,
          "2k2/5/ppppp/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/PPPPP/5/2K2 b - 1" },
        { wide,
          "35k/pppppppppppppppppppppppppppppppppppp/36/PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP/K35 b - 1" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(texts[i].variant, texts[i].sfen);
        expect_sfen(position, texts[i].sfen);
        shoogi_position_free(position);
    }
}

/* The names of the start position. */
static void startpos(void **state)
{
    (void)state;
    static const struct {
        const char *text;
    } texts[] = { { "startpos" }, { " startpos " }, { START }, { "_startpos" } };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(shogi, MIDDLE);
        shoogi_error err;
        assert_int_equal(shoogi_sfen_read(position, texts[i].text, strlen(texts[i].text), &err),
                         SHOOGI_OK);
        expect_sfen(position, START);
        shoogi_position_free(position);
    }
    /* The start position of a definition is that of its SFEN. */
    shoogi_position *new_one = make_position(tall, NULL), *read_one = make_position(tall, NULL);
    char text[1024];
    assert_in_range(shoogi_sfen_write(text, sizeof text, new_one), 1, sizeof text - 1);
    shoogi_error err;
    assert_int_equal(shoogi_sfen_read(read_one, text, strlen(text), &err), SHOOGI_OK);
    assert_true(shoogi_position_hash(new_one) == shoogi_position_hash(read_one));
    shoogi_position_free(new_one);
    shoogi_position_free(read_one);
}

/* Accepted texts and their meanings. */
static void lenient(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *text, *sfen;
    } texts[] = {
        { shogi, "4k4/9/9/9/9/9/9/9/4K4", "4k4/9/9/9/9/9/9/9/4K4 b - 1" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 w", "4k4/9/9/9/9/9/9/9/4K4 w - 1" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 w P", "4k4/9/9/9/9/9/9/9/4K4 w P 1" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 w P 0", "4k4/9/9/9/9/9/9/9/4K4 w P 1" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4_b_P_3", "4k4/9/9/9/9/9/9/9/4K4 b P 3" },
        { shogi, "  4k4/9/9/9/9/9/9/9/4K4  \t b   P _ 3  ", "4k4/9/9/9/9/9/9/9/4K4 b P 3" },
        /* Hands in any order, mixed, repeated, with an unnecessary 1. */
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b pPlP1G2PppR 3", "4k4/9/9/9/9/9/9/9/4K4 b RG4Pl3p 3" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b 18p 3", "4k4/9/9/9/9/9/9/9/4K4 b 18p 3" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b 60000p 3", "4k4/9/9/9/9/9/9/9/4K4 b 60000p 3" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b - 999999", "4k4/9/9/9/9/9/9/9/4K4 b - 999999" },
        { shogi, "4k4/9/9/9/9/9/9/9/4,K,4 b - 1", "4k4/9/9/9/9/9/9/9/4K4 b - 1" },
        /* Counts of checks, needed or given, before the number of the move or after it. */
        { three_check, "4k4/9/9/9/9/9/9/9/4K4 b - 3+3 7", "4k4/9/9/9/9/9/9/9/4K4 b - 7" },
        { three_check, "4k4/9/9/9/9/9/9/9/4K4 b - 1+3", "4k4/9/9/9/9/9/9/9/4K4 b - 1+3 1" },
        { three_check, "4k4/9/9/9/9/9/9/9/4K4 b P 7 1+3", "4k4/9/9/9/9/9/9/9/4K4 b P 1+3 7" },
        { three_check, "4k4/9/9/9/9/9/9/9/4K4 b P +2+1 7", "4k4/9/9/9/9/9/9/9/4K4 b P 1+2 7" },
        { three_check, "4k4/9/9/9/9/9/9/9/4K4 w - 7 +0+2 ", "4k4/9/9/9/9/9/9/9/4K4 w - 3+1 7" },
        { letters, "a1,a1,a12/5/5/5 w 3a1,2FC 1", "a1,a1,a1,2/5/5/5 w 2FC,3a1 1" },
        { letters, "2gfck/5/5/KFCG2 w 2fcG 1", "2,g,fc,k/5/5/K,FC,G,2 w G,2fc 1" },
        { letters, "2g+fck/5/5/K+FCG2", "2,g,+fc,k/5/5/K,+FC,G,2 b - 1" },
        { letters, "2,g,+fc,k/5/5/K,FC,G,2 b fc,g,FC,FC,3g 1",
          "2,g,+fc,k/5/5/K,FC,G,2 b 2FC,4g,fc 1" },
        { faces, "2k1+p/5/5/5/+P1K2 b RPp 1", "2k1r/5/5/5/R1K2 b 2Pp 1" },
        { faces, "2l1m/5/5/5/M1L2 b Mp 1", "2k1p/5/5/5/P1K2 b Pp 1" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(texts[i].variant, NULL);
        shoogi_error err;
        if (shoogi_sfen_read(position, texts[i].text, strlen(texts[i].text), &err) != SHOOGI_OK)
            fail_msg("%s: %u: %s", texts[i].text, err.column, err.message);
        expect_sfen(position, texts[i].sfen);
        shoogi_position_free(position);
    }
}

static void bad(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *text;
        unsigned column;
        const char *message;
    } texts[] = {
        { shogi, "", 1, "expected 9 more squares on rank a, found end of text" },
        { shogi, " ", 2, "expected 9 more squares on rank a, found end of text" },
        { shogi, "x", 1, "expected a piece of this game or a number of empty squares, found \"x\"" },
        { shogi, "lnsgkgsnl/1r5b/9", 15, "expected 1 more square on rank b, found \"/9\"" },
        { shogi, "lnsgkgsnl/1r5b1p/9", 16,
          "expected \"/\" after the 9 squares of a rank, found \"p/9\"" },
        { shogi, "lnsgkgsnl/1r5b2/9", 15,
          "expected a number of empty squares from 1 to 1 on rank b, found \"2/9\"" },
        { shogi, "lnsgkgsnl/18/9", 11,
          "expected a number of empty squares from 1 to 9 on rank b, found \"18/9\"" },
        { shogi, "lnsgkgsnl/0r5b2/9", 11,
          "expected a number of empty squares from 1 to 9 on rank b, found \"0r5b2/9\"" },
        { shogi, "lnsgkgsnl/09/9", 11,
          "expected a number of empty squares from 1 to 9 on rank b, found \"09/9\"" },
        { shogi, "9/9/9/9/9/9/9/9", 16, "expected \"/\" and 1 more rank, found end of text" },
        { shogi, "9/9/9/9/9/9/9 b - 1", 14, "expected \"/\" and 2 more ranks, found \" b - 1\"" },
        { shogi, "9/9/9/9/9/9/9/9/9/9 b - 1", 18,
          "expected a space after the last of 9 ranks, found \"/9\"" },
        { shogi, "9/9/9/9/9/9/9/9/9b - 1", 18,
          "expected a space after the last of 9 ranks, found \"b\"" },
        { shogi, "9/9/+k8/9/9/9/9/9/9 b - 1", 5,
          "expected a piece of this game or a number of empty squares, found \"+k8/9/9/9/9/9/9\"" },
        { shogi, "9/9/+G8/9/9/9/9/9/9 b - 1", 5,
          "expected a piece of this game or a number of empty squares, found \"+G8/9/9/9/9/9/9\"" },
        { shogi, "9/9/+", 5,
          "expected a piece of this game or a number of empty squares, found \"+\"" },
        { shogi, "9/9/q", 5,
          "expected a piece of this game or a number of empty squares, found \"q\"" },
        { shogi,
          "9/9/4\xE6\xAD\xA9"
          "4",
          6,
          "expected a piece of this game or a number of empty squares, found \"\xE6\xAD\xA9"
          "4\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 x - 1", 19, "expected the side to move, b or w, found \"x\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 B - 1", 19, "expected the side to move, b or w, found \"B\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 bw - 1", 20, "expected a space after the field, found \"w\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b k 1", 21,
          "expected a piece that can be in hand, found \"k\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b P+P 1", 22,
          "expected a piece that can be in hand, found \"+P\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b PX 1", 22,
          "expected pieces in hand, or \"-\" for none, found \"X\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b 2 1", 22,
          "expected pieces in hand, or \"-\" for none, found \" 1\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b 0P 1", 21,
          "expected a number of pieces from 1 to 60000, found \"0P\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b 02P 1", 21,
          "expected a number of pieces from 1 to 60000, found \"02P\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b 60001P 1", 21,
          "expected a number of pieces from 1 to 60000, found \"60001P\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b 60000PP 1", 27,
          "expected at most 60000 pieces in hand, found \"P\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b -P 1", 22, "expected a space after the field, found \"P\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b - x", 23,
          "expected the number of the next move, 1 to 999999, found \"x\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b - 1000000", 23,
          "expected the number of the next move, 1 to 999999, found \"1000000\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b - 99999999999999999999999", 23,
          "expected the number of the next move, 1 to 999999, found \"99999999999999999999999\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b - -1", 23,
          "expected the number of the next move, 1 to 999999, found \"-1\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b - 1x", 24, "expected a space after the field, found \"x\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b - 1 moves 7g7f", 25,
          "expected the end of the position, found \"moves\"" },
        { shogi, "9/9/9/9/9/9/9/9/9 b - 3+3 1", 24,
          "expected a space after the field, found \"+3\"" },
        { three_check, "9/9/9/9/9/9/9/9/9 b - 4+3 1", 23,
          "expected the checks that each side needs, 3+3 at most, found \"4+3\"" },
        { three_check, "9/9/9/9/9/9/9/9/9 b - 3+3x 1", 26,
          "expected a space after the field, found \"x\"" },
        { three_check, "9/9/9/9/9/9/9/9/9 b - 3+3 1 1", 29,
          "expected the end of the position, found \"1\"" },
        { three_check, "9/9/9/9/9/9/9/9/9 b - 1 3+4", 25,
          "expected the checks that each side needs, 3+3 at most, found \"3+4\"" },
        { shogi, "startpos moves 7g7f", 10, "expected nothing after \"startpos\", found \"moves\"" },
        { shogi, "startposition", 9, "expected nothing after \"startpos\", found \"ition\"" },
        { letters, "2,g,Fc,k/5/5/5", 5,
          "expected a piece of this game or a number of empty squares, found \"Fc,k/5/5/5\"" },
        { letters, "2,g,fx,k/5/5/5", 5,
          "expected a piece of this game or a number of empty squares, found \"fx,k/5/5/5\"" },
        { letters, "2,,g,fc,k/5/5/5", 3,
          "expected a piece of this game or a number of empty squares, found \",g,fc,k/5/5/5\"" },
        { letters, "5/5/1,g,3/5", 7,
          "expected no piece on 4c, which is no square of the board, found "
          "\"g,3/5\"" },
        { tall, "5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/4", 56,
          "expected 1 more square on rank ab, found end of text" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(texts[i].variant, NULL);
        char before[4096], after[4096];
        (void)shoogi_sfen_write(before, sizeof before, position);
        shoogi_error err;
        const size_t length = strlen(texts[i].text);
        if (shoogi_sfen_read(position, texts[i].text, length, &err) != SHOOGI_PARSE_ERROR)
            fail_msg("accepted: %s", texts[i].text);
        assert_string_equal(err.message, texts[i].message);
        assert_int_equal(err.status, SHOOGI_PARSE_ERROR);
        assert_int_equal(err.line, 1);
        assert_int_equal(err.column, texts[i].column);
        assert_int_equal(shoogi_sfen_read(position, texts[i].text, length, NULL),
                         SHOOGI_PARSE_ERROR);
        (void)shoogi_sfen_write(after, sizeof after, position);
        assert_string_equal(before, after);
        shoogi_position_free(position);
    }
}

/* Every beginning of a text, and every text with one byte changed, in a block of exactly its size: read, or rejected
 * at a place inside it with the position unchanged. */
static void cut_and_changed(void **state)
{
    (void)state;
    static const char *const texts[] = { MIDDLE, "startpos" };
    uint64_t seed = 1;
    for (size_t t = 0; t < COUNT(texts); t++) {
        const size_t whole = strlen(texts[t]);
        for (size_t round = 0; round <= whole + 2000; round++) {
            const size_t length = round <= whole ? round : whole;
            char *text = malloc(length + 1);
            assert_non_null(text);
            memcpy(text, texts[t], length);
            if (round > whole)
                text[random_below(&seed, length)] = (char)random_below(&seed, 256);
            char *exact = realloc(text, length > 0 ? length : 1);
            assert_non_null(exact);
            shoogi_position *position = make_position(shogi, MIDDLE);
            shoogi_error err;
            const shoogi_status status = shoogi_sfen_read(position, exact, length, &err);
            if (status == SHOOGI_OK) {
                char once[256];
                assert_in_range(shoogi_sfen_write(once, sizeof once, position), 1, sizeof once - 1);
                shoogi_position *again = make_position(shogi, once);
                expect_sfen(again, once);
                shoogi_position_free(again);
            } else {
                assert_int_equal(status, SHOOGI_PARSE_ERROR);
                assert_in_range(err.column, 1, length + 1);
                expect_sfen(position, MIDDLE);
            }
            shoogi_position_free(position);
            free(exact);
        }
    }
}

/* The writer keeps the contract of snprintf. */
static void every_room(void **state)
{
    (void)state;
    shoogi_position *position = make_position(shogi, MIDDLE);
    const size_t whole = strlen(MIDDLE);
    for (size_t room = 0; room < whole + 3; room++) {
        char *text = malloc(room + 1);
        assert_non_null(text);
        text[room] = '#';
        assert_int_equal(shoogi_sfen_write(text, room, position), whole);
        assert_int_equal(text[room], '#');
        if (room > 0)
            assert_int_equal(strlen(text), room - 1 < whole ? room - 1 : whole);
        free(text);
    }
    assert_int_equal(shoogi_sfen_write(NULL, 0, position), whole);
    shoogi_position_free(position);
}

/* The history is forgotten, and the position can be played. */
static void set_up_and_play(void **state)
{
    (void)state;
    shoogi_position *position = make_position(shogi, NULL);
    size_t count;
    shoogi_move *moves = legal_moves(&count, position);
    assert_int_equal(shoogi_position_do(position, moves[0]), SHOOGI_OK);
    free(moves);
    shoogi_error err;
    assert_int_equal(shoogi_sfen_read(position, MIDDLE, strlen(MIDDLE), &err), SHOOGI_OK);
    assert_int_equal(shoogi_position_moves_played(position), 0);
    moves = legal_moves(&count, position);
    assert_int_equal(count, 207); /* perft.tsv, "Matsuri" */
    free(moves);
    shoogi_position_free(position);
}

/* Pieces in hand are written even without drops: a pawn may promote to one of them. */
static void hands_without_drops(void **state)
{
    (void)state;
    static const char text[] = "files=5 ranks=5 symmetry=rotate holdingsType=1 maxPromote=1\n"
                               "promoChoice=*Q pawn:P:fW:p:a2 queen:Q:Q:q: king:K:K:k:c1\n";
    static const char sfen[] = "2k2/P4/5/5/2K2 b Q2pq 1";
    shoogi_variant *const v = parse_variant("hands", text, sizeof text - 1);
    shoogi_position *const position = make_position(v, sfen);
    assert_int_equal(shoogi_position_hand(position, SHOOGI_BLACK, 2), 1);
    assert_int_equal(shoogi_position_hand(position, SHOOGI_WHITE, 1), 2);
    char written[64];
    assert_int_equal(shoogi_sfen_write(written, sizeof written, position), strlen(sfen));
    assert_string_equal(written, "2k2/P4/5/5/2K2 b Qq2p 1");
    shoogi_position_free(position);
    shoogi_variant_free(v);
}

static int set_up(void **state)
{
    (void)state;
    three_check = load_variant("three-check");
    shogi = load_variant("shogi");
    shosu = load_variant("shosu");
    letters = parse_variant("letters", letters_text, sizeof letters_text - 1);
    faces = parse_variant("faces", faces_text, sizeof faces_text - 1);
    tall = parse_variant("tall", tall_text, sizeof tall_text - 1);
    wide = parse_variant("wide", wide_text, sizeof wide_text - 1);
    return 0;
}

static int take_down(void **state)
{
    (void)state;
    shoogi_variant *all[] = { three_check, shogi, shosu, letters, faces, tall, wide };
    for (size_t i = 0; i < COUNT(all); i++)
        shoogi_variant_free(all[i]);
    return 0;
}

TEST_SUITE(sfen)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_form),    cmocka_unit_test(startpos),
        cmocka_unit_test(lenient),         cmocka_unit_test(bad),
        cmocka_unit_test(cut_and_changed), cmocka_unit_test(every_room),
        cmocka_unit_test(set_up_and_play), cmocka_unit_test(hands_without_drops),
    };
    return cmocka_run_group_tests(tests, set_up, take_down);
}
