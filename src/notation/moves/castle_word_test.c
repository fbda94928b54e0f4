/* castle_word_test.c: castling and captures en passant in the notations of chess, and in positions as text. */
#include "support/notation.h"
#include "base/test_suite.h"

static shoogi_variant *chess;

static const char chess_text[] =
    "files=8\nranks=8\nsymmetry=mirror\nholdingsType=0\ncheck=strict\nstalemate=draw\npromoChoice=QNRB\n"
    "pawn:P:ifmnDfmWfceF:p:a2-h2\nknight:N:N:n:b1,g1\nbishop:B:B:b:c1,f1\nrook:R:R:r:a1,h1\n"
    "queen:Q:Q:q:d1\nking:K:KisO2:k:e1\n";

/* What is written is what was read: no right and no square that was passed is lost. */
static void rights_are_kept(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *written, *sfen;
    } texts[] = {
        { "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NULL, "r3k2r/8/8/8/8/8/8/R3K2R b - 1" },
        { "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", NULL, "r3k2r/8/8/8/8/8/8/R3K2R b - 1 Kq" },
        { "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", NULL, "r3k2r/8/8/8/8/8/8/R3K2R b - 1 -" },
        { "r3k2r/8/8/8/8/8/8/R3K2R w HAa - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1",
          "r3k2r/8/8/8/8/8/8/R3K2R b - 1 KQq" },
        { "r4k1r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r4k1r/8/8/8/8/8/8/R3K2R w KQ - 0 1",
          "r4k1r/8/8/8/8/8/8/R3K2R b - 1" },
        { "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", NULL, "4k3/8/8/3pP3/8/8/8/4K3 b - 1" },
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        shoogi_position *const p = make_position(chess, "startpos");
        char text[128];
        assert_int_equal(shoogi_fen_read(p, texts[i].fen, strlen(texts[i].fen), NULL), SHOOGI_OK);
        (void)shoogi_fen_write(text, sizeof text, p);
        assert_string_equal(text, texts[i].written ? texts[i].written : texts[i].fen);
        (void)shoogi_sfen_write(text, sizeof text, p);
        assert_string_equal(text, texts[i].sfen);
        shoogi_position *const again = make_position(chess, text);
        if (strstr(texts[i].fen, "d6") == NULL)
            assert_true(shoogi_position_hash(again) == shoogi_position_hash(p));
        shoogi_position_free(again);
        shoogi_position_free(p);
    }
}

/* Every way to write a move; NULL: it is refused with the sentence. */
static void moves_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *sfen, *text, *after, *sentence;
    } moves[] = {
        { "r3k2r/8/8/8/8/8/8/R3K2R b - 1", "O-O", "r3k2r/8/8/8/8/8/8/R4RK1 w - 2", NULL },
        { "r3k2r/8/8/8/8/8/8/R3K2R b - 1", "0-0-0", "r3k2r/8/8/8/8/8/8/2KR3R w - 2", NULL },
        { "r3k2r/8/8/8/8/8/8/R3K2R w - 1", "o-o-o", "2kr3r/8/8/8/8/8/8/R3K2R b - 2", NULL },
        { "r3k2r/8/8/8/8/8/8/R3K2R b - 1", "4h2h", "r3k2r/8/8/8/8/8/8/R4RK1 w - 2", NULL },
        { "r3k2r/8/8/8/8/8/8/R3K2R b - 1", "4h8h", "r3k2r/8/8/8/8/8/8/2KR3R w - 2", NULL },
        { "4k3/8/8/8/5r2/8/8/R3K2R b - 1", "O-O", NULL,
          "your king would castle through check on 3h" },
        { "4k3/8/8/8/4r3/8/8/R3K2R b - 1", "O-O", NULL,
          "your king is in check and may not castle out of it" },
        { "4k3/8/8/8/6r1/8/8/R3K2R b - 1", "O-O", NULL, "your king would be in check from 2e" },
        { "4k3/8/8/8/1r6/8/8/R3K2R b - 1", "O-O-O", "4k3/8/8/8/1r6/8/8/2KR3R w - 2", NULL },
        { "4k3/8/8/8/8/8/8/R3K1NR b - 1", "O-O", NULL, "a knight is in the way on 2h" },
        { "4k3/8/8/8/8/8/8/R3K2R b - 1 Q", "O-O", NULL,
          "the rook on 1h has moved, so you may not castle with it" },
        { "4k3/8/8/8/8/8/8/R3K3 b - 1", "O-O", NULL,
          "there is no piece of yours on 1h to castle with" },
    };
    for (size_t i = 0; i < COUNT(moves); i++) {
        shoogi_position *const p = make_position(chess, moves[i].sfen);
        shoogi_parsed_move found = { 0 };
        shoogi_error err = { .status = SHOOGI_OK };
        char text[128];
        const shoogi_status status =
            shoogi_move_read_any(&found, p, moves[i].text, strlen(moves[i].text), &err);
        assert_int_equal(status, moves[i].after ? SHOOGI_OK : SHOOGI_ILLEGAL);
        if (moves[i].sentence)
            assert_string_equal(err.message, moves[i].sentence);
        if (status == SHOOGI_OK) {
            assert_int_equal(shoogi_position_do(p, found.move), SHOOGI_OK);
            (void)shoogi_sfen_write(text, sizeof text, p);
            assert_string_equal(text, moves[i].after);
        }
        shoogi_position_free(p);
    }
}

/* A rook that moves after its king changes nothing; the king that moves and comes back loses its rights. */
static void rights_tell_positions_apart(void **state)
{
    (void)state;
    shoogi_position *const p = make_position(chess, "r3k2r/8/8/8/8/8/8/R3K2R b - 1");
    static const char *const moves[] = { "4h4g", "4a4b", "4g4h", "4b4a",
                                         "1h2h", "1a2a", "2h1h", "2a1a" };
    const uint64_t start = shoogi_position_hash(p);
    uint64_t moved = 0;
    for (size_t i = 0; i < COUNT(moves); i++) {
        shoogi_move move;
        assert_int_equal(shoogi_usi_read(&move, p, moves[i], strlen(moves[i]), NULL), SHOOGI_OK);
        assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
        if (i == 3)
            moved = shoogi_position_hash(p);
    }
    assert_true(moved != start && moved == shoogi_position_hash(p));
    shoogi_position_free(p);
}

static int load(void **state)
{
    (void)state;
    return shoogi_variant_parse(&chess, chess_text, strlen(chess_text), NULL) != SHOOGI_OK;
}

static int unload(void **state)
{
    (void)state;
    shoogi_variant_free(chess);
    return 0;
}

TEST_SUITE(castle_word)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rights_are_kept),
        cmocka_unit_test(moves_are_read),
        cmocka_unit_test(rights_tell_positions_apart),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
