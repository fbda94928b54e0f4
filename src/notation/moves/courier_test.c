/* courier_test.c: moves and boards in the notation of Game Courier. */
#include "support/notation.h"
#include "base/test_suite.h"

static shoogi_variant *shogi, *chu, *kyoto, *mortal, *shapes, *holes;

/* A piece that leaves the board with its capture, and one that becomes what it captures. */
static const char shapes_text[] =
    "files=5\nranks=5\nsymmetry=rotate\nholdingsType=0\ncheck=capture\n"
    "captureMatrix=.x/!\nbomb:B:K:b:a1\nman:M:K:m:c1\nking:K:K:k:e1\n";

static const char holes_text[] = "files=3\nranks=4\nfirstRank=0\nsymmetry=rotate\nholdingsType=-1\n"
                                 "hole::::a1\nside mover:SM:W@4:m:c0\npawn:P:fW@4:p:b1\n"
                                 "king:K:K:k:a0\n";

/* Moves as we write them; they read back as the same move. */
static void written_form(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *sfen, *usi, *text;
    } moves[] = {
        { shogi, NULL, "7g7f", "P 7g-7f" },
        { shogi, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "3c3d",
          "p 3c-3d" },
        { shogi, "lnsgkgsnl/1r5b1/pppppp1pp/9/9/9/PP1PPPPPP/1B5R1/LNSGKGSNL b - 5", "8h2b+",
          "B 8h-2b; +B-2b" },
        { shogi, "lnsgkgsnl/1r5b1/pppppp1pp/9/9/9/PP1PPPPPP/1B5R1/LNSGKGSNL b - 5", "8h2b",
          "B 8h-2b" },
        { shogi, "4k4/9/9/9/9/9/4p4/9/K8 w - 1", "5g5h+", "p 5g-5h; +p-5h" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b RP 1", "P*5e", "P*5e" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 w rp 1", "P*5e", "p*5e" },
        { chu, "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1", "7h7g7f", "N 7h-7g; 7g-7f" },
        { chu, "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1", "7h7g7h", "N 7h-7g; 7g-7h" },
        { chu, "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1", "7h7f", "N 7h-7f" },
        { chu, "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1", "7h8h7h", "N 7h-8h; 8h-7h" },
        { kyoto, NULL, "5e5d+", "T 5e-5d; L-5d" },
        { kyoto, "2k2/5/5/5/2K2 b PS 1", "R*3c", "R*3c" },
    };
    for (size_t i = 0; i < COUNT(moves); i++) {
        shoogi_position *position = make_position(moves[i].variant, moves[i].sfen);
        shoogi_move move;
        shoogi_error err;
        if (shoogi_usi_read(&move, position, moves[i].usi, strlen(moves[i].usi), &err) != SHOOGI_OK)
            fail_msg("%s: %s", moves[i].usi, err.message);
        char text[128];
        assert_int_equal(shoogi_courier_write(text, sizeof text, position, move),
                         strlen(moves[i].text));
        assert_string_equal(text, moves[i].text);
        shoogi_courier_move found;
        if (shoogi_courier_read(&found, position, text, strlen(text), &err) != SHOOGI_OK)
            fail_msg("%s: %u: %s", text, err.column, err.message);
        assert_true(found.move == move);
        assert_null(found.comment);
        shoogi_position_free(position);
    }
}

/* Effects of rules besides the steps of the piece follow them. */
static void what_the_rules_do(void **state)
{
    (void)state;
    const struct {
        const char *sfen, *text, *after;
    } moves[] = {
        { "4k/5/5/1m3/B3K b - 1", "B 5e-4d; 4d-", "4k/5/5/5/4K w - 2" },
        { "4k/5/5/1b3/B3K b - 1", "B 5e-4d", "4k/5/5/1B3/4K w - 2" },
        { "4k/5/5/1b3/M3K b - 1", "M 5e-4d; B-4d", "4k/5/5/1B3/4K w - 2" },
    };
    for (size_t i = 0; i < COUNT(moves); i++) {
        shoogi_position *position = make_position(shapes, moves[i].sfen);
        shoogi_courier_move found;
        shoogi_error err;
        if (shoogi_courier_read(&found, position, moves[i].text, strlen(moves[i].text), &err) !=
            SHOOGI_OK)
            fail_msg("%s: %u: %s", moves[i].text, err.column, err.message);
        char text[128];
        (void)shoogi_courier_write(text, sizeof text, position, found.move);
        assert_string_equal(text, moves[i].text);
        assert_int_equal(shoogi_position_do(position, found.move), SHOOGI_OK);
        expect_sfen(position, moves[i].after);
        shoogi_position_free(position);
    }
}

