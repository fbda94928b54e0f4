/* rules_test.c: the rules of the shipped variants, case by case: what is legal, why not, how games end. */
#include "shoogi/catalog.h"
#include "shoogi/notation.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

static shoogi_catalog *catalog;

static shoogi_position *set_up(const char *variant, const char *sfen)
{
    const shoogi_catalog_entry *entry;
    shoogi_catalog_fault fault;
    shoogi_position *p = NULL;
    shoogi_error err;
    if (shoogi_catalog_get(&entry, catalog, variant, strlen(variant), &fault) != SHOOGI_OK)
        fail_msg("%s", fault.text);
    assert_int_equal(shoogi_position_new(&p, entry->variant), SHOOGI_OK);
    if (shoogi_sfen_read(p, sfen, strlen(sfen), &err) != SHOOGI_OK)
        fail_msg("%s: %s", sfen, err.message);
    return p;
}

/* Plays words of USI separated by blanks. */
static void play(shoogi_position *p, const char *words)
{
    char text[1024];
    snprintf(text, sizeof text, "%s", words);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        shoogi_move move;
        shoogi_error err;
        if (shoogi_usi_read(&move, p, word, strlen(word), &err) != SHOOGI_OK)
            fail_msg("%s: %s", word, err.message);
        assert_int_equal(shoogi_position_do(p, move), SHOOGI_OK);
    }
}

