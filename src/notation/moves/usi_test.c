/* usi_test.c: moves in USI, written and read. */
#include "support/notation.h"
#include "base/test_suite.h"

static shoogi_variant *shogi, *shosu, *mortal, *kyoto, *micro, *chu, *tall, *wide;

static const char tall_text[] = "files=5\nranks=36\nholdingsType=-1\nsymmetry=rotate\nroyal=4\n"
                                "pawn:P:fW@36:p:a3-e3\nrook:R:R@36:r:a1\nbishop:B:B@36:b:b1\n"
                                "king:K:K:k:c1\n";
static const char wide_text[] = "files=36\nranks=5\nholdingsType=-1\nsymmetry=rotate\nroyal=3\n"
                                "pawn:PA:fW@5:p:a2-aj2\nqueen:Q:Q@5:q:b1\nking:K:K:k:a1\n";

static shoogi_status read_text(shoogi_move *out, const shoogi_position *position, const char *text,
                               shoogi_error *err)
{
    return shoogi_usi_read(out, position, text, strlen(text), err);
}

/* Accepted texts, and how they are written again. */
static void good(void **state)
{
    (void)state;
    static const char forms[] = "4k4/9/9/P1S4R1/9/9/9/9/4K4 b -";
    static const char lions[] = "12/12/12/12/6n5/6i5/5N6/12/12/12/12/Kk10 b -";
    const struct {
        const shoogi_variant *variant;
        const char *sfen, *text, *written;
    } texts[] = {
        { shogi, NULL, "7g7f", "7g7f" },
        { shogi, NULL, "7g7f=", "7g7f" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 b P", "P*5e", "P*5e" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 w p", "P*5e", "P*5e" },
        { shogi, "4k4/9/9/9/9/9/9/9/4K4 w p", "p*5e", "P*5e" },
        { shogi, "4k4/9/9/9/9/9/9/7R1/4K4 b -", "2h2b+", "2h2b+" },
        { shogi, "4k4/9/9/9/9/9/9/7R1/4K4 b -", "2h2b=", "2h2b" },
        { shogi, "4k4/9/9/9/9/9/9/7R1/4K4 b -", "2h2b", "2h2b" },
        { shosu, NULL, "10h10g", "10h10g" },
        { shosu, NULL, "1h1g", "1h1g" },
        { tall, NULL, "1ah1ag", "1ah1ag" },
        { tall, "2k2/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/R1K2 b -",
          "5aj5a", "5aj5a" },
        { tall, "2k2/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/2K2 b P",
          "P*5z", "P*5z" },
        { tall, "2k2/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/5/2K2 b P",
          "P*5aa", "P*5aa" },
        { wide, NULL, "36d36c", "36d36c" },
        { wide, "35k/36/36/36/K35 b PA", "PA*1c", "PA*1c" },
        { wide, "35k/36/36/36/K35 b PA", "pa*11c", "PA*11c" },
        /* One of several promotions is named, the only one is not. */
        { mortal, forms, "9d9c+G", "9d9c+G" },
        { mortal, forms, "9d9c+n", "9d9c+N" },
        { mortal, forms, "9d9c", "9d9c" },
        { mortal, forms, "9d9c=", "9d9c" },
        { mortal, forms, "7d7c+", "7d7c+" },
        { mortal, forms, "7d7c+G", "7d7c+" },
        { mortal, forms, "2d2a+", "2d2a+" },
        { shogi, "4k4/9/9/9/9/9/9/7R1/4K4 b -", "2h2b++r", "2h2b+" },
        /* Flipping is written as promotion, either way; either side is dropped by its letter. */
        { kyoto, NULL, "5e5d+", "5e5d+" },
        { kyoto, "pgkst/5/5/2R2/TSKG1 b P", "3d3b+", "3d3b+" },
        { kyoto, "pgkst/5/5/5/TSKG1 b P", "R*3c", "R*3c" },
        { micro, "kb+r+l/p3/P3/4/+L+RBK b P", "4c4b+", "4c4b+" },
        { micro, "kb+r+l/p3/P3/4/+L+RBK b P", "+p*2c", "+P*2c" },
        /* Via squares: two captures, one, none; back to the origin after one, and after none. */
        { chu, lions, "7g6f6e", "7g6f6e" },
        { chu, lions, "7g6f5e", "7g6f5e" },
        { chu, lions, "7g7f7e", "7g7f7e" },
        { chu, lions, "7g7e", "7g7e" },
        { chu, lions, "7g6f7g", "7g6f7g" },
        { chu, lions, "7g7f7g", "7g7f7g" },
        { chu, lions, "12l12k", "12l12k" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(texts[i].variant, texts[i].sfen);
        shoogi_move move = 0;
        shoogi_error err;
        if (read_text(&move, position, texts[i].text, &err) != SHOOGI_OK)
            fail_msg("%s: %u: %s", texts[i].text, err.column, err.message);
        char text[SHOOGI_MOVE_TEXT_BYTES];
        const size_t length = shoogi_usi_write(text, sizeof text, position, move);
        assert_int_equal(length, strlen(text));
        assert_string_equal(text, texts[i].written);
        shoogi_position_free(position);
    }
}

static void bad(void **state)
{
    (void)state;
    static const char forms[] = "4k4/P8/9/6P2/9/6P2/9/9/4K4 b -";
    static const char lions[] = "12/12/12/12/6n5/6i5/5N6/12/12/12/12/Kk10 b -";
    const struct {
        const shoogi_variant *variant;
        const char *sfen, *text;
        shoogi_status status;
        unsigned column;
        const char *message;
    } texts[] = {
        { shogi, NULL, "", SHOOGI_PARSE_ERROR, 1,
          "expected a move such as 7g7f or P*5e, found end of text" },
        { shogi, NULL, "resign", SHOOGI_PARSE_ERROR, 1,
          "expected a move such as 7g7f or P*5e, found \"resign\"" },
        { shogi, NULL, "0000", SHOOGI_PARSE_ERROR, 1,
          "expected a move such as 7g7f or P*5e, found \"0000\"" },
        { shogi, NULL, "none", SHOOGI_PARSE_ERROR, 1,
          "expected a move such as 7g7f or P*5e, found \"none\"" },
        { shogi, NULL, "P-7f", SHOOGI_PARSE_ERROR, 1,
          "expected a move such as 7g7f or P*5e, found \"P-7f\"" },
        { shogi, NULL, " 7g7f", SHOOGI_PARSE_ERROR, 1,
          "expected a move such as 7g7f or P*5e, found \" 7g7f\"" },
        { shogi, NULL, "7g", SHOOGI_PARSE_ERROR, 3,
          "expected the destination square, found end of text" },
        { shogi, NULL, "7g+", SHOOGI_PARSE_ERROR, 3,
          "expected the destination square, found \"+\"" },
        { shogi, NULL, "7g7", SHOOGI_PARSE_ERROR, 3,
          "expected the destination square, found \"7\"" },
        { shogi, NULL, "7g7j", SHOOGI_PARSE_ERROR, 3,
          "expected the destination square, found \"7j\"" },
        { shogi, NULL, "7g0f", SHOOGI_PARSE_ERROR, 3,
          "expected the destination square, found \"0f\"" },
        { shogi, NULL, "7g10f", SHOOGI_PARSE_ERROR, 3,
          "expected the destination square, found \"10f\"" },
        { shogi, NULL, "7g7fx", SHOOGI_PARSE_ERROR, 5,
          "expected \"+\" or the end of the move, found \"x\"" },
        { shogi, NULL, "7g7f7", SHOOGI_PARSE_ERROR, 5,
          "expected \"+\" or the end of the move, found \"7\"" },
        { shogi, NULL, "7g7f?", SHOOGI_PARSE_ERROR, 5,
          "expected \"+\" or the end of the move, found \"?\"" },
        { shogi, NULL, "7g7f++", SHOOGI_PARSE_ERROR, 6,
          "expected the end of the move, found \"+\"" },
        { shogi, NULL, "7g7f 3c3d", SHOOGI_PARSE_ERROR, 5,
          "expected \"+\" or the end of the move, found \" 3c3d\"" },
        { shogi, NULL, "7g7f7e", SHOOGI_ILLEGAL, 1, "a pawn does not move from 7g by way of 7f" },
        { shogi, NULL, "7g7f7e7d", SHOOGI_ILLEGAL, 1, "a pawn does not move from 7g by way of 7f" },
        { shogi, NULL, "*5e", SHOOGI_PARSE_ERROR, 1,
          "expected a piece of this game before \"*\", found \"*5e\"" },
        { shogi, NULL, "X*5e", SHOOGI_PARSE_ERROR, 1,
          "expected a piece of this game before \"*\", found \"X*5e\"" },
        { shogi, NULL, "PP*5e", SHOOGI_PARSE_ERROR, 1,
          "expected a piece of this game before \"*\", found \"PP*5e\"" },
        { shogi, NULL, "P*", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, found end of text" },
        { shogi, NULL, "P*5", SHOOGI_PARSE_ERROR, 3,
          "expected a square of this board, found \"5\"" },
        { shogi, NULL, "P*5e+", SHOOGI_PARSE_ERROR, 5, "expected the end of the move, found \"+\"" },
        /* Illegal by the rules; the message is the sentence of the core.  */
        { shogi, NULL, "7f7e", SHOOGI_ILLEGAL, 1, "there is no piece on 7f" },
        { shogi, NULL, "3c3d", SHOOGI_ILLEGAL, 1, "the pawn on 3c is not yours" },
        { shogi, NULL, "7g7e", SHOOGI_ILLEGAL, 1, "a pawn does not move from 7g to 7e" },
        { shogi, NULL, "7g7g", SHOOGI_ILLEGAL, 1, "you cannot pass in this game" },
        { shogi, NULL, "8h2b", SHOOGI_ILLEGAL, 1, "a pawn is in the way on 7g" },
        { shogi, NULL, "5i5h+", SHOOGI_ILLEGAL, 1, "a king does not promote" },
        { shogi, NULL, "P*5e", SHOOGI_ILLEGAL, 1, "you have no pawn in hand" },
        { shogi, "4k4/9/9/9/9/9/P8/9/4K4 b P", "P*9e", SHOOGI_ILLEGAL, 1,
          "two unpromoted pawns on file 9 (nifu)" },
        { shogi, "4r3k/9/9/9/9/9/9/4R4/4K4 b -", "5h4h", SHOOGI_ILLEGAL, 1,
          "your king would be in check from 5a" },
        /* The promotion: missing, not allowed on the square, impossible for any piece, or for this one.  */
        { mortal, forms, "3d3c+", SHOOGI_PARSE_ERROR, 6,
          "expected one of N, L, S, G, found end of text" },
        { mortal, forms, "9b9a+", SHOOGI_PARSE_ERROR, 6, "expected one of S, G, found end of text" },
        { mortal, forms, "3d3c+Z", SHOOGI_PARSE_ERROR, 6,
          "expected one of N, L, S, G, found \"Z\"" },
        { mortal, forms, "3d3c+GG", SHOOGI_PARSE_ERROR, 6,
          "expected one of N, L, S, G, found \"GG\"" },
        { mortal, forms, "3d3c+B", SHOOGI_ILLEGAL, 1, "a pawn does not promote to a bishop" },
        { mortal, forms, "9b9a+L", SHOOGI_ILLEGAL, 1, "a lance on 9a could never move" },
        { mortal, forms, "9b9a", SHOOGI_ILLEGAL, 1,
          "a pawn on 9a could never move again and must promote" },
        { mortal, forms, "3f3e+G", SHOOGI_ILLEGAL, 1,
          "the move neither starts nor ends in the promotion zone" },
        { shogi, "4k4/9/9/9/9/9/9/7R1/4K4 b -", "2h2b+G", SHOOGI_ILLEGAL, 1,
          "a rook does not promote to a gold general" },
        { shogi, "4k4/9/9/9/9/9/9/7R1/4K4 b -", "2h2b+Z", SHOOGI_PARSE_ERROR, 6,
          "expected the end of the move, found \"Z\"" },
        { kyoto, NULL, "5e5d", SHOOGI_ILLEGAL, 1, "the piece turns over with this move" },
        { micro, NULL, "1d1c+", SHOOGI_ILLEGAL, 1, "the piece turns over only when it captures" },
        /* Via squares.  */
        { chu, lions, "7g7f6f6e", SHOOGI_ILLEGAL, 1,
          "a lion that moves from 7g by way of 7f does not move on by way of 6f" },
        { chu, lions, "7g7f6f6e6d", SHOOGI_ILLEGAL, 1,
          "a lion that moves from 7g by way of 7f does not move on by way of 6f" },
        { chu, lions, "7g7f6f6e6d5d", SHOOGI_ILLEGAL, 1,
          "a lion that moves from 7g by way of 7f does not move on by way of 6f" },
        { chu, lions, "7g7f6f6e6d5d5c", SHOOGI_PARSE_ERROR, 13,
          "expected \"+\" or the end of the move, found \"5c\"" },
        { chu, lions, "7g7f6f6a6b", SHOOGI_PARSE_ERROR, 1,
          "expected squares closer to each other, found \"7g7f6f6a6b\"" },
        { chu, lions, "7g6f9e", SHOOGI_ILLEGAL, 1,
          "a lion that moves from 7g by way of 6f does not move on to 9e" },
        { chu, lions, "7g6f5e+", SHOOGI_ILLEGAL, 1, "a lion does not promote" },
        { chu, lions, "7g7g", SHOOGI_ILLEGAL, 1, "a lion does not move from 7g to 7g" },
        { chu, NULL, "7j7i7j", SHOOGI_ILLEGAL, 1, "your own pawn is on 7i" },
        { chu, NULL, "7j7i7h", SHOOGI_ILLEGAL, 1, "your own pawn is on 7i" },
        { shogi, NULL, "2h2g2h", SHOOGI_ILLEGAL, 1, "your own pawn is on 2g" },
        { shogi, NULL, "5i5h5i", SHOOGI_ILLEGAL, 1, "you cannot pass in this game" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *position = make_position(texts[i].variant, texts[i].sfen);
        shoogi_move move = 42;
        shoogi_error err;
        const shoogi_status status = read_text(&move, position, texts[i].text, &err);
        if (status == SHOOGI_OK)
            fail_msg("accepted: %s", texts[i].text);
        assert_string_equal(err.message, texts[i].message);
        assert_int_equal(status, texts[i].status);
        assert_int_equal(err.status, texts[i].status);
        assert_int_equal(err.line, 1);
        assert_int_equal(err.column, texts[i].column);
        assert_true(move == 42);
        assert_int_equal(read_text(&move, position, texts[i].text, NULL), texts[i].status);
        shoogi_position_free(position);
    }
}

/* Random games: every legal move is read back from its text, and no other text is that move. */
static void every_legal_move(void **state)
{
    (void)state;
    const shoogi_variant *const variants[] = { shogi, shosu, mortal, kyoto, micro, chu, tall, wide };
    for (size_t v = 0; v < COUNT(variants); v++) {
        uint64_t seed = v + 1;
        shoogi_position *position = make_position(variants[v], NULL);
        for (int ply = 0; ply < 120; ply++) {
            size_t count;
            shoogi_move *moves = legal_moves(&count, position);
            for (size_t i = 0; i < count; i++) {
                char text[SHOOGI_MOVE_TEXT_BYTES];
                assert_in_range(shoogi_usi_write(text, sizeof text, position, moves[i]), 4,
                                sizeof text - 1);
                shoogi_move again = 0;
                assert_int_equal(read_text(&again, position, text, NULL), SHOOGI_OK);
                assert_true(again == moves[i]);
            }
            if (count > 0)
                assert_int_equal(shoogi_position_do(position, moves[random_below(&seed, count)]),
                                 SHOOGI_OK);
            free(moves);
            if (count == 0)
                break;
        }
        shoogi_position_free(position);
    }
}

static void every_room(void **state)
{
    (void)state;
    shoogi_position *position = make_position(tall, NULL);
    shoogi_move move = 0;
    assert_int_equal(read_text(&move, position, "1ah1ag", NULL), SHOOGI_OK);
    for (size_t room = 0; room < 10; room++) {
        char text[16];
        memset(text, '#', sizeof text);
        assert_int_equal(shoogi_usi_write(text, room, position, move), 6);
        assert_int_equal(text[room], '#');
        if (room > 0)
            assert_int_equal(strlen(text), room - 1 < 6 ? room - 1 : 6);
    }
    assert_int_equal(shoogi_usi_write(NULL, 0, position, move), 6);
    shoogi_position_free(position);
}

/* Texts cut short and changed, in blocks of exactly their size. */
static void cut_and_changed(void **state)
{
    (void)state;
    static const char *const texts[] = { "8h2b+", "P*5e", "10a10b" };
    uint64_t seed = 7;
    shoogi_position *position = make_position(shogi, "4k4/9/9/9/9/9/9/1B7/4K4 b P");
    for (int round = 0; round < 6000; round++) {
        const char *from = texts[random_below(&seed, COUNT(texts))];
        const size_t length = random_below(&seed, strlen(from) + 1);
        char *text = malloc(length > 0 ? length : 1);
        assert_non_null(text);
        memcpy(text, from, length);
        if (length > 0 && round % 2)
            text[random_below(&seed, length)] = (char)random_below(&seed, 256);
        shoogi_move move = 0;
        shoogi_error err = { 0 };
        const shoogi_status status = shoogi_usi_read(&move, position, text, length, &err);
        if (status == SHOOGI_OK)
            assert_int_equal(shoogi_position_why_illegal(position, move, NULL, 0),
                             SHOOGI_ILLEGAL_NONE);
        else
            assert_in_range(err.column, 1, length + 1);
        free(text);
    }
    shoogi_position_free(position);
}

/* Fairy-Stockfish's words for Kyoto and Dobutsu shogi: "+" and a letter for the other side of a piece, "-" for turning back, and
 * letters of its own. */
static void letters_of_other_programs(void **state)
{
    (void)state;
    shoogi_variant *const dobutsu = load_variant("dobutsu");
    const struct {
        const shoogi_variant *variant;
        const char *sfen, *text, *usual; /* NULL: refused */
    } moves[] = {
        { kyoto, "5/5/5/5/k3K b PTGS 1", "+L*5a", "T*5a" },
        { kyoto, "5/5/5/5/k3K b PTGS 1", "+L@5a", "T*5a" },
        { kyoto, "5/5/5/5/k3K b PTGS 1", "L*5a", "L*5a" },
        { kyoto, "5/5/5/5/k3K b PTGS 1", "+p*3c", "R*3c" },
        { kyoto, "p+nks+l/5/5/5/+LSK+NP b - 1", "5e5d-", "5e5d+" },
        { kyoto, "p+nks+l/5/5/5/+LSK+NP b - 1", "3e3d-", NULL }, /* the king has one side */
        { shogi, NULL, "7g7f-", NULL },
        { shogi, "4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "5c5b-", NULL }, /* it may stay as it is */
        { dobutsu, "1k1/3/3/1K1 b RBP 1", "C*3c", "P*3c" },
        { dobutsu, "1k1/3/3/1K1 b RBP 1", "G@3c", "R*3c" },
        { dobutsu, "1k1/3/3/1K1 b RBP 1", "e*3c", "B*3c" },
        { dobutsu, "1k1/3/3/1K1 b RBP 1", "X*3c", NULL },
    };
    for (size_t i = 0; i < COUNT(moves); i++) {
        shoogi_position *const p = make_position(moves[i].variant, moves[i].sfen);
        char text[SHOOGI_MOVE_TEXT_BYTES];
        shoogi_move move;
        shoogi_error err;
        const shoogi_status status =
            shoogi_usi_read(&move, p, moves[i].text, strlen(moves[i].text), &err);
        if ((status == SHOOGI_OK) != (moves[i].usual != NULL))
            fail_msg("%s: %s", moves[i].text, err.message);
        if (moves[i].usual) {
            (void)shoogi_usi_write(text, sizeof text, p, move);
            assert_string_equal(text, moves[i].usual);
        }
        shoogi_position_free(p);
    }
    /* The hen on the board and, in another case, the other letters. */
    static const char *const boards[][2] = {
        { "g1e/1+cL/lC1/E1G b - 3", "r1b/1+pK/kP1/B1R b - 3" },
        { "g1e/1hL/lC1/E1G b - 3", "r1b/1+pK/kP1/B1R b - 3" },
        { "1l1/1+C1/3/1L1 w GEc 1", "1k1/1+P1/3/1K1 w RBp 1" },
    };
    for (size_t i = 0; i < COUNT(boards); i++) {
        shoogi_position *const p = make_position(dobutsu, boards[i][0]);
        shoogi_position *const q = make_position(dobutsu, boards[i][1]);
        assert_true(shoogi_position_hash(p) == shoogi_position_hash(q));
        shoogi_position_free(q);
        shoogi_position_free(p);
    }
    shoogi_variant_free(dobutsu);
}

static int set_up(void **state)
{
    (void)state;
    shogi = load_variant("shogi");
    shosu = load_variant("shosu");
    tall = parse_variant("tall", tall_text, sizeof tall_text - 1);
    mortal = load_variant("mortal");
    kyoto = load_variant("kyoto");
    micro = load_variant("micro");
    chu = load_variant("chu");
    wide = parse_variant("wide", wide_text, sizeof wide_text - 1);
    return 0;
}

static int take_down(void **state)
{
    (void)state;
    shoogi_variant *all[] = { shogi, shosu, mortal, kyoto, micro, chu, tall, wide };
    for (size_t i = 0; i < COUNT(all); i++)
        shoogi_variant_free(all[i]);
    return 0;
}

TEST_SUITE(usi)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good),
        cmocka_unit_test(bad),
        cmocka_unit_test(every_legal_move),
        cmocka_unit_test(every_room),
        cmocka_unit_test(cut_and_changed),
        cmocka_unit_test(letters_of_other_programs),
    };
    return cmocka_run_group_tests(tests, set_up, take_down);
}