#define BISHOPS "lnsgkgsnl/1r5b1/pppppp1pp/9/9/9/PP1PPPPPP/1B5R1/LNSGKGSNL b - 5"

/* Other texts for the same move. */
static void lenient(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *sfen, *text, *usi;
    } moves[] = {
        { shogi, NULL, "7g-7f", "7g7f" },
        { shogi, NULL, " P  7g - 7f  ", "7g7f" },
        { shogi, NULL, "c3-c4", "7g7f" },
        { shogi, NULL, "P c3-7f", "7g7f" },
        { shogi, BISHOPS, "B 8h-2b;+B-dest", "8h2b+" },
        { shogi, BISHOPS, "B 8h-2b; +b-dest", "8h2b+" }, /* the wrong case */
        { shogi, BISHOPS, "B 8h-2b; H-2b", "8h2b+" },
        { shogi, BISHOPS, "8h-2b; @-2b; +B-2b", "8h2b+" },
        { shogi, BISHOPS, "8h-5e; dest-2b; +B-dest", "8h2b+" },
        { shogi, BISHOPS, "B 8h-5e; dest-origin; dest-2b", "8h2b" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b RP 1", "P * 5e", "P*5e" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b RP 1", "p*5e", "P*5e" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b RP 1", "P 0P-5e", "P*5e" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b RP 1", "0P-e5", "P*5e" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 w rp 1", "0p-e5", "P*5e" },
        { kyoto, "2k2/5/5/5/2K2 b PS 1", "R 0P-3c", "R*3c" },
        { chu, "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1", "N 7h-7g; dest-7f", "7h7g7f" },
        { chu, "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1", "N 7h-7f; 7g-", "7h7g7f" },
        { chu, "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1", "LN 7h-8h; 8h-7h", "7h8h7h" },
        { chu, "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1", "pass", "7h8h7h" },
        { chu, "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1", "", "7h8h7h" },
        { mortal, "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5e", "P*5e" },
        { holes, NULL, "P b1-b2", "2c2b" }, /* its first rank is 0 */
    };
    for (size_t i = 0; i < COUNT(moves); i++) {
        shoogi_position *position = make_position(moves[i].variant, moves[i].sfen);
        shoogi_courier_move found;
        shoogi_move move;
        shoogi_error err;
        if (shoogi_courier_read(&found, position, moves[i].text, strlen(moves[i].text), &err) !=
            SHOOGI_OK)
            fail_msg("%s: %u: %s", moves[i].text, err.column, err.message);
        assert_int_equal(shoogi_usi_read(&move, position, moves[i].usi, strlen(moves[i].usi), NULL),
                         SHOOGI_OK);
        /* Any of the moves with one result may be meant. */
        shoogi_position *other;
        assert_int_equal(shoogi_position_copy(&other, position), SHOOGI_OK);
        assert_int_equal(shoogi_position_do(position, found.move), SHOOGI_OK);
        assert_int_equal(shoogi_position_do(other, move), SHOOGI_OK);
        if (shoogi_position_hash(position) != shoogi_position_hash(other))
            fail_msg("%s is another move than %s", moves[i].text, moves[i].usi);
        shoogi_position_free(other);
        shoogi_position_free(position);
    }
}