static void illegal_moves_have_their_reasons(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *sfen, *usi, *reason; /* NULL: it is legal */
    } cases[] = {
        { "shogi", "startpos", "7g7f", NULL },
        { "shogi", "startpos", "7g7e", "a pawn does not move from 7g to 7e" },
        { "shogi", "startpos", "5e5d", "no piece stands on 5e" },
        { "shogi", "startpos", "3c3d", "the pawn on 3c is not yours" },
        { "shogi", "startpos", "2h2g", "your own pawn stands on 2g" },
        { "shogi", "startpos", "8h2b", "a pawn stands in the way on 7g" },
        { "shogi", "startpos", "7g7f+", "the move neither starts nor ends in the promotion zone" },
        { "shogi", "startpos", "5i5h+", "a king does not promote" },
        { "shogi", "startpos", "P*5e", "no pawn is in your hand" },
        /* Two pawns on a file; promoted ones do not count. */
        { "shogi", "4k4/9/9/9/9/9/2P6/9/4K4 b P 1", "P*7e", "two pawns on file 7" },
        { "shogi", "4k4/9/9/9/9/9/2+P6/9/4K4 b P 1", "P*7e", NULL },
        { "shogi", "4k4/9/9/9/9/9/2p6/9/4K4 b P 1", "P*7e", NULL },
        { "shogi", "4k4/9/9/9/9/9/9/2p6/4K4 w p 1", "P*7e", "two pawns on file 7" },
        /* Where a man could never move. */
        { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "P*1a",
          "a pawn dropped on 1a could never move" },
        { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "L*1a",
          "a lance dropped on 1a could never move" },
        { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "N*1b",
          "a knight dropped on 1b could never move" },
        { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "N*1c", NULL },
        { "shogi", "4k4/9/9/9/9/9/9/9/4K4 w pln 1", "P*1i",
          "a pawn dropped on 1i could never move" },
        { "shogi", "4k4/9/9/9/9/9/9/9/4K4 b PLN 1", "P*5a",
          "5a is occupied, and a piece can be dropped on an empty square only" },
        /* Promotion, free and forced. */
        { "shogi", "4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a+", NULL },
        { "shogi", "4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a",
          "a pawn on 9a could never move again and must promote" },
        { "shogi", "4k4/9/9/N8/9/9/9/9/4K4 b - 1", "9d8b",
          "a knight on 8b could never move again and must promote" },
        { "shogi", "4k4/9/9/9/N8/9/9/9/4K4 b - 1", "9e8c", NULL },
        { "shogi", "4k4/9/S8/9/9/9/9/9/4K4 b - 1", "9c8d+", NULL },
        { "shogi", "4k4/9/+S8/9/9/9/9/9/4K4 b - 1", "9c8c+", "a promoted silver does not promote" },
        { "shogi", "4k4/9/G8/9/9/9/9/9/4K4 b - 1", "9c8c+", "a gold general does not promote" },
        /* The king may not be left, or put, in check. */
        { "shogi", "4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1", "5h4h",
          "your king would stand in check from 5e" },
        { "shogi", "4k4/9/9/9/4r4/9/9/4G4/4K4 b - 1", "5h5g", NULL },
        { "shogi", "4k4/9/9/9/4r4/9/9/9/4K4 b P 1", "P*1e",
          "your king would stand in check from 5e" },
        { "shogi", "4k4/9/9/9/4r4/9/9/9/4K4 b P 1", "P*5g", NULL },
        { "shogi", "4k4/9/9/9/4r4/9/9/9/4K4 b P 1", "5i5h",
          "your king would stand in check from 5e" },
        { "shogi", "4k4/9/9/9/4r4/9/3n5/9/4K4 b G 1", "G*5h",
          "your king would stand in check from 6g" },
        { "shogi", "4k4/9/9/4l4/9/9/3n5/9/4K4 b G 1", "G*1e",
          "your king would stand in check from 5d and 6g" },
        /* A pawn may not be dropped to mate; to check, or moved to mate, it may. */
        { "shogi", "6snk/9/7G1/9/9/9/9/9/4K4 b P 1", "P*1b",
          "a pawn may not be dropped to give checkmate" },
        { "shogi", "6s1k/9/9/9/9/9/9/9/4K4 b P 1", "P*1b", NULL },
        { "shogi", "6snk/9/6NGP/9/9/9/9/9/4K4 b - 1", "1c1b", NULL },
        { "shogi", "6snk/9/7G1/9/9/9/9/9/4K4 b L 1", "L*1b", NULL },
        /* Shosu: what promotes there and not in Shogi. */
        { "shosu", "4k5/10/G9/10/10/10/10/10/10/4K5 b - 1", "10c9c+", NULL },
        { "shosu", "4k5/10/Q9/10/10/10/10/10/10/4K5 b - 1", "10c9c+", "a queen does not promote" },
        { "shosu", "4k5/10/10/10/10/10/P9/10/10/4K5 b P 1", "P*10e", "two pawns on file 10" },
        { "shosu", "7snk/10/8G1/10/10/10/10/10/10/4K5 b P 1", "P*1b",
          "a pawn may not be dropped to give checkmate" },
        /* Mortal: one form of several, which must be able to move. */
        { "mortal", "4k4/9/9/P8/9/9/9/9/4K4 b - 1", "9d9c+L", NULL },
        { "mortal", "4k4/P8/9/9/9/9/9/9/4K4 b - 1", "9b9a+L", "a lance on 9a could never move" },
        { "mortal", "4k4/9/9/P8/9/9/9/9/4K4 b - 1", "9d9c+D",
          "a pawn does not promote to a dragon king" },
        { "mortal", "4k4/9/9/9/9/P8/9/9/4K4 b - 1", "9f9e+G",
          "the move neither starts nor ends in the promotion zone" },
        /* Turning over: always, or with every capture. */
        { "kyoto", "startpos", "5e5d", "the piece turns over with this move" },
        { "micro", "startpos", "1d1c+", "the piece turns over only when it takes something" },
        /* Chu: entering the zone, or taking from within it. */
        { "chu", "5k6/12/12/12/G11/12/12/12/12/12/12/5K6 b - 1", "12e12d+", NULL },
        { "chu", "5k6/12/p11/G11/12/12/12/12/12/12/12/5K6 b - 1", "12d12c+", NULL },
        { "chu", "5k6/12/G11/12/12/12/12/12/12/12/12/5K6 b - 1", "12c12b+",
          "from within the promotion zone a piece promotes only when it takes something" },
        { "chu", "5k6/12/12/12/12/G11/12/12/12/12/12/5K6 b - 1", "12f12e+",
          "the move neither starts nor ends in the promotion zone" },
        { "chu", "5k6/L11/12/12/12/12/12/12/12/12/12/5K6 b - 1", "12b12a+",
          "from within the promotion zone a piece promotes only when it takes something" },
        { "chu-lishogi", "5k5g/L11/12/12/12/12/12/12/12/12/12/5K5G b - 1", "12b12a+", NULL },
        /* Lion against lion: protected, next to it, through a pawn, through another piece. */
        { "chu", "12/12/12/12/6n5/6i5/5N6/12/12/12/12/kK10 b - 1", "7g6e",
          "the lion on 6e is protected and not adjacent" },
        { "chu", "12/12/12/12/6n5/6i5/5N6/12/12/12/12/kK10 b - 1", "7g6f6e", NULL },
        { "chu-lishogi", "12/12/12/12/6n5/6i5/5N6/12/12/12/12/kK10 b - 1", "7g6f6e",
          "the lion on 6e is protected and not adjacent" },
        { "chu-lishogi", "12/12/12/12/6n5/6c5/5N6/12/12/12/12/kK10 b - 1", "7g6f6e", NULL },
        { "chu", "12/12/12/12/5n6/6i5/5N6/8b3/12/12/12/kK10 b - 1", "7g6f7e",
          "the lion on 7e is protected and not adjacent" },
        /* Another takes a lion on the turn after one was taken elsewhere, or there. */
        { "chu", "5k6/12/12/12/5n6/5R6/12/12/12/12/12/5K6 b 8j 1", "7f7e",
          "the lion on 7e may not be taken by a rook, because on 8j one was taken the turn before" },
        { "chu", "5k6/12/12/12/5n6/5R6/12/12/12/12/12/5K6 b 7e 1", "7f7e", NULL },
        { "chu-jcsa", "5k6/12/12/12/5n6/5R6/12/12/12/12/12/5K6 b 8j 1", "7f7e", NULL },
        { "chu", "5k6/12/12/12/5n6/5+H6/12/12/12/12/12/5K6 b 8j 1", "7f7e7f",
          "the lion on 7e may not be taken by a horned falcon, because on 8j one was taken the turn "
          "before" },
        /* By way of other squares. */
        { "chu", "startpos", "7j7i7h", "your own pawn stands on 7i" },
        { "chu", "startpos", "7j6j7j", "your own queen stands on 6j" },
        { "chu", "5k6/12/12/12/12/5N6/12/12/12/12/12/5K6 b - 1", "7f7e7f", NULL },
        { "chu", "5k6/12/12/12/12/5N6/12/12/12/12/12/5K6 b - 1", "7f7e4d",
          "a lion that goes from 7f by way of 7e does not go on to 4d" },
        { "chu", "5k6/12/12/12/12/5G6/12/12/12/12/12/5K6 b - 1", "7f7e7d",
          "a gold general does not go from 7f by way of 7e" },
        { "sho", "startpos", "5i4h5i", "there is no pass in this game" },
    };
    size_t good = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shoogi_position *p = set_up(cases[i].variant, cases[i].sfen);
        shoogi_move move;
        shoogi_error err = { 0 };
        const shoogi_status status =
            shoogi_usi_read(&move, p, cases[i].usi, strlen(cases[i].usi), &err);
        const bool same =
            cases[i].reason ? status == SHOOGI_ILLEGAL && strcmp(err.message, cases[i].reason) == 0
                            : status == SHOOGI_OK;
        if (!same)
            print_error("%s %s %s: %d %s\n", cases[i].variant, cases[i].sfen, cases[i].usi,
                        (int)status, err.message);
        good += same;
        shoogi_position_free(p);
    }
    assert_int_equal(good, sizeof cases / sizeof cases[0]);
}