static void bad(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *sfen, *text;
        shoogi_status status;
        unsigned column;
        const char *message;
    } texts[] = {
        /* not parsable, unknown words */
        { shogi, NULL, "7g", SHOOGI_PARSE_ERROR, 3, "expected \"-\", found end of text" },
        { shogi, NULL, "P", SHOOGI_PARSE_ERROR, 2, "expected \"-\" or \"*\", found end of text" },
        { shogi, NULL, "P 7g-", SHOOGI_PARSE_ERROR, 6,
          "expected a space of this board, found end of text" },
        { shogi, NULL, "P 7g-7x", SHOOGI_PARSE_ERROR, 6,
          "expected a space of this board, found \"7x\"" },
        { shogi, NULL, "P 7G-7", SHOOGI_PARSE_ERROR, 6,
          "expected a space of this board, found \"7\"" },
        { shogi, NULL, "Ne6", SHOOGI_PARSE_ERROR, 1,
          "expected a space of this board or a piece label of this game, found \"Ne6\"" },
        { shogi, NULL, "O-O", SHOOGI_PARSE_ERROR, 1,
          "expected a space of this board or a piece label of this game, found \"O\"" },
        { shogi, NULL, "Z 7g-7f", SHOOGI_PARSE_ERROR, 1,
          "expected a space of this board or a piece label of this game, found \"Z\"" },
        { shogi, NULL, "7g 7g-7f", SHOOGI_PARSE_ERROR, 1,
          "expected a piece label of this game, found \"7g\"" },
        { shogi, NULL, "P 7g-7f 7e", SHOOGI_PARSE_ERROR, 9,
          "expected \";\" or the end of the move, found \"7e\"" },
        { shogi, NULL, "P 7g-7f;", SHOOGI_PARSE_ERROR, 9,
          "expected a piece label or a space of this board, found end of text" },
        { shogi, NULL, "-7g", SHOOGI_PARSE_ERROR, 1,
          "expected a piece to move (the spaces of this board do not move), found \"-7g\"" },
        { shogi, NULL, "P-7f", SHOOGI_PARSE_ERROR, 1,
          "expected a piece that moves or is dropped, found \"P\"" },
        { shogi, NULL, "7g-", SHOOGI_PARSE_ERROR, 1,
          "expected a piece that moves or is dropped, found \"7g\"" },
        { shogi, NULL, "@-7g", SHOOGI_PARSE_ERROR, 1,
          "expected a piece that moves or is dropped, found \"@\"" },
        { shogi, NULL, "dest-7f", SHOOGI_PARSE_ERROR, 1,
          "expected a space of this board or a piece label of this game, found \"dest\"" },
        { shogi, NULL, "add P 5e", SHOOGI_PARSE_ERROR, 1,
          "expected a space of this board or a piece label of this game, found \"add\"" },
        { shogi, NULL, "", SHOOGI_PARSE_ERROR, 1,
          "expected a move (no pass is possible here), found end of text" },
        { shogi, NULL, "pass", SHOOGI_PARSE_ERROR, 1,
          "expected a move (no pass is possible here), found \"pass\"" },
        /* contradicted by the board */
        { shogi, NULL, "N 8h-7g", SHOOGI_PARSE_ERROR, 1,
          "expected \"B\" (a bishop stands on 8h), found \"N\"" },
        { shogi, NULL, "p 7g-7f", SHOOGI_PARSE_ERROR, 1,
          "expected \"P\" (a pawn stands on 7g), found \"p\"" },
        { shogi, NULL, "P 5e-5d", SHOOGI_PARSE_ERROR, 3,
          "expected a space with one of your pieces, found \"5e\"" },
        { shogi, NULL, "3c-3d", SHOOGI_PARSE_ERROR, 1, "expected one of your pieces, found \"p\"" },
        { shogi, NULL, "P*5e", SHOOGI_PARSE_ERROR, 1,
          "expected a piece in your hand (there is none), found \"P\"" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b RG2P 1", "S*5e", SHOOGI_PARSE_ERROR, 1,
          "expected a piece in your hand (R, G, 2P), found \"S\"" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 w rg2p 1", "s 0s-5e", SHOOGI_PARSE_ERROR, 1,
          "expected a piece in your hand (r, g, 2p), found \"s\"" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5a", SHOOGI_PARSE_ERROR, 3,
          "expected an empty space on 5a, found \"k\"" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b RP 1", "P 0R-5e", SHOOGI_PARSE_ERROR, 3,
          "expected the space of that piece in your hand, found \"0R\"" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b RP 1", "@*5e", SHOOGI_PARSE_ERROR, 1,
          "expected a piece in your hand (R, P), found \"@\"" },
        /* contradicted by the rules */
        { shogi, NULL, "P 7g-7e", SHOOGI_ILLEGAL, 1,
          "expected a legal move (a pawn does not move from 7g to 7e), found \"P 7g-7e\"" },
        { shogi, NULL, "P 7g-7f; +P-dest", SHOOGI_ILLEGAL, 1,
          "expected a legal move (the move neither starts nor ends in the promotion zone), found "
          "\"P 7g-7f; +P-dest\"" },
        { shogi, NULL, "P 7g-7f; 3c-", SHOOGI_ILLEGAL, 1,
          "expected a legal move (the rules leave another board), found \"P 7g-7f; 3c-\"" },
        { shogi, "4k4/9/9/9/4P4/9/9/9/4K4 b P 1", "P*5d", SHOOGI_ILLEGAL, 1,
          "expected a legal move (two unpromoted pawns on file 5 (nifu)), found \"P*5d\"" },
        { shogi, "k8/4P4/9/9/9/9/9/9/4K4 b - 1", "P 5b-5a", SHOOGI_PARSE_ERROR, 8,
          "expected \"; +P-dest\" (a pawn on 5a could never move again and must promote), found end of text" },
        { kyoto, NULL, "T 5e-5d", SHOOGI_PARSE_ERROR, 8,
          "expected \"; L-dest\" (the piece turns over with this move), found end of text" },
        { chu, "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1", "N 7h-7g; 7g-7f; 7f-6f; 6f-5f",
          SHOOGI_ILLEGAL, 1,
          "expected a legal move (a lion that moves from 7h by way of 7g does not move on by way of 7f), found \"N 7h-7g; 7g-7f; 7f-6f; 6f-5f\"" },
        { chu, "12/12/12/12/12/5k6/5p6/5N6/12/12/12/K11 b - 1",
          "N 7h-7g; 7g-7f; 7f-6f; 6f-5f; 5f-5e; 5e-5d", SHOOGI_ILLEGAL, 1,
          "expected a legal move (no piece moves like that), found \"N 7h-7g; 7g-7f; 7f-6f; 6f-5f; 5f-5e; "
          "5e-\"" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(texts[i].variant, texts[i].sfen);
        shoogi_courier_move found = { .move = 77 };
        shoogi_error err = { .status = SHOOGI_OK };
        const shoogi_status status =
            shoogi_courier_read(&found, position, texts[i].text, strlen(texts[i].text), &err);
        if (status != texts[i].status || err.status != status || err.line != 1 ||
            err.column != texts[i].column || strcmp(err.message, texts[i].message) != 0)
            fail_msg("%s: %u: %s", texts[i].text, err.column, err.message);
        assert_int_equal(found.move, 77);
        shoogi_position_free(position);
    }
}

static void words_and_comments(void **state)
{
    (void)state;
    shoogi_position *position = make_position(shogi, NULL);
    static const struct {
        const char *text;
        bool move, resigns, offers_draw;
        const char *comment;
    } texts[] = {
        { "resign", false, true, false, NULL },
        { " draw // shall we?", false, false, true, " shall we?" },
        { "P 7g-7f//", true, false, false, "" },
        { "P 7g-7f // one // two", true, false, false, " one // two" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_courier_move found;
        shoogi_error err;
        if (shoogi_courier_read(&found, position, texts[i].text, strlen(texts[i].text), &err) !=
            SHOOGI_OK)
            fail_msg("%s: %u: %s", texts[i].text, err.column, err.message);
        assert_int_equal(found.move != 0, texts[i].move);
        assert_int_equal(found.resigns, texts[i].resigns);
        assert_int_equal(found.offers_draw, texts[i].offers_draw);
        if (!texts[i].comment) {
            assert_null(found.comment);
        } else {
            assert_int_equal(found.comment_bytes, strlen(texts[i].comment));
            assert_memory_equal(found.comment, texts[i].comment, found.comment_bytes);
        }
    }
    shoogi_position_free(position);
}

static void boards(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *sfen, *text, *other;
    } texts[] = {
        { shogi, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
          "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
          "lnsgkgsnl@r@@@@@b1ppppppppp27PPPPPPPPP/1B5R1LNSGKGSNL" },
        { shogi, "4k4/9/9/9/4+b4/9/9/4+P4/4K4 b - 1", "4k4/9/9/9/4{+b}4/9/9/4{+P}4/4K4",
          "4k4/9/9/9/4{h}4/9/9/4{T}4/{2}4K4" },
        { holes, "sm,1,k/3/1,P,1/K,1,SM b - 1", "{sm}1k/2-/-P1/K1{SM}", "{SM}@k/2-/-P1/K1{SM}" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(texts[i].variant, texts[i].sfen);
        char text[256];
        assert_int_equal(shoogi_courier_fen_write(text, sizeof text, position),
                         strlen(texts[i].text));
        assert_string_equal(text, texts[i].text);
        shoogi_error err;
        shoogi_position *read = make_position(texts[i].variant, NULL);
        if (shoogi_courier_fen_read(read, text, strlen(text), &err) != SHOOGI_OK)
            fail_msg("%s: %u: %s", text, err.column, err.message);
        expect_sfen(read, texts[i].sfen);
        if (i == 0) {
            assert_int_equal(
                shoogi_courier_fen_read(read, texts[i].other, strlen(texts[i].other), &err),
                SHOOGI_OK);
            expect_sfen(read, texts[i].sfen);
        }
        shoogi_position_free(read);
        shoogi_position_free(position);
    }
}

static void bad_boards(void **state)
{
    (void)state;
    const struct {
        const shoogi_variant *variant;
        const char *text;
        unsigned column;
        const char *message;
    } texts[] = {
        { shogi, "", 1, "expected 81 more spaces, found end of text" },
        { shogi, "9/9", 4, "expected 63 more spaces, found end of text" },
        { shogi, "8/9", 2, "expected 1 more spaces of the rank, found \"/9\"" },
        { shogi, "9//9", 3, "expected 9 more spaces of the rank, found \"/9\"" },
        { shogi, "82", 1, "expected the end of the board, found \"82\"" },
        { shogi, "9x", 2, "expected a piece of this game or a number of empty spaces, found \"x\"" },
        { shogi, "0", 1, "expected a number of empty spaces of at least 1, found \"0\"" },
        { shogi, "9{x}", 3, "expected a piece label of this game, found \"x}\"" },
        { shogi, "9{kk}", 3, "expected a piece label of this game and \"}\", found \"kk}\"" },
        { shogi, "9-", 2, "expected a space, which is no hole here, found \"-\"" },
        { holes, "3/3", 3, "expected \"-\", as the board has a hole here, found \"3\"" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(texts[i].variant, NULL);
        const uint64_t hash = shoogi_position_hash(position);
        shoogi_error err = { .status = SHOOGI_OK };
        assert_int_equal(
            shoogi_courier_fen_read(position, texts[i].text, strlen(texts[i].text), &err),
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
    shogi = load_variant("shogi");
    chu = load_variant("chu");
    kyoto = load_variant("kyoto");
    mortal = load_variant("mortal");
    shapes = parse_variant("shapes", shapes_text, sizeof shapes_text - 1);
    holes = parse_variant("holes", holes_text, sizeof holes_text - 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    shoogi_variant_free(shogi);
    shoogi_variant_free(chu);
    shoogi_variant_free(kyoto);
    shoogi_variant_free(mortal);
    shoogi_variant_free(shapes);
    shoogi_variant_free(holes);
    return 0;
}

TEST_SUITE(courier)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_form),
        cmocka_unit_test(what_the_rules_do),
        cmocka_unit_test(lenient),
        cmocka_unit_test(bad),
        cmocka_unit_test(words_and_comments),
        cmocka_unit_test(boards),
        cmocka_unit_test(bad_boards),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