static void games_end_as_they_should(void **state)
{
    (void)state;
    static const struct {
        const char *variant, *sfen, *moves;
        shoogi_outcome outcome;
        shoogi_reason reason;
    } cases[] = {
        { "shogi", "startpos", "", SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE },
        /* Mate by a drop in front of the king, by either side. */
        { "shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", SHOOGI_OUTCOME_BLACK,
          SHOOGI_REASON_CHECKMATE },
        { "shogi", "4k4/9/9/9/9/9/4p4/9/4K4 w g 1", "G*5h", SHOOGI_OUTCOME_WHITE,
          SHOOGI_REASON_CHECKMATE },
        /* No legal move and no check: the side that gave it wins in both games. */
        { "shogi", "8k/9/7G1/9/9/9/9/9/4K4 b - 1", "2c2b", SHOOGI_OUTCOME_NONE, SHOOGI_REASON_NONE },
        { "shogi", "8k/6G2/9/7G1/9/9/9/9/4K4 b - 1", "2d2c", SHOOGI_OUTCOME_BLACK,
          SHOOGI_REASON_STALEMATE },
        { "shosu", "9k/7G2/10/8G1/10/10/10/10/10/4K5 b - 1", "2d2c", SHOOGI_OUTCOME_BLACK,
          SHOOGI_REASON_STALEMATE },
        /* The fourth occurrence; the third is not enough. */
        { "shogi", "startpos", "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b", SHOOGI_OUTCOME_NONE,
          SHOOGI_REASON_NONE },
        { "shogi", "startpos", "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b",
          SHOOGI_OUTCOME_NO_CONTEST, SHOOGI_REASON_REPETITION },
        { "shosu", "startpos", "2i3i 9b8b 3i2i 8b9b 2i3i 9b8b 3i2i 8b9b 2i3i 9b8b 3i2i 8b9b",
          SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_REPETITION },
        /* Perpetual check loses in Shogi and draws in Shosu. */
        { "shogi", "4k4/9/9/9/9/9/9/9/R3K4 b - 1",
          "9i9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a", SHOOGI_OUTCOME_WHITE,
          SHOOGI_REASON_PERPETUAL_CHECK },
        { "shosu", "4k5/10/10/10/10/10/10/10/10/R3K5 b - 1",
          "10j10a 6a6b 10a10b 6b6a 10b10a 6a6b 10a10b 6b6a 10b10a 6a6b 10a10b 6b6a 10b10a",
          SHOOGI_OUTCOME_DRAW, SHOOGI_REASON_REPETITION },
        /* One quiet move among the checks, and it is an ordinary repetition. */
        { "shogi", "4k4/9/9/9/9/9/9/9/R3K4 b - 1",
          "9i9a 5a5b 9a9c 5b5a 9c9a 5a5b 9a9c 5b5a 9c9a 5a5b 9a9c 5b5a 9c9a",
          SHOOGI_OUTCOME_NO_CONTEST, SHOOGI_REASON_REPETITION },
    };
    size_t good = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        shoogi_position *p = set_up(cases[i].variant, cases[i].sfen);
        play(p, cases[i].moves);
        const shoogi_result result = shoogi_position_result(p);
        const bool same = result.outcome == cases[i].outcome && result.reason == cases[i].reason;
        if (!same)
            print_error("%zu: %s %s: outcome %d, %s\n", i, cases[i].variant, cases[i].moves,
                        (int)result.outcome, shoogi_reason_text(result.reason));
        good += same;
        shoogi_position_free(p);
    }
    assert_int_equal(good, sizeof cases / sizeof cases[0]);
}

static void checkers_come_in_order(void **state)
{
    (void)state;
    shoogi_position *p = set_up("shogi", "4k4/9/9/4l4/9/9/3n5/9/4K4 b - 1");
    shoogi_square squares[4];
    assert_int_equal(shoogi_position_checkers(p, squares, 4), 2);
    char text[SHOOGI_SQUARE_TEXT_BYTES];
    shoogi_square_text(text, sizeof text, shoogi_position_variant(p), squares[0]);
    assert_string_equal(text, "5d");
    shoogi_square_text(text, sizeof text, shoogi_position_variant(p), squares[1]);
    assert_string_equal(text, "6g");
    assert_int_equal(shoogi_position_checkers(p, squares, 1), 2);
    shoogi_position_free(p);
}

static int set_up_catalog(void **state)
{
    (void)state;
    return shoogi_catalog_new(&catalog) == SHOOGI_OK ? 0 : -1;
}

static int free_catalog(void **state)
{
    (void)state;
    shoogi_catalog_free(catalog);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(illegal_moves_have_their_reasons),
        cmocka_unit_test(games_end_as_they_should),
        cmocka_unit_test(checkers_come_in_order),
    };
    return cmocka_run_group_tests(tests, set_up_catalog, free_catalog);
}
